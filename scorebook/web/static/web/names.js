// Names typed once are offered again, on this phone only; after them those of the evenings that it holds.

import "./next.js";
import { evenings } from "./offline/store.js";

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

async function knownNames() {
  const held = await evenings().catch(() => []);
  held.sort((one, other) => (other.seen ?? "").localeCompare(one.seen ?? ""));
  const seated = held.flatMap(({ sheet }) => (sheet?.people ?? []).map(({ name }) => name));
  const found = new Map([...storedNames(), ...seated].reverse().map((name) => [folded(name), name]));
  return [...found.values()].reverse();
}

const known = await knownNames();
if (known.length) {
  const list = document.createElement("datalist");
  list.id = "known-names";
  list.append(...known.map((name) => Object.assign(document.createElement("option"), { value: name })));
  document.body.append(list);
  for (const input of inputs) input.setAttribute("list", list.id);
}
document.querySelector(".start")?.addEventListener("submit", storeNames);
