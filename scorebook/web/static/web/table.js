// The table page with a script: one row of players, a preview at each tap, an undo that goes away.
// Every answer comes from the form's own fields, so that the form stays whole without this script.

// The page as it came, before a script changes it: on the first visit there is no service worker yet that would keep it.
export const asSent = navigator.serviceWorker?.controller === null ? `<!doctype html>${document.documentElement.outerHTML}` : null;

const PREVIEW_DELAY_MS = 60;
const UNDO_SHOWN_MS = 12000;
const TAPS_AT = `taps ${location.pathname}`; // closed.js knows it too

// Where a browser keeps nothing, nothing is kept.
export function stored(work) {
  try {
    return work(localStorage);
  } catch {
    return null;
  }
}

/** The hand is written down. */
export const forgetTaps = () => stored((store) => store.removeItem(TAPS_AT));

/** Whether it is a field to tap or type in. */
const isField = ({ name, type }) => name && type !== "hidden" && type !== "submit" && type !== "button";
const isChoice = ({ type }) => type === "radio" || type === "checkbox";
const fieldsOf = (form) => [...form.elements].filter(isField);

/** Whether anything was tapped or typed since the page came. */
export const isTapped = (form) => fieldsOf(form).some((field) =>
  (isChoice(field) ? field.checked !== field.defaultChecked : field.value !== sentAs(field)));
const sentAs = ({ options, defaultValue }) => (options ? ([...options].find((one) => one.defaultSelected) ?? options[0]).value : defaultValue);

/** What the form says: [name, value, isChecked]. */
export const taps = (form) => fieldsOf(form).map(({ name, value, checked }) => [name, value, checked]);

/** Taps it anew, where there is such a place. */
export function tap(form, taken) {
  const turns = {};
  for (const [name, value, isChecked] of taken) {
    const places = [...form.querySelectorAll(`[name="${name}"]`)];
    if (places.some(isChoice)) {
      const place = places.find((one) => one.value === value);
      if (place && (isChecked || place.type === "checkbox")) place.checked = isChecked;
      continue;
    }
    // Of several fields of a name each has its own.
    const turn = turns[name] ?? 0, place = places[turn];
    turns[name] = turn + 1;
    if (place && (!place.options || [...place.options].some((one) => one.value === value))) place.value = value;
  }
}

/** Puts the seats in as the server or the phone has drawn them. Where the same people sit there, their buttons stay, and
 *  with them what was tapped: `seatRow` shows it again with the next change.
 *  @type {(row: Element, drawn: HTMLElement[]) => void} */
export function putSeats(row, drawn) {
  const seats = /** @type {HTMLElement[]} */ ([...row.children]);
  if (seats.length !== drawn.length || seats.some((seat, place) => seat.dataset.seat !== drawn[place].dataset.seat)) return row.replaceChildren(...drawn);
  for (const [place, seat] of seats.entries()) {
    const label = seat.querySelector("small"), role = seat.dataset.role && label.textContent;
    for (const part of drawn[place].children) seat.querySelector(part.className ? `.${part.className}` : "small").textContent = part.textContent;
    delete label.dataset.rest;
    if (role) Object.assign(label, { textContent: role }).dataset.rest = drawn[place].querySelector("small").textContent;
  }
}

function seatRow(form) {
  const seats = () => form.querySelector(".seats");
  const inputs = (name) => [...form.querySelectorAll(`[name="${name}"]`)];
  const chosen = (name) => inputs(name).filter((input) => input.checked).map((input) => input.value);
  const choose = (name, ids) => inputs(name).forEach((input) => { input.checked = ids.includes(input.value); });
  const asks = (question) => form.querySelector(`[name="contract"].asks-${question}:checked`) !== null;
  const losersWanted = () => (inputs("losers").some((input) => input.type === "checkbox") ? 2 : 1);
  const marches = () => chosen("march").includes("1");

  function tapDeclared(id) {
    const [declarer] = chosen("declarer");
    const [partner] = chosen("partner");
    if (!asks("partner")) {
      choose("declarer", declarer === id ? [] : [id]);
      choose("partner", []);
    } else if (!declarer || partner || declarer === id) {
      choose("declarer", declarer === id && !partner ? [] : [id]);
      choose("partner", []);
    } else {
      choose("partner", [id]);
    }
  }

  function tapRamsch(id) {
    const losers = chosen("losers");
    const maidens = chosen("maidens");
    const wanted = marches() ? 1 : losersWanted();
    if (losers.includes(id)) {
      choose("losers", losers.filter((one) => one !== id));
    } else if (maidens.includes(id)) {
      choose("maidens", maidens.filter((one) => one !== id));
    } else if (marches() || losers.length < wanted) {
      choose("losers", marches() ? [id] : [...losers, id]);
    } else {
      choose("maidens", [...maidens, id]);
    }
  }

  function roleOf(id) {
    if (asks("losers")) {
      if (chosen("losers").includes(id)) return marches() ? "march" : "loser";
      return chosen("maidens").includes(id) && !marches() ? "maiden" : "";
    }
    if (chosen("declarer").includes(id)) return "declarer";
    return asks("partner") && chosen("partner").includes(id) ? "partner" : "";
  }

  function show() {
    const row = seats(), hint = form.querySelector(".maiden-hint");
    for (const button of row.querySelectorAll("[data-seat]")) {
      const role = roleOf(button.dataset.seat);
      // What is written anew is styled and laid out anew, even where it is the same.
      if ((button.dataset.role ?? "") === role) continue;
      const label = button.querySelector("small");
      label.dataset.rest ??= label.textContent;
      label.textContent = role ? row.getAttribute(`data-role-${role}`) : label.dataset.rest;
      button.dataset.role = role;
      button.setAttribute("aria-pressed", String(role !== ""));
    }
    if (hint) hint.textContent = !marches() && chosen("losers").length >= losersWanted() ? hint.dataset.hint : "";
  }

  // On the form: its parts are replaced while it is open, see offline/show.js.
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-seat]");
    if (!button) return;
    (asks("losers") ? tapRamsch : tapDeclared)(button.dataset.seat);
    form.dispatchEvent(new Event("change"));
  });
  return show;
}

function livePreview(form) {
  const part = (name) => form.querySelector(`.record${name}`);
  let latest = 0;
  let timer = 0;

  function cell({ name, points: figure }) {
    const box = document.createElement("span");
    const label = document.createElement("span");
    label.className = "name";
    label.textContent = name;
    const value = document.createElement("b");
    value.textContent = figure;
    box.append(label, value);
    return box;
  }

  // Of those who sit out only what they pay or get.
  const isShown = ({ id, points }) => points !== "0" || form.querySelector(`[data-seat="${id}"]`);

  function show(answer) {
    const isWhole = answer.problems.length === 0;
    part("").disabled = !isWhole;
    part(" [data-points]").replaceChildren(...(isWhole ? answer.points.filter(isShown).map(cell) : []));
    part(" [data-sum]").textContent = isWhole ? answer.sum : answer.problems[0].text;
    if (isWhole && form.elements.card_points?.value && answer.won !== null) follow(answer);
    form.dispatchEvent(new CustomEvent("previewed", { detail: answer }));
  }

  // Typed card points decide: the buttons beside them show what they came to.
  function follow({ won, level }) {
    for (const [name, value] of [["won", won ? "yes" : "no"], ["level", level]]) {
      const input = form.querySelector(`[name="${name}"][value="${value}"]`);
      if (input) input.checked = true;
    }
  }

  async function ask() {
    const turn = ++latest;
    try {
      const response = await fetch(form.dataset.preview, { method: "POST", body: new FormData(form) });
      if (!response.ok) throw new Error(String(response.status));
      const answer = await response.json();
      if (turn === latest) show(answer);
    } catch {
      // Without an answer the form still works: the server judges it when it is sent. A phone that can judge by
      // itself, and did not, has no whole hand before it.
      if (turn === latest) {
        part("").disabled = Boolean(form.judge);
        part(" [data-points]").replaceChildren();
        part(" [data-sum]").textContent = form.whatIsMissing?.() ?? "";
      }
    }
  }

  return () => {
    clearTimeout(timer);
    latest += 1; // an answer on its way is about what stood here before
    // offline/table.js looks most hands up on the phone.
    const known = form.judge?.();
    if (known) show(known);
    else timer = setTimeout(ask, PREVIEW_DELAY_MS);
  };
}

// Laufende, Stoss and Gelegt: a tap on one sets the least and offers the others, and the next tap shuts them. On the
// click, so that nothing moves below the finger before.
function calls(form) {
  form.addEventListener("click", ({ target, detail }) => {
    const call = target.closest(".call"), summary = target.closest(".call > summary"), open = form.querySelector(".call[open]");
    // Not for the keys, which go from one choice to the next.
    if (open && (open !== call || (detail && !summary))) open.open = false;
    if (!summary || call.open || !call.querySelector('[value="0"]:checked')) return;
    const chips = [...call.querySelectorAll('input:not([value="0"])')];
    chips.find((chip) => getComputedStyle(chip.parentElement).display !== "none").checked = true;
    form.dispatchEvent(new Event("change"));
  });
  return () => {
    for (const call of form.querySelectorAll(".call")) {
      const text = call.querySelector(':checked:not([value="0"]) + span')?.textContent ?? "";
      call.querySelector("b").textContent = text;
    }
  };
}

// Taps stay over a reload, a locked phone and a killed browser, for the same hand and the same people.
function storeTaps(form) {
  const about = () => [form.dataset.remember, ...[...form.querySelectorAll("[data-seat]")].map(({ dataset }) => dataset.seat)].join(" ");
  const before = () => JSON.parse(stored((store) => store.getItem(TAPS_AT)) ?? "{}");

  // Another hand's taps stay where they are: the phone may draw that hand next.
  form.recall = () => {
    const { hand, taken } = before();
    if (form.dataset.remember && hand === about()) tap(form, taken);
  };
  form.addEventListener("submit", forgetTaps);
  form.recall();
  return () => {
    if (!form.dataset.remember) return;
    if (isTapped(form)) stored((store) => store.setItem(TAPS_AT, JSON.stringify({ hand: about(), taken: taps(form) })));
    else if (before().hand === about()) forgetTaps();
  };
}

function sendOnce() {
  document.addEventListener("submit", (event) => {
    const { dataset } = /** @type {HTMLElement} */ (event.target);
    if (dataset.once === undefined) return;
    if (dataset.sent) event.preventDefault();
    dataset.sent = "1";
  });
  addEventListener("pageshow", () => { for (const form of document.querySelectorAll("[data-sent]")) delete form.dataset.sent; });
}

const form = document.querySelector("#entry");
if (form) {
  const showSeats = seatRow(form);
  const preview = livePreview(form);
  const remember = storeTaps(form);
  const showCalls = calls(form);
  const changed = () => { showSeats(); showCalls(); remember(); preview(); };
  form.addEventListener("change", (event) => {
    const more = /** @type {HTMLInputElement} */ (form.querySelector(".show-more")), { name, value } = /** @type {HTMLInputElement} */ (event.target);
    if (name === "contract" && more) more.checked = false;
    if (name === "won" || name === "level") {
      // Who taps the result by hand takes back the count.
      const isSchwarz = value === "schwarz" && ["0", "120"].includes(form.elements.card_points?.value.trim());
      if (!isSchwarz && form.elements.card_points) form.elements.card_points.value = "";
    }
    changed();
  });
  form.addEventListener("input", (event) => { ((/** @type {HTMLInputElement} */ (event.target)).inputMode === "numeric" ? changed : remember)(); });
  addEventListener("pageshow", changed);
  changed();
}

sendOnce();
for (const note of document.querySelectorAll("[data-passing]")) {
  setTimeout(() => { note.hidden = true; }, UNDO_SHOWN_MS);
}
if (location.hash === "#share") document.querySelector("#share")?.setAttribute("open", "");
addEventListener("hashchange", () => {
  if (location.hash === "#share") document.querySelector("#share")?.setAttribute("open", "");
});
