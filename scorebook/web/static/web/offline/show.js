// The page of a table, drawn from what the phone knows, and the line above it that passes.

import * as draw from "./draw.js";
import { drawForm } from "./form.js";
import { config, endNow, form, isTablePage, isTouched, known, nameOf, standingAs, tablePath, troubled, unsent, words } from "./known.js";
import { asWritten } from "./queue.js";

const SHOWN_MS = 12000;
const AFTER_LOADING = "recorded"; // the name under which it waits while another page is loaded
const pill = draw.element("p.kept", { role: "status" });
document.querySelector(".bar h1")?.after(pill);

/** Says once that the page opens without a network. */
export const showKept = () => { pill.dataset.opens = "offline"; };

/** Where the last hand is by now: here, on the server, or with a question. */
export function showState() {
  const left = unsent(), trouble = troubled();
  const texts = trouble ? [words.look] : left.length ? [words.here, draw.filled(words.waiting, { n: left.length })] : [known.isAway ? words.no_network : words.on_server];
  pill.replaceChildren(...texts.map((text) => draw.element("span", {}, text)));
  pill.dataset.kept = trouble ? "look" : left.length ? "here" : known.isAway ? "away" : "server";
  // Nothing is struck out while a choice is open, nor a hand that no longer stands as it was written here.
  document.documentElement.classList.toggle("is-asked", Boolean(trouble));
  for (const button of document.querySelectorAll("[data-passing] [data-event]")) if (!standingAs(button.dataset.event)) button.remove();
}

/** Everything, with what the person has to decide. */
export function show() {
  showState();
  showTable();
  showChoices();
}

/** Everything on the page that hands change. */
export function showTable() {
  if (!form || !isTablePage) return;
  known.isDrawn = true;
  document.documentElement.classList.add("is-drawn");
  drawForm();
  showSheet();
  form.dispatchEvent(new Event("change"));
}

/** Everything beside the form. */
export function showSheet() {
  const { book, now, others } = known, last = now.hands.at(-1), sums = document.querySelector(".totals");
  document.querySelector("#last")?.remove();
  if (last) document.querySelector("#sheet").before(draw.lastHand(last, !others.has(last.id)));
  showEnd();
  const options = { money: money(), stake: book.sheet.stake_minor };
  sums.replaceChildren(...draw.totals(now, book.people, options));
  document.querySelector(".paper")?.remove();
  if (now.paper) sums.before(draw.paper(now.paper, book.people));
  document.querySelector("#pot")?.remove();
  if (now.state.pot) sums.after(draw.pot(now.state.pot, options));
  document.querySelector("#chart").replaceChildren(...draw.chart(now, book.people));
  showPlan();
  const lines = document.querySelector("#lines");
  lines.replaceChildren(lines.firstElementChild, now.hands.length ? draw.sheet(now, book.people) : draw.element("p.soft", {}, words.no_hand));
}

function showEnd() {
  const box = document.querySelector("#end"), end = endNow();
  if (!box) return;
  box.hidden = !end;
  box.dataset.phase = end?.phase ?? "";
  box.querySelector(".end-said").textContent = end?.text ?? "";
}

/** The page says how its currency is written; an evening that began on this phone has the page of one in the same unit.
 *  @type {() => Money} */
const money = () => ({ unit: known.book.sheet.unit, currency: config.currency });

// Who would pay whom by now.
function showPlan() {
  const { unit, stake_minor: stake } = known.book.sheet;
  const found = unit !== "points" && known.now.hands.length ? draw.payments(known.now, stake) : null;
  document.querySelector("#plan")?.remove();
  if (found) document.querySelector("#lines").before(draw.planned(found, known.book.people, money(), words));
}

/** Asks what counts, for as long as it is not decided. */
export function showChoices() {
  const one = troubled(), shown = document.querySelector("#conflict[data-about]");
  if (!one) return shown?.remove();
  withdraw();
  const about = JSON.stringify([one, known.waiting.map(({ seq }) => seq)]);
  // Drawn anew under a finger, a button would lose its tap.
  if (shown?.dataset.about === about) return;
  const box = draw.conflict(one, asWritten(one, known.waiting), nameOf, words);
  box.dataset.about = about;
  shown?.remove();
  document.querySelector("#main").prepend(box);
}

// -- what goes away: what was written, with its way back, and what another phone has written ------------------------------

/** @typedef {{ kind: string, event: string, no: number }} Written */

/** What is told of a writing. @type {(one: Writing) => Written} */
const written = ({ kind, id, no, known_hands: count }) => ({ kind, event: id, no: no ?? count + 1 });

/** @type {(one: Writing) => void} */
export const tellWritten = (one) => tell(written(one));

/** @type {(one: Writing) => void} */
export const tellAfterLoading = (one) => sessionStorage.setItem(AFTER_LOADING, JSON.stringify(written(one)));

/** As soon as the phone knows the hand, before the person looks for the next place to tap. isLast: whether it has heard
 *  from the server by now. */
export function tellLoaded(isLast) {
  const said = JSON.parse(sessionStorage.getItem(AFTER_LOADING) ?? "null");
  if (!said || !(isLast || standingAs(said.event))) return;
  sessionStorage.removeItem(AFTER_LOADING);
  if (known.book && isTablePage && !troubled()) tell(said);
}

/** Whoever has a hand half entered must see that it may be the same one. */
export function tellOfAnother({ no }) {
  const isHalf = isTouched();
  pass(`${draw.filled(words.came, { no })}${isHalf ? ` ${draw.filled(words.yours_is, { no: no + 1 })}` : ""}`, [], isHalf);
}

function withdraw() {
  for (const old of document.querySelectorAll("[data-passing]")) old.remove();
}

/** @type {(said: Written) => void} */
function tell({ kind, no, event }) {
  const text = { record: words.recorded, correct: words.corrected, void: words.struck }[kind], stands = standingAs(event);
  if (!text) return;
  const undo = kind === "record" && stands
    && draw.element("button.button", { type: "button", "data-void": stands.no, "data-event": event }, words.undo_button);
  // What is struck out counts again once it is corrected.
  const again = kind === "void" && (known.isDrawn ? draw.element("button.button", { type: "button", "data-correct": no }, words.correct)
    : draw.element("a.button", { href: `${tablePath(known.id)}hands/${no}/` }, words.correct));
  pass(draw.filled(text, { no: stands?.no ?? no }), [undo, again]);
}

function pass(text, buttons, stays = false) {
  withdraw();
  const box = draw.element("div.note", { role: "status", "data-passing": "" }, draw.element("p", {}, text), ...buttons);
  document.querySelector("#main").prepend(box);
  if (!stays) setTimeout(() => box.remove(), SHOWN_MS);
}
