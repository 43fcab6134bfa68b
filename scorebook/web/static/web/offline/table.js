// The table page with a phone's memory: what is recorded is kept here first and then sent; with the network gone the
// page goes on with what the phone knows. With the network there, the server's own page is what is seen.

import { evaluate } from "../evaluate.js";
import "../table.js";
import * as draw from "./draw.js";
import { asWritten, decide } from "./decide.js";
import { drawAgreed, drawTeams, fill, offerContracts } from "./form.js";
import { carriedOver, fieldsOf, handFrom, missing } from "./handform.js";
import { keepPage } from "./keep.js";
import { pointsText } from "./money.js";
import { refresh, send, write } from "./queue.js";
import { ask, isTapped, renewForm, renewSheet, tap, taps } from "./renewal.js";
import { activeOf, standing } from "./standing.js";
import { change, evening, renew, uuid, writings } from "./store.js";
import { handLine, reasonLine } from "./words.js";

const EVERY_MS = 2800; // a hand that another phone wrote is there within 3 s, answer included
const RETRY_MS = [500, 2000, 4000, 8000, 15000, 30000];
const UNDO_SHOWN_MS = 12000;
const SOON_MS = 2500;
const NOTE = "recorded";

const config = JSON.parse(document.querySelector("#phone").dataset.phone);
const { words } = config;
const onPhone = /^\/phone\/([0-9a-f-]{36})\/$/.exec(location.pathname);
const tablePath = (token) => `/t/${token}/`;
const form = document.querySelector("#entry");
const isTablePage = form?.dataset.page !== "hand";
const pageNo = Number(form?.dataset.no ?? 0);

let id = onPhone ? onPhone[1] : config.token;
let book = null, now = null, waiting = [];
let isDrawn = false; // whether the page shows what the phone knows, and no longer what the server sent
let correcting = isTablePage ? null : pageNo, dealtBy = null, isBusy = false, tries = 0, timer = 0;
let isLooking = false, isAway = false; // away: the last question was not answered
const others = new Set(); // events that came from another phone while this page was open

// -- what the phone knows --------------------------------------------------------------------------------------------

async function remember() {
  const known = await evening(id);
  if (known?.moved) return location.replace(tablePath(known.moved));
  if (!onPhone) {
    const isSame = known?.lookup === config.lookup; // its address changes with the scripts that read it
    const fetched = isSame ? null : await fetch(config.lookup), copy = fetched?.clone();
    const table = isSame ? known.table : await fetched.json();
    await renew(id, (old) => ({ ...old, ...ofPage(old), id, token: id, table, lookup: config.lookup, seen: new Date().toISOString() }));
    if (!known) navigator.storage?.persist?.().catch(() => {});
    const isMine = (await writings(id)).some((one) => one.done === undefined);
    if (isMine || !known?.sheet || known.sheet.revision < config.revision) await refresh(id);
    if (isTablePage) keepPage(config.lookup, copy).then((opens) => { if (opens) pill.dataset.opens = "offline"; }, () => {});
  }
  return load();
}

const ofPage = (old) => ({ people: { ...old?.people, ...config.people }, club: config.club, isClosed: config.is_closed });

async function load() {
  const known = await evening(id);
  if (!known?.sheet) return;
  book = known;
  waiting = await writings(id);
  now = standing(book, waiting);
}

// Whether the phone knows at least as much as the page.
const isCurrent = () => now !== null && (isDrawn || onPhone !== null || book.sheet.revision >= config.revision);
const unsent = () => waiting.filter(({ done }) => done === undefined);
const troubled = () => unsent().find(({ trouble }) => trouble);

// What the form is about: the next hand, or the one that is corrected.
function at() {
  if (correcting) {
    const hand = now.hands[correcting - 1];
    return hand && { players: hand.players, dealer: hand.dealer, state: hand.before, corrected: hand };
  }
  const dealer = dealtBy ?? form.elements.dealer?.value ?? now.dealer;
  return { players: now.players, dealer, state: now.state };
}

function lineOf(contract, players) {
  const [, list] = book.table.people[players.length] ?? [];
  return book.table.lines[book.table.contracts[list]?.[contract]];
}

function handOf(data) {
  const { players, corrected } = at(), contract = String(data.get("contract") ?? "");
  const asks = (question) => form.querySelector(`[name="contract"].asks-${question}:checked`) !== null;
  const hand = handFrom(data, { asks, table: book.table, line: lineOf(contract, players), players });
  return corrected ? carriedOver(hand, corrected.hand) : hand;
}

// -- preview ---------------------------------------------------------------------------------------------------------

const textOf = (name, value) => form.querySelector(`[name="${name}"][value="${value}"] + span`)?.textContent.trim() ?? value;

/** What table.js shows instead of asking the server; null where only the server can tell. */
function judge() {
  if (!isCurrent() || !at()) return null;
  const hand = handOf(new FormData(form)), where = { ...at(), hand };
  const score = evaluate(book.table, where);
  if (!score) return null;
  return {
    problems: [], won: score.won, level: score.level, sum: sumOf(where, score), gains: score.points,
    points: where.players.map((player) => ({ id: player, name: book.people[player].name, points: gainText(score, player) })),
  };
}

// Offline the button names what the hand still lacks, as the server does.
function whatIsMissing() {
  const hand = at() && handOf(new FormData(form)), code = hand && missing(hand, lineOf(hand.contract, at().players));
  return book.table.texts[`problem.${code}`] ?? words.not_whole;
}

function sumOf({ hand }, score) {
  const nameOf = (player) => book.people[player]?.name ?? "";
  return reasonLine(score, { texts: book.table.texts, contract: textOf("contract", hand.contract), hand, nameOf });
}

/** Where the sheet holds a tally, what is paid for it stands behind it.
 *  @type {(score: Pick<Score, "points" | "tally">, player: Player) => string} */
function gainText({ points, tally }, player) {
  if (!tally) return pointsText(points[player]);
  return `${pointsText(tally[player], false)}${points[player] ? ` (${pointsText(points[player])})` : ""}`;
}

// The hand as the sheet will say it; what only the server can judge is told by its contract until it has.
function saidOf(hand) {
  const { texts } = book.table, contract = texts[`contract.${hand.contract}`] ?? textOf("contract", hand.contract);
  const here = at(), score = here && evaluate(book.table, { ...here, hand });
  if (!score) return contract;
  const kind = lineOf(hand.contract, here.players).report, nameOf = (player) => book.people[player]?.name ?? "";
  return handLine(score, { kind, texts, contract, hand, nameOf });
}

// -- writing ---------------------------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const sent = /** @type {EntryForm} */ (event.target), found = /\/hands\/(\d+)\/void$/.exec(new URL(sent.action).pathname);
  if (sent.dataset.phonePassed || !(sent.id === "entry" || sent.id === "thrown-in" || found)) return;
  // No memory here, or not ready, or a choice of the server's page: the plain form does it.
  if (!book || (sent.id === "entry" && !at()) || event.submitter?.closest("#conflict")) return;
  event.preventDefault();
  event.stopPropagation();
  if (isBusy || isAsked()) return;
  const data = new FormData(sent);
  // Without the server nobody else would notice a hand that cannot be.
  if (isDrawn && sent.id === "entry" && !judge()) return;
  isBusy = true;
  const one = found ? voiding(Number(found[1]), data.get("replaces")) : sent.id === "entry" && correcting ? correction(data) : recording(data);
  navigator.vibrate?.(found ? [20, 40, 20] : 30);
  keep(one, sent).finally(() => { isBusy = false; });
}, true);

// What is written while a choice is open would be about hands that nobody knows yet.
function isAsked() {
  const box = document.querySelector("#conflict");
  if (!troubled() || !box) return false;
  box.scrollIntoView({ block: "start" });
  return true;
}

function recording(data) {
  const { players, dealer } = at(), judged = data.get("thrown_in") ? null : judge(), hand = data.get("thrown_in") ? { contract: "thrown_in" } : handOf(data);
  return {
    kind: "record", players, hand, said: saidOf(hand), sum: judged?.sum ?? "", points: judged?.gains,
    known_hands: Number(data.get("known_hands")), ...(isCurrent() && { dealer, isOutOfTurn: dealer !== now.dealer }),
  };
}

function correction(data) {
  const hand = handOf(data), replaces = data.get("replaces") ?? at().corrected.id, judged = judge();
  return { kind: "correct", no: correcting, replaces, hand, said: saidOf(hand), sum: judged?.sum ?? "", points: judged?.gains };
}

const voiding = (no, replaces) => ({ kind: "void", no, replaces });

async function keep(one, sent) {
  const isFirst = unsent().length === 0;
  let kept;
  try {
    kept = await write({ ...one, evening: id, id: uuid(), at: new Date().toISOString() });
  } catch {
    return plain(sent);
  }
  sessionStorage.removeItem(form?.dataset.remember);
  if (navigator.onLine === false || isDrawn) return goOn(kept);
  const outcome = await Promise.race([send(id), new Promise((resolve) => { setTimeout(resolve, SOON_MS, null); })]);
  const isMine = outcome?.trouble?.seq === kept.seq;
  if (isMine && outcome.trouble.trouble.kind === "refused" && isFirst && sent && !onPhone) {
    // Refused while the person looks on: the server's page says it best, with everything still typed.
    await change((_, store) => store.delete(kept.seq));
    return plain(sent);
  }
  if (outcome && outcome.left === 0) return arrive(kept, outcome.moved);
  return goOn(kept);
}

function plain(sent) {
  sent.dataset.phonePassed = "1";
  sent.submit();
}

const told = ({ kind, id: event, no, known_hands: known }) => ({ kind, event, no: no ?? known + 1 });

function arrive(one, moved) {
  sessionStorage.setItem(NOTE, JSON.stringify(told(one)));
  location.replace(tablePath(moved ?? id));
}

// The page goes on by itself; what waits is sent as soon as it can be.
async function goOn(one) {
  if (!isTablePage) {
    sessionStorage.setItem(NOTE, JSON.stringify(told(one)));
    return location.assign(onPhone ? location.pathname : tablePath(id));
  }
  correcting = dealtBy = null;
  await load();
  if (troubled() && await refresh(id)) await load();
  show();
  if (troubled()) return;
  note(told(one));
  later();
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(deliver, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
  tries += 1;
}

async function deliver() {
  clearTimeout(timer);
  const before = (await writings(id)).filter((one) => one.done === undefined).length;
  if (before === 0) return;
  const { left, trouble, moved } = await send(id);
  // Something came through, so the network is only bad and not gone.
  if (left < before) tries = 0;
  if (moved) {
    const old = location.pathname;
    id = moved;
    await self.caches?.open("pages").then((pages) => pages.delete(old));
  }
  if (left === 0 || trouble) await refresh(id);
  await load();
  state();
  if (left > 0 && !trouble) later();
  choices();
  // Never the form: somebody may have it half filled in.
  if (isDrawn) drawSheet();
  if (left === 0) {
    tries = 0;
    await look();
  }
}

/** The server's page again, in place of what the phone has drawn, and with what another phone wrote. */
async function look() {
  if (isLooking || isBusy || document.hidden || !isTablePage || unsent().length) return;
  if (onPhone) return onServer();
  isLooking = true;
  try {
    const found = await ask(`${tablePath(id)}sheet`, isDrawn && correcting === null ? null : config.version);
    isAway = false;
    if (found && !isBusy) await catchUp(found);
  } catch {
    isAway = true;
  }
  isLooking = false;
  state();
}

// An evening that was started here has its own address on the server.
function onServer() {
  if (id !== onPhone[1] && !isBusy && !isTouched()) location.replace(tablePath(id));
}

async function catchUp({ page, now: fresh }) {
  const before = now?.hands;
  await refresh(id);
  await load().catch(() => {});
  if (isBusy) return;
  // Closed or open again: another page altogether.
  if (Boolean(form) === fresh.is_closed && !isTouched()) return location.reload();
  const came = before ? now.hands.filter(({ id: event }) => !before.some((hand) => hand.id === event)) : [];
  for (const hand of came) others.add(hand.id);
  if (correcting !== null) {
    config.version = fresh.version;
    return drawSheet();
  }
  const isNew = isDrawn || Number(page.querySelector('[name="known_hands"]')?.value) !== Number(form?.elements.known_hands.value);
  renewSheet(page);
  if (form && !fresh.is_closed && (isNew || !(dealtBy ?? form.elements.dealer))) renewForm(form, page);
  isDrawn = false;
  document.documentElement.classList.remove("is-drawn");
  if (isNew) dealtBy = null;
  Object.assign(config, fresh);
  await renew(id, (old) => ({ ...old, ...ofPage(old) })).catch(() => {});
  await load().catch(() => {});
  if (others.has(now?.hands.at(-1)?.id)) document.querySelector("#last form")?.remove();
  form?.dispatchEvent(new Event("change"));
  const hand = came.at(-1);
  if (hand && hand.no > before.length) tellOf(hand);
}

const isTouched = () => correcting !== null || (form !== null && isTapped(form));

// -- showing ---------------------------------------------------------------------------------------------------------

const pill = draw.element("p.kept", { role: "status" });
document.querySelector(".bar h1")?.after(pill);

function state() {
  const left = unsent(), trouble = troubled();
  const texts = trouble ? [words.look] : left.length ? [words.here, draw.filled(words.waiting, { n: left.length })] : [isAway ? words.no_network : words.on_server];
  pill.replaceChildren(...texts.map((text) => draw.element("span", {}, text)));
  pill.dataset.kept = trouble ? "look" : left.length ? "here" : isAway ? "away" : "server";
  // Nothing is struck out while a choice is open, nor a hand that no longer stands as it was written here.
  document.documentElement.classList.toggle("is-asked", Boolean(trouble));
  for (const button of document.querySelectorAll("[data-passing] [data-event]")) if (!standingAs(button.dataset.event)) button.remove();
}

const standingAs = (event) => now?.hands.find((hand) => hand.id === event && !hand.isVoid);

function show() {
  state();
  if (form && isTablePage) redraw();
  choices();
}

// Everything on the page that hands change, from what the phone knows.
function redraw() {
  if (!form || !isTablePage) return;
  isDrawn = true;
  document.documentElement.classList.add("is-drawn");
  drawForm();
  drawSheet();
  form.dispatchEvent(new Event("change"));
}

function drawSheet() {
  const last = now.hands.at(-1);
  document.querySelector("#last")?.remove();
  if (last) document.querySelector("#sheet").before(draw.lastHand(last, !others.has(last.id)));
  const options = { unit: book.sheet.unit, stake: book.sheet.stake_minor };
  const sums = document.querySelector(".totals");
  sums.replaceChildren(...draw.totals(now, book.people, options));
  document.querySelector(".paper")?.remove();
  if (now.paper) sums.before(draw.paper(now.paper, book.people));
  document.querySelector("#pot")?.remove();
  if (now.state.pot) sums.after(draw.pot(now.state.pot, options));
  document.querySelector("#chart").replaceChildren(...draw.chart(now, book.people));
  part("plan", planned(), "#lines");
  const lines = document.querySelector("#lines");
  lines.replaceChildren(lines.firstElementChild, now.hands.length ? draw.sheet(now, book.people) : draw.element("p.soft", {}, words.no_hand));
}

function drawForm() {
  const here = at(), active = activeOf(book.table, here.players, here.dealer), no = correcting ?? now.hands.length + 1;
  const who = {
    dealer: here.dealer, active, sittingOut: here.players.filter((player) => !active.includes(player)), notes: correcting ? [] : notes(now.state),
  };
  const seated = here.players.filter((player) => active.includes(player)); // as they sit: nobody's button moves
  form.reset();
  document.querySelector(".bar h1").textContent = draw.filled(words.hand, { no });
  document.querySelector(".who").replaceChildren(...draw.whoLine(who, book.people, words));
  form.querySelector(".seats").replaceChildren(...draw.seatButtons(seated, who, book.people, words));
  for (const [row, name, type] of [["declarer", "declarer", "radio"], ["partner", "partner", "radio"], ["maidens", "maidens", "checkbox"],
    ["losers", "losers", form.querySelector('[name="losers"]')?.type]]) {
    form.querySelector(`.row-${row} .seat-chips`)?.replaceChildren(...draw.seatChips(name, type, seated, book.people));
  }
  drawTeams(form, seated, book.people);
  drawAgreed(form, here.players, book.people);
  offerContracts(form, config.replay, now.state.match?.tie, correcting !== null);
  for (const input of document.querySelectorAll('[name="known_hands"]')) input.value = now.hands.length;
  form.dataset.remember = `${id}-${no}`;
  form.querySelector(".record-word").textContent = correcting ? words.correct_word : words.record;
  form.querySelector(".back-to-next")?.remove();
  if (correcting) {
    const fields = fieldsOf(here.corrected.hand), place = seated.indexOf(fields.team[0]);
    if (place >= 0) fields.team = [seated[place % 2]];
    fill(form, fields);
    form.querySelector(".record").before(draw.element("button.button.button-quiet.back-to-next", { type: "button" }, words.back));
  }
}

// What the table must know before it plays the next hand.
function notes({ bock: [factor] = [], round }) {
  return [
    factor && draw.filled(words.bock_now, { factor: 2 ** factor }),
    round && draw.filled(words.round_now, { round: book.table.texts?.[`round.${round.kind}`] ?? "", left: round.left }),
  ];
}

function part(name, children, before) {
  let section = document.getElementById(name);
  if (!section && children) {
    section = draw.element("section.part", { id: name });
    document.querySelector(before).before(section);
  }
  if (section) section.hidden = !children;
  section?.replaceChildren(...(children ?? []));
}

function planned() {
  const { unit, stake_minor: stake } = book.sheet;
  const found = unit !== "points" && now.hands.length ? draw.payments(now, stake) : null;
  if (!found) return null;
  return [draw.element("details.fold", {}, draw.element("summary", {}, words.plan),
    found.length ? draw.paymentList(found, book.people, unit, words) : draw.element("p", {}, words.nobody_pays))];
}

// Asks what counts, for as long as it is not decided.
function choices() {
  const one = troubled(), shown = document.querySelector("#conflict[data-about]");
  if (!one) return shown?.remove();
  for (const old of document.querySelectorAll("[data-passing]")) old.remove();
  const about = JSON.stringify([one, waiting.map(({ seq }) => seq)]);
  // Drawn anew under a finger, a button would lose its tap.
  if (shown?.dataset.about === about) return;
  const box = draw.conflict(one, asWritten(one, waiting), (player) => book.people[player]?.name ?? "", words);
  box.dataset.about = about;
  shown?.remove();
  document.querySelector("#main").prepend(box);
}

function note({ kind, no, event }) {
  const text = { record: words.recorded, correct: words.corrected, void: words.struck }[kind], stands = standingAs(event);
  if (!text) return;
  const undo = kind === "record" && stands && draw.element(
    "button.button", { type: "button", "data-void": stands.no, "data-event": event }, words.undo_button);
  // What is struck out counts again once it is corrected.
  const again = kind === "void" && (isDrawn ? draw.element("button.button", { type: "button", "data-correct": no }, words.correct)
    : draw.element("a.button", { href: `${tablePath(id)}hands/${no}/` }, words.correct));
  pass(draw.filled(text, { no: stands?.no ?? no }), [undo, again]);
}

// Whoever has a hand half entered must see that it may be the same one.
function tellOf({ no }) {
  const isHalf = isTouched();
  pass(`${draw.filled(words.came, { no })}${isHalf ? ` ${draw.filled(words.yours_is, { no: no + 1 })}` : ""}`, [], isHalf);
}

function pass(text, buttons, stays = false) {
  for (const old of document.querySelectorAll("[data-passing]")) old.remove();
  const box = draw.element("div.note", { role: "status", "data-passing": "" }, draw.element("p", {}, text), ...buttons);
  document.querySelector("#main").prepend(box);
  if (!stays) setTimeout(() => box.remove(), UNDO_SHOWN_MS);
}

// -- tapping ---------------------------------------------------------------------------------------------------------

const TAPPED = "[data-correct], [data-void], [data-choice], .back-to-next, a[href^='?dealer='], a[href*='/hands/']";

document.addEventListener("click", async (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const tapped = /** @type {HTMLAnchorElement | null} */ (target.closest(TAPPED));
  if (!tapped || !book) return;
  const [, hand] = /\/hands\/(\d+)\/$/.exec(tapped.pathname ?? "") ?? [];
  if (hand) {
    // Without a network the hand's own page would not open; this one can correct it too.
    if (!(isTablePage && form && isCurrent() && (isAway || navigator.onLine === false))) return;
    event.preventDefault();
    return correctHere(Number(hand));
  }
  if (tapped.dataset.correct && isDrawn) return correctHere(Number(tapped.dataset.correct));
  if (tapped.matches(".back-to-next")) return correctHere(null);
  if (tapped.dataset.void) return strikeOut(Number(tapped.dataset.void), tapped.dataset.event);
  if (tapped.dataset.choice) return choose(tapped.dataset.choice);
  if (tapped.href && isDrawn) {
    event.preventDefault();
    dealtBy = new URLSearchParams(tapped.search).get("dealer");
    tapped.closest("details").open = false;
    redraw();
  }
});

function correctHere(no) {
  correcting = no;
  redraw();
  form.scrollIntoView({ block: "start" });
}

async function strikeOut(no, event) {
  if (isBusy || isAsked()) return;
  isBusy = true;
  await keep(voiding(no, event), null).finally(() => { isBusy = false; });
}

async function choose(choice) {
  const trouble = troubled();
  if (!trouble) return;
  await decide(trouble, choice);
  if (!isTablePage) return location.assign(tablePath(id));
  await load();
  const taken = taps(form);
  show();
  tap(form, taken);
  form.dispatchEvent(new Event("change"));
  await deliver();
  await look();
}

// -- beginning -------------------------------------------------------------------------------------------------------

async function begin() {
  // What the phone knows already does not wait for a network that may never answer.
  await load().catch(() => {});
  present();
  await remember().catch(() => {});
  await load().catch(() => {});
  present();
  const said = sessionStorage.getItem(NOTE);
  sessionStorage.removeItem(NOTE);
  if (said && book && isTablePage && !troubled()) note(JSON.parse(said));
  await deliver();
  setInterval(look, EVERY_MS);
}

function present() {
  if (!book) return;
  if (onPhone) document.documentElement.classList.add("on-phone");
  if (form) {
    form.judge = judge;
    form.whatIsMissing = whatIsMissing;
  }
  // The page comes from the server and knows what is done by then, unless it was kept here from before.
  const isOlder = book.sheet.revision > config.revision || waiting.some(({ done }) => !(done <= config.revision)) || onPhone;
  if (isTablePage && !isDrawn && isOlder) show();
  else state();
  form?.dispatchEvent(new Event("change"));
}

addEventListener("online", () => { tries = 0; deliver(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) deliver().then(look); });
begin();

