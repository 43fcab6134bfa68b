// Installs the service worker, on every page. Browsers offer one only over HTTPS and on this machine itself.

const FIRST_RETRY_MS = 2000;
const worker = navigator.serviceWorker;

/** @type {(retryMs: number) => Promise<void>} */
async function install(retryMs) {
  const again = () => setTimeout(install, retryMs, 2 * retryMs);
  try {
    const { installing } = await worker.register("/service-worker.js", { updateViaCache: "none" });
    // A browser gives up where one file did not come.
    installing?.addEventListener("statechange", () => { if (installing.state === "redundant") again(); });
  } catch (error) {
    // Storage may be refused: everything works on, only not without a network. A lost answer may come the next time.
    if (error instanceof TypeError) again();
  }
}

// The page for offline comes in the language of this one.
async function keepOfflinePage() {
  await worker.ready;
  const kept = await caches.match("/offline/");
  if (!kept || kept.headers.get("Content-Language") === document.documentElement.lang) return;
  const pages = await caches.open("pages");
  await pages.add("/offline/");
}

if (worker) {
  addEventListener("load", () => {
    install(FIRST_RETRY_MS);
    keepOfflinePage().catch(() => {});
  });
}
