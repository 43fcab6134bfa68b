// The table page with a phone's storage: what is recorded is kept here first and then sent; with the network gone the
// page goes on with what the phone knows. With the network there, the server's own page is what is seen.
//
//   known    what the page knows, and the hand judged while it is tapped
//   writing  kept, then sent
//   show     the page from what is known or as the server sent it once more

import { isNewest, listen } from "../stream.js";
import { asSent } from "../table.js";
import { config, form, isCurrent, isTablePage, judge, known, load, loaded, onPhone, remember, tablePath, whatIsMissing } from "./known.js";
import { PATIENCE_MS, within } from "./queue.js";
import { look, show, showKept, showState, showTable, tellLoaded } from "./show.js";
import { choose, deliver, strikeOut } from "./writing.js";

const EVERY_MS = 2800; // a hand that another phone wrote is there within 3 s, answer included
const TAPPED = "[data-correct], [data-void], [data-choice], .back-to-next, a[href^='?dealer='], a[href*='/hands/']";

document.addEventListener("click", async (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const tapped = /** @type {HTMLAnchorElement | null} */ (target.closest(TAPPED));
  // With a key held the browser opens the link beside this page.
  if (!tapped || !known.book || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const [, hand] = /\/hands\/(\d+)\/$/.exec(tapped.pathname ?? "") ?? [];
  if (hand) {
    // Without a network the hand's own page would not open; this one can correct it too.
    if (!(isTablePage && form && isCurrent())) return;
    event.preventDefault();
    return !known.isAway && await opens(tapped.href) ? location.assign(tapped.href) : correctHere(Number(hand));
  }
  if (tapped.dataset.correct && known.isDrawn) return correctHere(Number(tapped.dataset.correct));
  if (tapped.matches(".back-to-next")) return correctHere(null);
  if (tapped.dataset.void) return strikeOut(Number(tapped.dataset.void), tapped.dataset.event);
  if (tapped.dataset.choice) return choose(tapped.dataset.choice);
  if (tapped.href && known.isDrawn) {
    event.preventDefault();
    known.dealtBy = new URLSearchParams(tapped.search).get("dealer");
    tapped.closest("details").open = false;
    showTable();
  }
});

const opens = (address) => fetch(address, { method: "HEAD", signal: within(PATIENCE_MS) }).then(({ ok }) => ok, () => false);

function correctHere(no) {
  known.correcting = no;
  showTable();
  form.scrollIntoView({ block: "start" });
}

async function begin() {
  import("../keys.js").then(({ showClubLinks }) => showClubLinks(), () => {}); // the club's pages need the network anyway
  // What the phone knows already does not wait for a network that may never answer.
  await loaded;
  present();
  await learn();
  keepThis();
  tellLoaded(true);
  await deliver();
  setInterval(lookAgain, EVERY_MS);
  if (config.has_changes && isTablePage) listen(`${tablePath(known.id)}changes`, lookAgain);
}

async function learn() {
  await remember().catch(() => {});
  await load().catch(() => {});
  present();
}

/** @type {Promise<void> | null} */
let keeping = null;

/** Asked again, it tries again what failed. */
function keepThis() {
  if (!keeping && known.book && isTablePage && !onPhone) keeping = keep(config.lookup).then(showKept, () => { keeping = null; });
}

// With whatever the first questions did not bring: the phone tries until it has it.
async function lookAgain() {
  if (!known.book) await learn();
  keepThis();
  if (known.isAway || known.isDrawn || !isCurrent() || !isNewest(config.version)) await look();
}

function present() {
  if (!known.book) return showState();
  if (onPhone) document.documentElement.classList.add("on-phone");
  if (form) Object.assign(form, { judge, whatIsMissing });
  // The page comes from the server and knows what is done by then, unless it was kept here from before.
  const { book, waiting, isDrawn } = known;
  const isOlder = book.sheet.revision > config.revision || waiting.some(({ done }) => !(done <= config.revision)) || onPhone;
  if (isTablePage && !isDrawn && isOlder) show();
  else showState();
  form?.dispatchEvent(new Event("change"));
  tellLoaded(false);
}

// -- the page and its table in the phone, so that both open without a network ---------------------------------------------

// The first visit comes before there is a service worker to keep it.
/** @type {(lookup: string) => Promise<void>} */
async function keep(lookup) {
  await navigator.serviceWorker?.ready;
  const pages = await caches.open("pages");
  if (!(await pages.match(location.pathname))) await keepAsSent(pages);
  if (!(await pages.match(lookup))) await pages.add(lookup);
}

// With the head of the page for offline, whose security policy is that of every page; without it, asked for once more.
/** @type {(pages: Cache) => Promise<void>} */
async function keepAsSent(pages) {
  const other = !location.search && asSent && await pages.match("/offline/");
  if (!other) return pages.add(location.pathname);
  const headers = new Headers(other.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Set-Cookie", "Vary"]) headers.delete(name);
  return pages.put(location.pathname, new Response(asSent, { headers }));
}

// -- the screen, which stays on while the evening's table is open ---------------------------------------------------------

/** @type {Promise<WakeLockSentinel> | null} */
let held = null;

// Phones give the lock back whenever the page is hidden, and WebKit grants it only in a tap, so that every tap without
// one asks again.
async function stayAwake() {
  if (document.hidden || held || !form || !isTablePage) return;
  held = navigator.wakeLock?.request("screen") ?? null;
  try {
    const lock = await held;
    lock?.addEventListener("release", () => { held = null; stayAwake(); });
  } catch {
    // Before the first tap, or with an almost empty battery.
    held = null;
  }
}

document.addEventListener("click", stayAwake);
addEventListener("online", () => deliver({ isPromising: true }));
document.addEventListener("visibilitychange", () => {
  stayAwake();
  if (!document.hidden) deliver().then(look);
});
stayAwake();
begin();
