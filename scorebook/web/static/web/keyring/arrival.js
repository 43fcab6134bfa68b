// Keys that came from another phone, in a link or a file: what is in them, and a button that takes them over. Nothing
// is stored before. The list is a stranger's text: list.js checks it, and it is written into the page as text only.

import { element, filled } from "../offline/element.js";
import { HASH } from "./fold.js";
import { dayText, newOf, takeOver } from "./held_keys.js";
import { MOST_FILE_BYTES, Unreadable, read, readFile } from "./list.js";

/** @typedef {import("./list.js").KeyList} KeyList */
/** @typedef {() => unknown} Draw */

/** @type {(text: string, draw: Draw) => Promise<void>} */
export const showText = (text, draw) => show(async () => read(text), draw);

/** @type {(file: File, draw: Draw) => Promise<void>} */
export const showFile = (file, draw) => show(async () => {
  if (file.size > MOST_FILE_BYTES) throw new Unreadable("long");
  const { list, sites } = readFile(await file.text());
  const ours = [location.origin, document.querySelector("#ring").dataset.home].map(hostOf);
  // Elsewhere these keys open something; here they would open nothing.
  if (!sites.map(hostOf).some((host) => host && ours.includes(host))) throw new Unreadable("foreign");
  return list;
}, draw);

/** @type {(address: string | undefined) => string} */
function hostOf(address) {
  try {
    return new URL(address ?? "").host;
  } catch {
    return "";
  }
}

/** @type {(reading: () => Promise<KeyList>, draw: Draw) => Promise<void>} */
async function show(reading, draw) {
  const box = document.querySelector("#arrival"), button = box.querySelector("button");
  const done = box.querySelector("[role=status]");
  try {
    const list = await reading(), news = await newOf(list);
    fill(box, list, news);
    say(box, list.clubs.length + list.evenings.length ? "" : "none");
    button.hidden = news.clubs.length + news.evenings.length === 0;
    done.textContent = button.hidden && list.clubs.length + list.evenings.length ? box.dataset.known : "";
    button.onclick = () => take(box, list, draw);
    if (button.hidden) forgetHash();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    fill(box, { clubs: [], evenings: [] }, { clubs: [], evenings: [] });
    say(box, error.fault);
    button.hidden = true;
    done.textContent = "";
    forgetHash();
  }
  done.hidden = !done.textContent;
  box.hidden = false;
  box.scrollIntoView({ block: "nearest" });
  box.focus({ preventScroll: true });
}

/** @type {(box: HTMLElement, list: KeyList, news: KeyList) => void} */
function fill(box, list, news) {
  const { club, unnamed = "", here } = box.dataset;
  const fresh = new Set([...news.clubs.map(({ id }) => id), ...news.evenings.map(({ token }) => token)]);
  /** @type {(name: string, about: string, id: string) => Element} */
  const line = (name, about, id) => element("li.held", {},
    element("span.grow", {}, element("b", {}, name || unnamed), element("span.small.soft", {}, about)),
    !fresh.has(id) && element("span.tag", {}, here));
  const lines = [
    ...list.clubs.map(({ id, name }) => line(name, club, id)),
    ...list.evenings.map(({ token, name, on }) => line(name, filled(box.dataset.evening, { day: dayText(on) }), token)),
  ];
  box.querySelector("ul").replaceChildren(...lines);
  box.querySelector("ul").hidden = lines.length === 0;
}

/** Says what is wrong; nothing where nothing is. @type {(box: HTMLElement, fault: string) => void} */
function say(box, fault) {
  const problem = box.querySelector(".problem");
  problem.textContent = fault && (box.dataset[fault] ?? "");
  problem.hidden = !fault;
}

/** @type {(box: HTMLElement, list: KeyList, draw: Draw) => Promise<void>} */
async function take(box, list, draw) {
  const button = box.querySelector("button"), done = box.querySelector("[role=status]");
  button.disabled = true;
  try {
    await takeOver(list);
  } catch {
    return say(box, "refused");
  } finally {
    button.disabled = false;
  }
  forgetHash();
  say(box, "");
  box.querySelector("ul").hidden = button.hidden = true;
  done.textContent = box.dataset.done;
  done.hidden = false;
  await draw();
}

/** The address must not keep the keys: whoever opens the history would find them. */
function forgetHash() {
  if (location.hash.startsWith(HASH)) history.replaceState(history.state, "", location.pathname + location.search);
}
