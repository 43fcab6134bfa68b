// Two phones wrote at once, or the server refused: what the person chose, and what becomes of all that waits behind it.

import { change, writings } from "./store.js";

/** The writings that are about the hand of `one`: its own later corrections, and striking it out.
 *  @type {(one: Writing, later: Writing[]) => Writing[]} */
function about(one, later) {
  const ids = new Set([one.id]);
  return later.filter((other) => ids.has(other.replaces) && ids.add(other.id));
}

/** How the hand of `one` reads after everything that waits: { said, points, isVoid }.
 *  @type {(one: Writing, waiting: Writing[]) => AsWritten} */
export function asWritten(one, waiting) {
  const last = about(one, waiting.filter(({ seq }) => seq > one.seq)).at(-1) ?? one, facts = last.kind === "void" ? one : last;
  return { said: facts.said, points: facts.points, isVoid: last !== one && last.kind === "void" };
}

/** choice: "theirs" throws mine away, "both" writes mine as one more hand, "mine" writes a correction or a void against what
 *  stands there now, or tries again what was refused; the id of one of their hands: mine replaces that one.
 *  @type {(one: Troubled, choice: string) => Promise<void>} */
export async function decide(one, choice) {
  const { seq, trouble, ...mine } = one, isRefused = trouble.kind === "refused";
  const later = (await writings(one.evening)).filter((other) => other.seq > seq && other.done === undefined);
  await change((_, store) => {
    if (choice === "theirs") give(store, one, later, isRefused);
    else if (isRefused) store.put({ ...mine, seq });
    else if (choice === "both") {
      store.put({ ...byTurn({ ...mine, seq }), known_hands: trouble.count });
      shift(store, later, trouble.count - mine.known_hands, mine.known_hands);
    } else if (mine.kind === "record") {
      for (const theirs of trouble.theirs.filter(({ id }) => id === choice)) replace(store, { ...mine, seq }, theirs, later);
    } else store.put({ ...mine, seq, replaces: trouble.theirs[0].id });
  });
}

/** What was written about a hand that is thrown away goes with it.
 *  @type {(store: IDBObjectStore, one: Writing, later: Writing[], isRefused: boolean) => void} */
function give(store, one, later, isRefused) {
  const own = about(one, later);
  for (const { seq } of [one, ...own]) store.delete(seq);
  // A hand that is not there at all: those after it move up. Where theirs stands instead, they do not.
  if (one.kind === "record" && isRefused) shift(store, later.filter((other) => !own.includes(other)), -1, one.known_hands + 1);
}

/** @type {(store: IDBObjectStore, one: Writing, theirs: SheetLine, later: Writing[]) => void} */
function replace(store, one, theirs, later) {
  store.put({ ...one, kind: "correct", no: theirs.no, replaces: theirs.id });
  for (const other of about(one, later)) store.put({ ...other, no: theirs.no });
}

/** Later hands, and what is about them, get other numbers. from: the last number that stays.
 *  @type {(store: IDBObjectStore, later: Writing[], by: number, from: number) => void} */
export function shift(store, later, by, from) {
  for (const one of later) {
    if (one.kind === "record") store.put({ ...byTurn(one), known_hands: one.known_hands + by });
    else if (one.no > from) store.put({ ...one, no: one.no + by });
  }
}

/** At another place in the evening it is another one's turn to deal, unless somebody was named.
 *  @type {(one: Writing) => Writing} */
const byTurn = (one) => (one.isOutOfTurn ? one : { ...one, dealer: undefined });
