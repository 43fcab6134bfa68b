// The page of a table: drawn from the phone's storage, or as the server sent it once more; the form of a hand, and the
// line above it that passes.

import { ask } from "../ask.js";
import { putSeats, stored, tap, taps } from "../table.js";
import * as draw from "./draw.js";
import { fieldsOf } from "./handform.js";
import {
  config, endNow, form, handContext, isCurrent, isTablePage, isTouched, known, load, nameOf, ofPage, onPhone, standingAs, tablePath, troubled, unsent, words,
} from "./known.js";
import { pointsText } from "./money.js";
import { asWritten, refresh } from "./queue.js";
import { activeOf } from "./standing.js";
import { renew, storage } from "./store.js";

const SHOWN_MS = 12000;
const AFTER_LOADING = "recorded"; // the name under which it waits while another page is loaded
const pill = draw.element("p.kept", { role: "status" });
const warning = draw.element("p.note.note-alarm", { role: "alert" }, words.keeps_nothing);
document.querySelector(".bar h1")?.after(pill);

/** Says once that the page opens without a network. */
export const showKept = () => { pill.dataset.opens = "offline"; };

/** Where the last hand is by now: here, on the server, or with a question. */
export function showState() {
  const left = unsent(), trouble = troubled();
  const texts = trouble ? [words.look] : left.length ? [words.here, draw.filled(words.waiting, { n: left.length })] : [known.isAway ? words.no_network : words.on_server];
  pill.replaceChildren(...texts.map((text) => draw.element("span", {}, text)));
  pill.dataset.kept = trouble ? "look" : left.length ? "here" : known.isAway ? "away" : "server";
  // Before it matters: with the network there, every hand is written all the same.
  if (!storage.isFailing || !form) warning.remove();
  else if (!warning.isConnected) document.querySelector("#main").prepend(warning);
  // Nothing is struck out while a choice is open, nor a hand that no longer stands as it was written here.
  document.documentElement.classList.toggle("is-stuck", Boolean(trouble));
  for (const button of document.querySelectorAll("[data-passing] [data-event]")) if (!standingAs(button.dataset.event)) button.remove();
  // Undo is for a hand of this phone.
  const undo = document.querySelector("#last :is(form, [data-void])");
  if (known.book?.others?.includes(undo?.dataset.event ?? undo?.querySelector('[name="replaces"]')?.value)) undo.remove();
}

const lastShown = () => known.now.hands.findLast(({ isUndone }) => !isUndone);

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
}

/** Everything but what is tapped in the form. asks: whether the form's hand may be worth something else by now. */
export function showSheet(asks = true) {
  drawHead();
  const { book, now } = known, last = lastShown(), sums = document.querySelector(".totals");
  document.querySelector("#last")?.remove();
  if (last) document.querySelector("#sheet").before(draw.lastHand(last));
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
  lines.replaceChildren(lines.firstElementChild, last ? draw.sheet(now, book.people) : draw.element("p.soft", {}, words.no_hand));
  showState();
  if (asks) form.dispatchEvent(new Event("change"));
}

function showEnd() {
  const box = document.querySelector("#end"), end = endNow();
  if (!box) return;
  box.hidden = !end;
  box.dataset.phase = end?.phase ?? "";
  box.querySelector(".end-text").textContent = end?.text ?? "";
}

/** The page says how its currency is written; an evening that began on this phone has the page of one in the same unit.
 *  @type {() => Money} */
const money = () => ({ unit: known.book.sheet.unit, currency: config.currency });

// Who would pay whom by now.
function showPlan() {
  const { unit, stake_minor: stake } = known.book.sheet;
  const found = unit !== "points" && known.now.hands.length ? draw.payments(known.now, stake) : null;
  document.querySelector("#plan")?.remove();
  if (found) document.querySelector("#lines").before(draw.planned(found, known.book.people, money()));
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
  // The browser would keep what was in sight where it was, and this above it.
  box.scrollIntoView();
  box.focus({ preventScroll: true });
}

// -- what goes away: what was written, with its way back, and what another phone has written ------------------------------

/** @typedef {{ kind: string, event: string, no: number }} Written */

/** What is shown of a writing. @type {(one: Writing) => Written} */
const written = ({ kind, id, no, known_hands: count }) => ({ kind, event: id, no: no ?? count + 1 });

/** @type {(one: Writing) => void} */
export const tellWritten = (one) => tell(written(one));

/** @type {(one: Writing) => void} */
export const tellAfterLoading = (one) => stored(() => sessionStorage.setItem(AFTER_LOADING, JSON.stringify(written(one))));

/** As soon as the phone knows the hand, before the person looks for the next place to tap. isLast: whether it has heard
 *  from the server by now. */
export function tellLoaded(isLast) {
  const one = JSON.parse(stored(() => sessionStorage.getItem(AFTER_LOADING)) ?? "null");
  if (!one || !(isLast || standingAs(one.event))) return;
  sessionStorage.removeItem(AFTER_LOADING);
  if (known.book && isTablePage && !troubled()) tell(one);
}

/** A person with a hand half entered must see that it may be the same one. */
function tellOfAnother(no) {
  const isHalf = isTouched();
  pass(`${draw.filled(words.came, { no })}${isHalf ? ` ${draw.filled(words.yours_is, { no: no + 1 })}` : ""}`, [], isHalf);
}

/** Neither here nor on the server; what was tapped is still there. */
export const tellNotWritten = () => {
  showState();
  pass(words.not_written, [], true);
};

function withdraw() {
  for (const old of document.querySelectorAll("[data-passing]")) old.remove();
}

/** @type {(one: Written) => void} */
function tell({ kind, no, event }) {
  const stands = standingAs(event), gain = stands?.points[stands.hand.declarer];
  const recorded = stands && `${words.hand}: ${gain ? `${stands.text.split(",")[0]} ${pointsText(gain)}` : stands.text}`;
  const text = { record: recorded, correct: words.corrected, void: words.struck }[kind];
  if (!text) return;
  const undo = kind === "record" && draw.element("button.button", { type: "button", "data-void": stands.no, "data-event": event }, words.undo_button);
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

// -- the form of a hand, for who plays it and for how the evening stands --------------------------------------------------

/** For the next hand, with nothing tapped; or for the one that is corrected, as it was entered. */
function drawForm() {
  form.reset();
  optionsBox().open = false;
  const { players, seated, corrected } = drawHead(), { correcting } = known;
  drawTeams(seated);
  drawAgreed(players);
  offerContracts();
  form.querySelector(".record-word").textContent = correcting ? words.correct_word : words.record;
  form.querySelector(".back-to-next")?.remove();
  if (correcting) fillIn(corrected.hand, seated);
  else form.recall?.();
}

/** The number of the hand, who deals, who sits there and how they stand: what is tapped stays. */
function drawHead() {
  const where = handContext(), { players, dealer } = where, { book, correcting, now } = known, { people } = book;
  const active = activeOf(book.table, players, dealer), no = correcting ?? now.hands.length + 1;
  const seated = players.filter((player) => active.includes(player)); // as they sit: nobody's button moves
  const stands = Object.fromEntries(now.totals.map(({ id, points, tally }) => [id, pointsText(tally ?? points, tally === null)]));
  const who = { stands, dealer, active, sittingOut: players.filter((player) => !active.includes(player)), notes: correcting ? [] : notes(), place: correcting ? null : now.place };
  const title = draw.filled(words.hand, { no });
  document.querySelector(".bar h1").textContent = title;
  document.title = document.title.replace(/^.*?(?= ·)/, title);
  document.querySelector(".who").replaceChildren(...draw.whoLine(who, people, words));
  drawSeats(seated, who);
  for (const input of document.querySelectorAll('[name="known_hands"]')) input.value = String(now.hands.length);
  form.dataset.remember = correcting ? "" : String(no);
  return { ...where, seated };
}

// What the table must know before it plays the next hand.
function notes() {
  const { bock: [factor] = [], round } = known.now.state, { texts } = known.book.table, end = endNow();
  return [
    factor && draw.filled(words.bock_now, { factor: 2 ** factor }),
    round ? draw.filled(words.round_now, { round: texts?.[`round.${round.kind}`] ?? "", left: round.left }) : end && end.phase !== "agreed" && end.text,
  ];
}

const optionsBox = () => /** @type {HTMLDetailsElement} */ (form.querySelector(".options"));

// A correction shows the optional fields that are filled.
function openOptions() {
  const fields = /** @type {Iterable<HTMLInputElement>} */ (optionsBox().querySelectorAll("input, select"));
  optionsBox().open = [...fields].some((field) => (field.type === "checkbox" ? field.checked : field.value));
}

function drawSeats(seated, who) {
  const { people } = known.book, row = form.querySelector(".seats"), taken = taps(form);
  putSeats(row, draw.seatButtons(row.querySelector("[data-seat]"), seated, who, people, words));
  for (const list of /** @type {Iterable<HTMLSelectElement>} */ (form.querySelectorAll("select[data-seats]"))) {
    list.replaceChildren(list.options[0], ...seated.map((id) => new Option(people[id].name, id)));
  }
  form.querySelectorAll("[data-counts]").forEach((row, place) => { drawCounts(row, seated[place]); });
  for (const chips of form.querySelectorAll(".seat-chips")) chips.replaceChildren(...draw.seatChips(chips.querySelector(".chip"), seated, people));
  for (const input of /** @type {Iterable<HTMLInputElement>} */ (form.querySelectorAll(".seat-chips input"))) input.checked = false;
  tap(form, taken);
}

function drawCounts(row, player) {
  const { name, colour } = known.book.people[player] ?? {}, before = row.dataset.counts;
  row.hidden = player === undefined;
  for (const input of row.querySelectorAll("input")) input.name = input.name.replace(before, player ?? before);
  row.dataset.counts = player ?? before;
  row.querySelector("th").replaceChildren(draw.element(`span.dot.p${colour}`), draw.element("span.name", {}, name ?? ""));
}

// Each team is named by the first of its players, as they sit: it keeps its place whoever deals.
function drawTeams(seated) {
  [...form.querySelectorAll('[name="team"]')].filter(({ value }) => value !== "tied").forEach((input, place) => {
    const team = seated.filter((_, seat) => seat % 2 === place);
    input.value = team[0];
    input.nextElementSibling.textContent = team.map((player) => known.book.people[player].name).join(" + ");
  });
}

function drawAgreed(players) {
  form.querySelectorAll(".agreed > label").forEach((label, place) => {
    const player = players[place], { name, colour } = known.book.people[player] ?? {};
    label.hidden = player === undefined;
    if (label.hidden) return;
    label.querySelector("input").name = `points_${player}`;
    label.querySelector(".name").replaceChildren(draw.element(`span.dot.p${colour}`), name);
  });
}

// After a tie there is only its replay, and without one there is none. What a round forces is proposed, else the usual one.
function offerContracts() {
  const { replay } = config, { correcting } = known, { round, match } = known.now.state, tie = match?.tie, isTied = Boolean(tie && !correcting);
  const { contract } = form.elements, { customs } = known.book.table;
  const due = isTied ? ["replay"] : customs?.rounds[round?.kind]?.only ?? [customs && /** @type {HTMLInputElement} */ (form.querySelector(".asks-declarer"))?.value];
  if (replay && contract[0].value !== "replay") {
    form.querySelector(".contracts").prepend(draw.element("label.chip", {},
      draw.element("input", { type: "radio", name: "contract", value: "replay" }), draw.element("span", {}, replay.text)));
  }
  for (const input of replay ? /** @type {Iterable<HTMLInputElement>} */ (/** @type {unknown} */ (contract)) : []) {
    const isReplay = input.value === "replay";
    if (isReplay) input.className = tie && !tie.maker ? replay.of_passed : replay.of_trumps;
    input.closest("label").hidden = !correcting && input.value !== "agreed" && isReplay !== isTied;
  }
  // The first that the form has: the others change nothing.
  if (!correcting) for (const id of [...due].reverse()) contract.value = id;
}

function fillIn(hand, seated) {
  const fields = fieldsOf(hand), place = seated.indexOf(fields.team[0]);
  if (place >= 0) fields.team = [seated[place % 2]];
  for (const input of /** @type {Iterable<HTMLInputElement>} */ (/** @type {unknown} */ (form.elements))) {
    const values = fields[input.name];
    if (!values) continue;
    if (input.type === "radio" || input.type === "checkbox") input.checked = values.includes(input.value);
    else if (input.type !== "hidden") input.value = values.shift() ?? ""; // of several fields of a name each has its own
  }
  openOptions();
  form.querySelector(".record").before(draw.element("button.button.button-quiet.back-to-next", { type: "button" }, words.back));
}

// -- the server's page again, with what another phone wrote: it stands here within seconds, and nothing tapped is lost ------

const PARTS = ["end", "last", "sheet", "lines"]; // in the order of the page
let isLooking = false;

export async function look() {
  if (isLooking || known.isBusy || document.hidden || !isTablePage || unsent().length) return;
  if (onPhone) return onServer();
  isLooking = true;
  try {
    const found = await askSheet(`${tablePath(known.id)}sheet`, known.isDrawn && known.correcting === null ? null : config.version);
    known.isAway = false;
    if (found && !known.isBusy) await catchUp(found);
    // The page came, and its sheet did not: without it this phone judges no hand once the network is gone.
    if (!found && !isCurrent() && await refresh(known.id)) await load();
  } catch {
    known.isAway = true;
  }
  isLooking = false;
  showState();
}

// An evening that was started here has its own address on the server.
function onServer() {
  if (known.id !== onPhone && !known.isBusy && !isTouched()) location.replace(tablePath(known.id));
}

async function catchUp({ page, now: fresh }) {
  // By the form: a phone that keeps nothing knows no hands.
  const count = () => Number(form?.elements.known_hands.value), before = count();
  await refresh(known.id);
  await load().catch(() => {});
  if (known.isBusy) return;
  // Closed or open again: another page altogether.
  if (Boolean(form) === fresh.is_closed && !isTouched()) return location.reload();
  if (known.correcting !== null) {
    config.version = fresh.version;
    return showSheet();
  }
  await renewPage(page, fresh);
  const no = count();
  if (no > before) tellOfAnother(no);
}

async function renewPage(page, fresh) {
  const isNew = known.isDrawn || Number(page.querySelector('[name="known_hands"]')?.value) !== Number(form?.elements.known_hands.value);
  renewSheet(page);
  if (form && !fresh.is_closed && (isNew || !(known.dealtBy ?? form.elements.dealer))) renewForm(page);
  known.isDrawn = false;
  document.documentElement.classList.remove("is-drawn");
  if (isNew) known.dealtBy = null;
  Object.assign(config, fresh);
  await renew(known.id, (old) => ({ ...old, ...ofPage(old) })).catch(() => {});
  await load().catch(() => {});
  form?.dispatchEvent(new Event("change"));
}

// What stands on the server; null where that is `version`. Raises where no answer came.
async function askSheet(path, version) {
  const headers = version ? { "If-None-Match": version } : {};
  const response = await ask(path, known.id, { headers, cache: "no-store" });
  if (response.status === 304) return null;
  if (!response.ok) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return { page, now: JSON.parse(page.querySelector("#phone").dataset.phone) };
}

// Everything beside the form.
function renewSheet(page) {
  const open = new Set([...document.querySelectorAll("#lines tbody:has(details[open])")].map((body) => body.id));
  document.querySelector("#plan")?.remove();
  for (const id of PARTS) {
    const old = document.getElementById(id), fresh = page.getElementById(id);
    if (old && fresh) old.replaceWith(fresh);
    else if (fresh) document.querySelector("#sheet").before(fresh);
    else old?.remove();
  }
  for (const body of document.querySelectorAll("#lines tbody")) if (open.has(body.id)) body.querySelector("details").open = true;
}

// The form, who deals and the number of the hand; what was tapped and typed stays, as far as there is a place for it.
function renewForm(page) {
  const fresh = page.querySelector("#entry");
  document.title = page.title;
  for (const [old, other] of [[".bar h1", "h1"], [".who", ".who"], [".out-of-turn .chips", ".out-of-turn .chips"]]) {
    document.querySelector(old)?.replaceChildren(...page.querySelector(other).childNodes);
  }
  form.dataset.remember = fresh.dataset.remember;
  if (skeleton(form) === skeleton(fresh)) putSeats(form.querySelector(".seats"), [...fresh.querySelectorAll("[data-seat]")]);
  else remade(fresh);
  const [count] = fresh.querySelectorAll('[name="known_hands"]');
  for (const one of document.querySelectorAll('[name="known_hands"]')) one.value = count.value;
  for (const one of document.querySelectorAll('form > [type="hidden"][name="dealer"]')) one.remove();
}

// Whether two forms ask the same of the same people, whoever deals.
function skeleton(form) {
  const fields = [...form.querySelectorAll('input:not([type="hidden"])')].map((input) => {
    const isChoice = input.type === "radio" || input.type === "checkbox";
    return [input.name, input.className, isChoice && input.value, input.closest("label")?.textContent.trim()];
  });
  return JSON.stringify([fields, [...form.querySelectorAll("[data-seat]")].map((seat) => [seat.dataset.seat, seat.className])]);
}

function remade(fresh) {
  const taken = taps(form), { name, selectionStart } = /** @type {Partial<HTMLInputElement>} */ (document.activeElement ?? {});
  form.replaceChildren(...fresh.childNodes);
  tap(form, taken);
  if (taken.some(([field]) => field === name)) {
    const field = form.elements[name];
    field.focus?.({ preventScroll: true });
    if (selectionStart !== undefined && field.type === "text") field.setSelectionRange(selectionStart, selectionStart);
  }
}
