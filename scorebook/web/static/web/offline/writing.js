// What the person writes: kept in the phone first, then sent, and sent again for as long as the network is away.

import { forgetTaps, tap, taps } from "../table.js";
import { enteredHand, form, handContext, handText, isCurrent, isTablePage, judge, known, load, onPhone, tablePath, troubled, unsent } from "./known.js";
import { decide, PATIENCE_MS, refresh, send, within, write } from "./queue.js";
import { look, show, showChoices, showSheet, showState, tellAfterLoading, tellNotWritten, tellWritten } from "./show.js";
import { change, uuid, writings } from "./store.js";

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
export async function strikeOut(no, event) {
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
    const { type, status } = await fetch(sent.action, { method: "POST", body: new FormData(sent), redirect: "manual", signal: within(PATIENCE_MS) });
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
export async function deliver({ isPromising = false } = {}) {
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
export async function choose(choice) {
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
