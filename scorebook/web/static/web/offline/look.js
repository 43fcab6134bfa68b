// The server's page again, in place of what the phone has drawn, and with what another phone wrote: it stands here within
// seconds, and nothing tapped is lost.

import { config, form, isCurrent, isField, isTablePage, isTouched, known, load, ofPage, onPhone, tablePath, unsent } from "./known.js";
import { refresh, within } from "./queue.js";
import { showSheet, showState, tellOfAnother } from "./show.js";
import { renew } from "./store.js";

const PATIENCE_MS = 8000;
const PARTS = ["end", "last", "sheet", "lines"]; // in the order of the page
let isLooking = false;

export async function look() {
  if (isLooking || known.isBusy || document.hidden || !isTablePage || unsent().length) return;
  if (onPhone) return onServer();
  isLooking = true;
  try {
    const found = await ask(`${tablePath(known.id)}sheet`, known.isDrawn && known.correcting === null ? null : config.version);
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
  const before = known.now?.hands;
  await refresh(known.id);
  await load().catch(() => {});
  if (known.isBusy) return;
  // Closed or open again: another page altogether.
  if (Boolean(form) === fresh.is_closed && !isTouched()) return location.reload();
  const came = before ? known.now.hands.filter(({ id }) => !before.some((hand) => hand.id === id)) : [];
  for (const hand of came) known.others.add(hand.id);
  if (known.correcting !== null) {
    config.version = fresh.version;
    return showSheet();
  }
  await renewPage(page, fresh);
  const hand = came.at(-1);
  if (hand && hand.no > before.length) tellOfAnother(hand);
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
  if (known.others.has(known.now?.hands.at(-1)?.id)) document.querySelector("#last form")?.remove();
  form?.dispatchEvent(new Event("change"));
}

// What stands on the server; null where that is `version`. Raises where no answer came.
async function ask(path, version) {
  const headers = version ? { "If-None-Match": version } : {};
  const response = await fetch(path, { headers, cache: "no-store", signal: within(PATIENCE_MS) });
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
  if (skeleton(form) === skeleton(fresh)) relabel(fresh);
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

function relabel(fresh) {
  for (const seat of fresh.querySelectorAll("[data-seat]")) {
    const label = form.querySelector(`[data-seat="${seat.dataset.seat}"] small`), told = seat.querySelector("small").textContent;
    if (!label.closest("[data-role]:not([data-role=''])")) label.textContent = told;
    label.dataset.rest = told;
  }
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

/** What the form says: [name, value, isChecked]. */
export const taps = (form) => [...form.elements].filter(isField).map(({ name, type, value, checked }) => [name, value, type === "text" || checked]);

/** Taps it anew, where there is such a place. */
export function tap(form, taken) {
  for (const [name, value, isChecked] of taken) {
    const places = [...form.querySelectorAll(`[name="${name}"]`)], [first] = places;
    if (first?.type === "text") first.value = value;
    const place = places.find((one) => one.value === value);
    if (place && (isChecked || place.type === "checkbox")) place.checked = isChecked;
  }
}
