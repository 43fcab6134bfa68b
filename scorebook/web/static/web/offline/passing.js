// A line above the table that goes away: what was written, with its way back, and what another phone has written.

import { element, filled } from "./element.js";
import { isTablePage, isTouched, known, standingAs, tablePath, troubled, words } from "./known.js";

const SHOWN_MS = 12000;
const AFTER_LOADING = "recorded"; // the name under which it waits while another page is loaded

/** @typedef {{ kind: string, event: string, no: number }} Written */

/** What is told of a writing. @type {(one: Writing) => Written} */
const written = ({ kind, id, no, known_hands: count }) => ({ kind, event: id, no: no ?? count + 1 });

/** @type {(one: Writing) => void} */
export const tellWritten = (one) => show(written(one));

/** @type {(one: Writing) => void} */
export const tellAfterLoading = (one) => sessionStorage.setItem(AFTER_LOADING, JSON.stringify(written(one)));

/** As soon as the phone knows the hand, before the person looks for the next place to tap. isLast: whether it has heard
 *  from the server by now. */
export function tellLoaded(isLast) {
  const said = JSON.parse(sessionStorage.getItem(AFTER_LOADING) ?? "null");
  if (!said || !(isLast || standingAs(said.event))) return;
  sessionStorage.removeItem(AFTER_LOADING);
  if (known.book && isTablePage && !troubled()) show(said);
}

/** Whoever has a hand half entered must see that it may be the same one. */
export function tellOfAnother({ no }) {
  const isHalf = isTouched();
  pass(`${filled(words.came, { no })}${isHalf ? ` ${filled(words.yours_is, { no: no + 1 })}` : ""}`, [], isHalf);
}

export function withdraw() {
  for (const old of document.querySelectorAll("[data-passing]")) old.remove();
}

/** @type {(said: Written) => void} */
function show({ kind, no, event }) {
  const text = { record: words.recorded, correct: words.corrected, void: words.struck }[kind], stands = standingAs(event);
  if (!text) return;
  const undo = kind === "record" && stands
    && element("button.button", { type: "button", "data-void": stands.no, "data-event": event }, words.undo_button);
  // What is struck out counts again once it is corrected.
  const again = kind === "void" && (known.isDrawn ? element("button.button", { type: "button", "data-correct": no }, words.correct)
    : element("a.button", { href: `${tablePath(known.id)}hands/${no}/` }, words.correct));
  pass(filled(text, { no: stands?.no ?? no }), [undo, again]);
}

function pass(text, buttons, stays = false) {
  withdraw();
  const box = element("div.note", { role: "status", "data-passing": "" }, element("p", {}, text), ...buttons);
  document.querySelector("#main").prepend(box);
  if (!stays) setTimeout(() => box.remove(), SHOWN_MS);
}
