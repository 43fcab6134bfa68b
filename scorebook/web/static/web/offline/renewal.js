// The table page renewed in place: what another phone wrote stands here within seconds, and nothing tapped is lost.

import { within } from "./queue.js";

const PATIENCE_MS = 8000;
const PARTS = ["end", "last", "sheet", "lines"]; // in the order of the page

/** What stands on the server; null where that is `version`. Raises where no answer came. */
export async function ask(path, version) {
  const headers = version ? { "If-None-Match": version } : {};
  const response = await fetch(path, { headers, cache: "no-store", signal: within(PATIENCE_MS) });
  if (response.status === 304) return null;
  if (!response.ok) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return { page, now: JSON.parse(page.querySelector("#phone").dataset.phone) };
}

/** Everything beside the form. */
export function renewSheet(page) {
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

/** The form, who deals and the number of the hand; what was tapped and typed stays, as far as there is a place for it. */
export function renewForm(form, page) {
  const fresh = page.querySelector("#entry");
  document.title = page.title;
  for (const [old, other] of [[".bar h1", "h1"], [".who", ".who"], [".out-of-turn .chips", ".out-of-turn .chips"]]) {
    document.querySelector(old)?.replaceChildren(...page.querySelector(other).childNodes);
  }
  form.dataset.remember = fresh.dataset.remember;
  if (skeleton(form) === skeleton(fresh)) relabel(form, fresh);
  else remade(form, fresh);
  const [known] = fresh.querySelectorAll('[name="known_hands"]');
  for (const one of document.querySelectorAll('[name="known_hands"]')) one.value = known.value;
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

function relabel(form, fresh) {
  for (const seat of fresh.querySelectorAll("[data-seat]")) {
    const label = form.querySelector(`[data-seat="${seat.dataset.seat}"] small`), told = seat.querySelector("small").textContent;
    if (!label.closest("[data-role]:not([data-role=''])")) label.textContent = told;
    label.dataset.rest = told;
  }
}

function remade(form, fresh) {
  const taken = taps(form), { name, selectionStart } = /** @type {Partial<HTMLInputElement>} */ (document.activeElement ?? {});
  form.replaceChildren(...fresh.childNodes);
  tap(form, taken);
  if (taken.some(([field]) => field === name)) {
    const field = form.elements[name];
    field.focus?.({ preventScroll: true });
    if (selectionStart !== undefined && field.type === "text") field.setSelectionRange(selectionStart, selectionStart);
  }
}

const isField = ({ name, type }) => name && type !== "hidden" && type !== "submit" && type !== "button";

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

/** Whether somebody has tapped or typed anything that the page did not bring along. */
export const isTapped = (form) => [...form.elements].filter(isField).some((field) =>
  (field.type === "radio" || field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== sentAs(field)));

const sentAs = ({ options, defaultValue }) => (options ? ([...options].find((one) => one.defaultSelected) ?? options[0]).value : defaultValue);
