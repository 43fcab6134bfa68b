// Names typed once are offered again, on this phone only.

import "./next.js";

const KEY = "scorebook names", MOST = 60;
const inputs = [...document.querySelectorAll('.start [name="names"]')];
/** @type {(name: string) => string} */
const folded = (name) => name.trim().toLowerCase();

function storedNames() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

function storeNames() {
  const typed = inputs.map((input) => input.value.trim()).filter(Boolean);
  const before = storedNames().filter((name) => !typed.some((one) => folded(one) === folded(name)));
  try {
    localStorage.setItem(KEY, JSON.stringify([...typed, ...before].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing offers nothing.
  }
}

const known = storedNames();
if (known.length && !document.querySelector("#known-names")) {
  const list = document.createElement("datalist");
  list.id = "known-names";
  list.append(...known.map((name) => Object.assign(document.createElement("option"), { value: name })));
  document.body.append(list);
  for (const input of inputs) input.setAttribute("list", list.id);
}
document.querySelector(".start")?.addEventListener("submit", storeNames);
