// Installs the service worker, on every page. Browsers offer one only over HTTPS and on this machine itself.

const worker = navigator.serviceWorker;
if (worker) {
  addEventListener("load", async () => {
    try {
      await worker.register("/service-worker.js", { updateViaCache: "none" });
      // The page for offline comes in the language of this one.
      await worker.ready;
      const kept = await caches.match("/offline/");
      if (kept && kept.headers.get("Content-Language") !== document.documentElement.lang) {
        const cache = await caches.open("pages");
        await cache.add("/offline/");
      }
    } catch {
      // Storage may be refused or full: everything works on, only not without a network.
    }
  });
}
