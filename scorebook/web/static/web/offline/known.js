// What the page of a table knows: of the server's page, of the phone's storage, and of the hand in the form.

import { isTapped } from "../table.js";
import { evaluate } from "../evaluate.js";
import { clock } from "./draw.js";
import { handFrom, missing } from "./handform.js";
import { pointsText } from "./money.js";
import { refresh } from "./queue.js";
import { endStanding, endText, standing } from "./standing.js";
import { change, evening, renew, writings } from "./store.js";
import { handLine, reasonLine } from "./words.js";

/** The server's data of the page that a later sheet does not repeat. */
export const config = JSON.parse(document.querySelector("#phone").dataset.phone);
export const { words } = config;
/** The form of a hand; null where the evening is closed. */
export const form = document.querySelector("#entry");
/** Whether this is the table, and not the page of one hand. */
export const isTablePage = form?.dataset.page !== "hand";
/** The UUID of an evening that was started on this phone and has no token yet. */
export const [, onPhone = null] = /^\/phone\/([0-9a-f-]{36})\/$/.exec(location.pathname) ?? [];
/** @type {(token: string) => string} */
export const tablePath = (token) => `/t/${token}/`;

/** @type {Known} */
export const known = {
  id: onPhone ?? config.token, book: null, now: null, waiting: [], isDrawn: false, isBusy: false, isAway: false,
  correcting: isTablePage ? null : Number(form.dataset.no), dealtBy: null,
};

/** Stores what the server just sent on the phone. Raises where the network or the storage does not answer. */
export async function remember() {
  const old = await evening(known.id);
  if (old?.moved) return location.replace(tablePath(old.moved));
  if (!onPhone) {
    const isSame = old?.lookup === config.lookup; // its address changes with the scripts that read it
    const table = isSame ? old.table : await (await fetch(config.lookup)).json(), { id } = known;
    await renew(id, (one) => ({ ...one, ...ofPage(one), id, token: id, table, lookup: config.lookup, seen: new Date().toISOString() }));
    if (!old) navigator.storage?.persist?.().catch(() => {});
    const isMine = (await writings(id)).some((one) => one.done === undefined);
    if (isMine || !old?.sheet || old.sheet.revision < config.revision) await refresh(id);
  }
  return load();
}

/** The page's data of an evening, for the phone's storage. */
export const ofPage = (old) => ({ people: { ...old?.people, ...config.people }, club: { ...old?.club, ...config.club }, isClosed: config.is_closed });

/** Reads the phone's storage again. */
export async function load() {
  const book = await evening(known.id) ?? await keptAnew();
  if (!book?.sheet) return;
  const waiting = await writings(known.id);
  // All at once: whoever taps meanwhile meets a page that knows everything, or nothing.
  Object.assign(known, { book, waiting, now: standing(book, waiting) });
}

/** A browser that is short of room takes everything away; this page still knows its evening. */
async function keptAnew() {
  const { book, waiting } = known;
  if (!book) return null;
  await change((evenings, store) => {
    evenings.put(book);
    for (const one of waiting) store.put(one);
  });
  return book;
}

const remembers = () => document.documentElement.classList.add("remembers");
/** When what the phone knew before the page opened is here. */
export const loaded = load().then(remembers, remembers);

/** Whether the phone knows at least as much as the page: by its sheet, and by what it alone wrote after it. */
export const isCurrent = () => known.now !== null && (known.isDrawn || onPhone !== null || revision() >= config.revision);
const revision = () => known.waiting.reduce((last, { done }) => (done === last + 1 ? done : last), known.book.sheet.revision);
export const unsent = () => known.waiting.filter(({ done }) => done === undefined);
/** What the person has to decide about before anything else is sent. @type {() => Troubled | undefined} */
export const troubled = () => /** @type {Troubled | undefined} */ (unsent().find(({ trouble }) => trouble));
/** The hand that an event wrote, for as long as nothing has replaced it. */
export const standingAs = (event) => known.now?.hands.find((hand) => hand.id === event && !hand.isVoid);
/** Whether the person is at something that a newer page would take from them. */
export const isTouched = () => known.correcting !== null || (form !== null && isTapped(form));

/** @type {(player: Player) => string} */
export const nameOf = (player) => known.book.people[player]?.name ?? "";

/** What the form is about: the next hand, or the one that is corrected. */
export function handContext() {
  const { correcting, now, dealtBy } = known;
  if (correcting) {
    const hand = now.hands[correcting - 1];
    return hand && { players: hand.players, dealer: hand.dealer, state: hand.before, corrected: hand };
  }
  return { players: now.players, dealer: dealtBy ?? form.elements.dealer?.value ?? now.dealer, state: now.state };
}

/** How the table of the ruleset scores a contract among so many players. */
export function lineOf(contract, players) {
  const { table } = known.book, [, list] = table.people[players.length] ?? [];
  return table.lines[table.contracts[list]?.[contract]];
}

/** How near the agreed end is, in words; null where there is none. */
export function endNow() {
  const { book: { sheet: { agreed_end: end } }, now } = known, standing = endStanding(end, now, Date.now());
  return standing && { ...standing, text: endText(end, standing, words, clock) };
}

/** The hand that the form tells by now. @type {() => Hand} */
export function enteredHand() {
  const data = new FormData(form), { players } = handContext(), contract = String(data.get("contract") ?? "");
  const asks = (question) => form.querySelector(`[name="contract"].asks-${question}:checked`) !== null;
  return handFrom(data, { asks, table: known.book.table, line: lineOf(contract, players), players });
}

// -- the hand that the form tells, judged while it is tapped; what only the server can judge is left to it -----------------

/** What table.js shows instead of asking the server; null where only the server can tell. */
export function judge() {
  if (!isCurrent() || !handContext()) return null;
  const { table } = known.book, where = { ...handContext(), hand: enteredHand() }, score = evaluate(table, where);
  if (!score) return null;
  const sum = reasonLine(score, { texts: table.texts, contract: chipText(where.hand.contract), nameOf });
  return {
    problems: [], won: score.won, level: score.level, sum, gains: score.points,
    points: where.players.map((player) => ({ id: player, name: nameOf(player), points: gainText(score, player) })),
  };
}

/** Offline the button names what the hand still lacks, as the server does. */
export function whatIsMissing() {
  const where = handContext(), hand = where && enteredHand(), code = hand && missing(hand, lineOf(hand.contract, where.players));
  return known.book.table.texts[`problem.${code}`] ?? words.not_whole;
}

/** The hand's text on the sheet; a hand that only the server can judge shows its contract until then. */
export function handText(hand) {
  const { table } = known.book, contract = table.texts[`contract.${hand.contract}`] ?? chipText(hand.contract);
  const where = handContext(), score = where && evaluate(table, { ...where, hand });
  if (!score) return contract;
  return handLine(score, { line: lineOf(hand.contract, where.players), texts: table.texts, contract, hand, nameOf });
}

const chipText = (contract) => form.querySelector(`[name="contract"][value="${CSS.escape(contract)}"] + span`)?.textContent.trim() ?? contract;

/** Where the sheet holds a tally, what is paid for it stands behind it.
 *  @type {(score: Pick<Score, "points" | "tally">, player: Player) => string} */
function gainText({ points, tally }, player) {
  if (!tally) return pointsText(points[player]);
  return `${pointsText(tally[player], false)}${points[player] ? ` (${pointsText(points[player])})` : ""}`;
}
