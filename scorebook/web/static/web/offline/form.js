// The form of a hand, drawn for who plays it and for how the evening stands.

import { element, filled } from "./element.js";
import * as draw from "./draw.js";
import { fieldsOf } from "./handform.js";
import { pointsText } from "./money.js";
import { asked, config, endNow, form, known, words } from "./known.js";
import { activeOf } from "./standing.js";

/** For the next hand, with nothing tapped; or for the one that is corrected, as it was told. */
export function drawForm() {
  const where = asked(), { players, dealer, corrected } = where, { book, correcting, now } = known, { people } = book;
  const active = activeOf(book.table, players, dealer), no = correcting ?? now.hands.length + 1;
  const seated = players.filter((player) => active.includes(player)); // as they sit: nobody's button moves
  const stands = Object.fromEntries(now.totals.map(({ id, points, tally }) => [id, pointsText(tally ?? points, tally === null)]));
  const who = { stands, dealer, active, sittingOut: players.filter((player) => !active.includes(player)), notes: correcting ? [] : notes(), place: correcting ? null : now.place };
  form.reset();
  besides().open = false;
  document.querySelector(".bar h1").textContent = filled(words.hand, { no });
  document.querySelector(".who").replaceChildren(...draw.whoLine(who, people, words));
  drawSeats(seated, who);
  drawTeams(seated);
  drawAgreed(players);
  offerContracts();
  for (const input of document.querySelectorAll('[name="known_hands"]')) input.value = String(now.hands.length);
  form.dataset.remember = correcting ? "" : String(no);
  form.querySelector(".record-word").textContent = correcting ? words.correct_word : words.record;
  form.querySelector(".back-to-next")?.remove();
  if (correcting) fillIn(corrected.hand, seated);
  else form.recall?.();
}

// What the table must know before it plays the next hand.
function notes() {
  const { bock: [factor] = [], round } = known.now.state, { texts } = known.book.table, end = endNow();
  return [
    factor && filled(words.bock_now, { factor: 2 ** factor }),
    round ? filled(words.round_now, { round: texts?.[`round.${round.kind}`] ?? "", left: round.left }) : end && end.phase !== "agreed" && end.text,
  ];
}

const besides = () => /** @type {HTMLDetailsElement} */ (form.querySelector(".besides"));

// What was said beside the result is not hidden from who corrects it.
function showSaid() {
  const fields = /** @type {Iterable<HTMLInputElement>} */ (besides().querySelectorAll("input, select"));
  besides().open = [...fields].some((field) => (field.type === "checkbox" ? field.checked : field.value));
}

function drawSeats(seated, who) {
  const { people } = known.book, row = form.querySelector(".seats");
  row.replaceChildren(...draw.seatButtons(row.querySelector("[data-seat]"), seated, who, people, words));
  for (const list of /** @type {Iterable<HTMLSelectElement>} */ (form.querySelectorAll("select[data-seats]"))) {
    list.replaceChildren(list.options[0], ...seated.map((id) => new Option(people[id].name, id)));
  }
  form.querySelectorAll("[data-counts]").forEach((row, place) => { drawCounts(row, seated[place]); });
  for (const chips of form.querySelectorAll(".seat-chips")) chips.replaceChildren(...draw.seatChips(chips.querySelector(".chip"), seated, people));
}

function drawCounts(row, player) {
  const { name, colour } = known.book.people[player] ?? {}, before = row.dataset.counts;
  row.hidden = player === undefined;
  for (const input of row.querySelectorAll("input")) input.name = input.name.replace(before, player ?? before);
  row.dataset.counts = player ?? before;
  row.querySelector("th").replaceChildren(element(`span.dot.p${colour}`), element("span.name", {}, name ?? ""));
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
    label.querySelector(".name").replaceChildren(element(`span.dot.p${colour}`), name);
  });
}

// After a tie there is only its replay, and without one there is none.
function offerContracts() {
  const { replay } = config, tie = known.now.state.match?.tie, isCorrection = known.correcting !== null, isTied = Boolean(tie) && !isCorrection;
  if (!replay) return;
  if (!form.querySelector('[name="contract"][value="replay"]')) {
    form.querySelector(".contracts").prepend(element("label.chip", {},
      element("input", { type: "radio", name: "contract", value: "replay" }), element("span", {}, replay.text)));
  }
  for (const input of form.querySelectorAll('[name="contract"]')) {
    const isReplay = input.value === "replay";
    if (isReplay) input.className = tie && !tie.maker ? replay.of_passed : replay.of_trumps;
    input.closest("label").hidden = !isCorrection && input.value !== "agreed" && isReplay !== isTied;
    if (!isCorrection && isReplay && isTied) input.checked = true;
  }
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
  showSaid();
  form.querySelector(".record").before(element("button.button.button-quiet.back-to-next", { type: "button" }, words.back));
}
