// The table page with a phone's storage: what is recorded is kept here first and then sent; with the network gone the
// page goes on with what the phone knows. With the network there, the server's own page is what is seen.
//
//   known    what the page knows, and the hand judged while it is tapped
//   queue    sent, and sent again for as long as the network is away
//   show     the page from what is known or as the server sent it once more

import { inTime } from "../ask.js";
import { isNewest, listen } from "../stream.js";
import { asSent, forgetTaps, tap, taps } from "../table.js";
import {
  config, enteredHand, form, handContext, handText, isCurrent, isTablePage, judge, known, load, loaded, onPhone, remember, tablePath, troubled,
  unsent, whatIsMissing,
} from "./known.js";
import { decide, refresh, send, write } from "./queue.js";
import {
  look, show, showChoices, showKept, showSheet, showState, showTable, tellAfterLoading, tellLoaded, tellNotWritten, tellWritten,
} from "./show.js";
import { change, uuid, writings } from "./store.js";

const EVERY_MS = 2800; // a hand that another phone wrote is there within 3 s, answer included
const TAPPED = "[data-correct], [data-void], [data-choice], .back-to-next, a[href^='?dealer='], a[href*='/hands/']";
const RETRY_MS = [500, 2000, 4000, 8000, 15000, 30000];
const SOON_MS = 2500;
/** The hands of forms that ask nothing. @type {Record<string, Hand>} */
const PLAIN = { "thrown-in": { contract: "thrown_in" }, "last-round": { contract: "round", round: "last" } };
let tries = 0, timer = 0;

// -- a form is sent --------------------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const sent = /** @type {EntryForm} */ (event.target), isEntry = sent.id === "entry";
  const [, voided] = /\/hands\/(\d+)\/void$/.exec(new URL(sent.action).pathname) ?? [];
  if (sent.dataset.phonePassed || !(isEntry || sent.id in PLAIN || voided)) return;
  // A choice of the server's page: the plain form does it.
  if (event.submitter?.closest("#conflict")) return;
  event.preventDefault();
  event.stopPropagation();
  if (known.isBusy || isChoiceOpen()) return;
  // No storage here, or not ready.
  if (!known.book || (isEntry && !handContext())) return busily(() => plain(sent));
  // Without the server nothing else would notice an impossible hand.
  if (known.isDrawn && isEntry && !judge()) return;
  navigator.vibrate?.(voided ? [20, 40, 20] : 30);
  busily(() => keep(facts(sent, voided), sent));
}, true);

/** A hand written while a choice is open would be about hands that are not known yet. */
function isChoiceOpen() {
  const box = document.querySelector("#conflict");
  if (!troubled() || !box) return false;
  box.scrollIntoView();
  return true;
}

function facts(sent, voided) {
  const data = new FormData(sent);
  if (voided) return voiding(Number(voided), data.get("replaces"));
  return sent.id === "entry" && known.correcting ? correction(data) : recording(data, sent.id);
}

function recording(data, id) {
  const { players, dealer } = handContext(), plain = PLAIN[id], judged = plain ? null : judge(), hand = plain ?? enteredHand();
  return {
    kind: "record", players, hand, said: handText(hand), sum: judged?.sum ?? "", points: judged?.gains,
    known_hands: Number(data.get("known_hands")), ...(isCurrent() && { dealer, isOutOfTurn: dealer !== known.now.dealer }),
  };
}

function correction(data) {
  const hand = enteredHand(), replaces = data.get("replaces") ?? handContext().corrected.id, judged = judge();
  return { kind: "correct", no: known.correcting, replaces, hand, said: handText(hand), sum: judged?.sum ?? "", points: judged?.gains };
}

const voiding = (no, replaces) => ({ kind: "void", no, replaces });

/** Strikes a hand out, as one event wrote it. */
async function strikeOut(no, event) {
  if (!known.isBusy && !isChoiceOpen()) await busily(() => keep(voiding(no, event), null));
}

// -- into the storage, and on -----------------------------------------------------------------------------------------

async function busily(work) {
  known.isBusy = true;
  try {
    await work();
  } finally {
    known.isBusy = false;
  }
}

async function keep(one, sent) {
  const isFirst = unsent().length === 0;
  let writing;
  try {
    await load(); // what the browser took away comes back first, in its place in the queue
    writing = await write({ ...one, evening: known.id, id: uuid(), at: new Date().toISOString() });
  } catch {
    return sent ? plain(sent) : tellNotWritten();
  }
  if (one.kind !== "void" && form.dataset.remember) forgetTaps();
  if (navigator.onLine === false || known.isDrawn) return goOn(writing);
  const outcome = await Promise.race([send(known.id), new Promise((resolve) => { setTimeout(resolve, SOON_MS, null); })]);
  const isMine = outcome?.trouble?.seq === writing.seq;
  if (isMine && outcome.trouble.trouble.kind === "refused" && isFirst && sent && !onPhone) {
    // Refused while the person looks on: the server's page says it best, with everything still typed.
    await change((_, store) => store.delete(writing.seq));
    return plain(sent);
  }
  return outcome?.left === 0 ? arrive(writing, outcome.moved) : goOn(writing);
}

// The form itself, in place of what this phone cannot keep. Its key makes two tries one hand. Where no answer comes, the
// page stays as it is, and says so.
async function plain(sent) {
  showState();
  try {
    const { type, status } = await fetch(sent.action, { method: "POST", body: new FormData(sent), redirect: "manual", signal: inTime() });
    if (type === "opaqueredirect") {
      if (form.dataset.remember && !sent.action.endsWith("/void")) forgetTaps();
      return location.replace(tablePath(known.id));
    }
    if (status < 500) {
      sent.dataset.phonePassed = "1";
      return sent.submit(); // refused: the server's page says it best
    }
  } catch { /* Reported below. */ }
  tellNotWritten();
}

function arrive(writing, moved) {
  tellAfterLoading(writing);
  location.replace(tablePath(moved ?? known.id));
}

// The page goes on by itself; what waits is sent as soon as it can be.
async function goOn(writing) {
  if (!isTablePage) {
    tellAfterLoading(writing);
    return location.assign(onPhone ? location.pathname : tablePath(known.id));
  }
  known.correcting = known.dealtBy = null;
  await load();
  if (troubled() && await refresh(known.id)) await load();
  show();
  if (troubled()) return;
  tellWritten(writing);
  later();
}

// -- to the server ----------------------------------------------------------------------------------------------------

function later() {
  clearTimeout(timer);
  timer = setTimeout(deliver, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
  tries += 1;
}

/** Sends what waits, and looks what the server says by then. isPromising: whether the network has just come back. */
async function deliver({ isPromising = false } = {}) {
  clearTimeout(timer);
  if (isPromising) tries = 0;
  const before = (await writings(known.id).catch(() => [])).filter((one) => one.done === undefined).length;
  if (before === 0) return;
  const { left, trouble, moved } = await send(known.id);
  // Something came through, so the network is only bad and not gone.
  if (left < before) tries = 0;
  if (moved) await moveTo(moved);
  if (left === 0 || trouble) await refresh(known.id);
  await load();
  showState();
  if (left > 0 && !trouble) later();
  // Never the form: somebody may have it half filled in.
  if (known.isDrawn) showSheet(false);
  showChoices();
  if (left === 0) await look();
}

async function moveTo(token) {
  known.id = token;
  await self.caches?.open("pages").then((pages) => pages.delete(location.pathname));
}

/** Does what the person chose where two phones wrote at once. */
async function choose(choice) {
  const trouble = troubled();
  if (!trouble) return;
  await decide(trouble, choice);
  if (!isTablePage) return location.assign(tablePath(known.id));
  await load();
  const taken = taps(form);
  show();
  tap(form, taken);
  form.dispatchEvent(new Event("change"));
  await deliver();
  await look();
}

// -- taps on the page -----------------------------------------------------------------------------------------------

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

const opens = (address) => fetch(address, { method: "HEAD", signal: inTime() }).then(({ ok }) => ok, () => false);

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
  if (!keeping && known.book && isTablePage && !onPhone) keeping = keepPages(config.lookup).then(showKept, () => { keeping = null; });
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
async function keepPages(lookup) {
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
