// Before anything is painted: with a script the table page shows one row of players instead of two.
const marks = document.documentElement.classList;
marks.add("js");

// What came along from the site that had the club before; moving/leave.js writes it.
const [, moved] = location.hash.split("#moved=");
if (moved) import("./moving/arrive.js").then(({ arrive }) => arrive(moved));

// What the form does not need comes once the form works. Its addresses stand where no browser fetches them ahead: the
// offline storage of a table is two dozen modules, which keep a slow phone busy.
document.addEventListener("DOMContentLoaded", () => {
  const later = /** @type {Iterable<HTMLScriptElement>} */ (document.querySelectorAll("script[data-src]"));
  for (const script of later) script.src = script.dataset.src ?? "";
});

// A form sent before the storage is ready waits for it. Where it is not there eight seconds after the page was
// opened, the plain form does it.
document.addEventListener("submit", (event) => {
  const sent = /** @type {HTMLFormElement} */ (event.target);
  if (marks.contains("remembers") || !document.querySelector("script[async]") || performance.now() > 8000) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  setTimeout(() => sent.requestSubmit(event.submitter), 50);
}, true);

// The menu closes by a tap beside it, by one on what it offers, and by Esc. On pointerdown: WebKit on a phone sends no
// click from what cannot be clicked.
/** @type {(except?: Element) => void} */
const closeMenu = (except) => {
  for (const menu of /** @type {Iterable<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu[open]"))) {
    if (!except || !menu.contains(except)) menu.open = false;
  }
};
/** @type {(event: Event) => Element} */
const touched = ({ target }) => /** @type {Element} */ (target);
document.addEventListener("pointerdown", (event) => closeMenu(touched(event)));
document.addEventListener("click", (event) => { if (touched(event).closest(".menu a")) closeMenu(); });
document.addEventListener("keydown", ({ key }) => {
  const summary = document.querySelector(".menu[open] > summary");
  if (key !== "Escape" || !summary) return;
  closeMenu();
  summary.focus();
});

// The service worker, on every page. Browsers offer one only over HTTPS and on this machine itself.
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
  if (!kept || document.documentElement.lang.startsWith(String(kept.headers.get("Content-Language")))) return;
  const pages = await caches.open("pages");
  await pages.add("/offline/");
}

if (worker) {
  addEventListener("load", () => {
    install(FIRST_RETRY_MS);
    keepOfflinePage().catch(() => {});
  });
}
