// The club was at another site before, and this phone comes from there: what its address brings along, and a button
// that puts it into this phone's queue. Nothing is stored before. The list may be a stranger's: list.js checks it, and
// it is written into the page as text only.

import { inTime } from "../ask.js";
import { clubs, keep } from "../keys.js";
import { Unreadable } from "../keyring/list.js";
import { element, filled } from "../offline/element.js";
import { refresh, send } from "../offline/queue.js";
import { change, evening, writings } from "../offline/store.js";
import { read } from "./list.js";

/** @typedef {import("./list.js").MovedList} MovedList */
/** @typedef {import("./list.js").MovedEvening} MovedEvening */
/** @typedef {import("./list.js").Waiting} Waiting */
/** @typedef {import("../keyring/list.js").ClubKeys} ClubKeys */

const PART = "/offline/moved", TABLE = /^\/t\//;

/** Asks whether to take over what came along, where anything of it is news here.
 *  @type {(text: string) => Promise<void>} */
export async function arrive(text) {
  const answer = await fetch(PART).catch(() => null);
  if (!answer?.ok) return; // the address keeps it until the page is loaded again
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const box = /** @type {HTMLDialogElement} */ (page.querySelector("dialog"));
  const list = readable(text, JSON.parse(box.dataset.shapes ?? "{}")), news = list && await newsOf(list);
  if (news && news.keys.clubs.length + news.evenings.length === 0) return forget();
  document.head.append(...page.querySelectorAll("link"));
  document.querySelector("#main")?.append(box);
  const [add, leave] = box.querySelectorAll("button");
  if (news) fill(box, news);
  else say(box, "broken");
  add.hidden = !news;
  add.onclick = () => news && take(box, news);
  leave.onclick = () => {
    forget();
    box.close();
  };
  box.showModal();
  box.focus(); // not a button: nobody takes over what they have not read
}

/** @type {(...list: Parameters<typeof read>) => MovedList | null} */
function readable(...list) {
  try {
    return read(...list);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Under which id this phone keeps an evening of the list. That of the open table may have another address here.
 *  @type {(one: MovedEvening) => string} */
function idOf({ id, isOwn }) {
  const data = document.querySelector("#phone")?.dataset.phone ?? "{}";
  return isOwn && TABLE.test(location.pathname) ? JSON.parse(data).token ?? id : id;
}

/** What of the list neither this phone nor the books have. @type {(list: MovedList) => Promise<MovedList>} */
async function newsOf({ keys, evenings }) {
  const waiting = await writings().catch(() => []), known = new Set(waiting.map(({ id }) => id));
  const all = await Promise.all(evenings.map(async (one) => {
    const id = idOf(one), { taken = [], moved } = await evening(id).catch(() => undefined) ?? {};
    for (const other of [...taken, ...await idsInBooks(id)]) known.add(other);
    return { ...one, writings: moved ? [] : one.writings.filter((other) => !known.has(other.id)) };
  }));
  const fresh = keys.clubs.filter(isNew);
  return { keys: { clubs: fresh, evenings: [] }, evenings: all.filter((one) => one.writings.length) };
}

/** @type {(club: ClubKeys) => boolean} */
function isNew({ id, keeper, member }) {
  const here = clubs()[id];
  return Boolean((keeper && !here?.keeper) || (member && !here?.member));
}

/** The ids of the hands on the sheet; none where no answer came. @type {(id: string) => Promise<string[]>} */
async function idsInBooks(id) {
  try {
    const sheet = await (await fetch(`/api/v1/evenings/${id}`, { signal: inTime() })).json();
    return sheet.hands.map((/** @type {SheetLine} */ hand) => hand.id);
  } catch {
    return [];
  }
}

// -- the box ----------------------------------------------------------------------------------------------------------

/** @type {(box: HTMLElement, list: MovedList) => void} */
function fill(box, { keys, evenings }) {
  const texts = /** @type {Record<string, string>} */ (box.dataset);
  const count = evenings.flatMap((one) => one.writings).length;
  const about = /** @type {HTMLElement} */ (box.querySelector(".count"));
  about.textContent = count === 1 ? texts.one : filled(texts.many, { n: count });
  about.hidden = count === 0;
  box.querySelector("ul")?.replaceChildren(
    ...evenings.flatMap((one) => [
      element("li", {}, element("b", {}, one.sheet.people.map(({ name }) => name).join(", "))),
      ...one.writings.map((other) => element("li", {}, lineOf(other, texts))),
    ]),
    ...keys.clubs.map(({ name }) => (
      element("li", {}, element("b", {}, filled(texts.key, { club: name || texts.unnamed }))))),
  );
}

/** @type {(one: Waiting, texts: Record<string, string>) => string} */
function lineOf({ kind, no, known_hands: known, said }, texts) {
  const what = filled(texts[`of_${kind}`], { no: kind === "record" ? known + 1 : no });
  return said ? `${what}: ${said}` : what;
}

/** @type {(box: HTMLElement, fault: string) => void} */
function say(box, fault) {
  const problem = /** @type {HTMLElement} */ (box.querySelector(".problem"));
  problem.textContent = box.dataset[fault] ?? "";
  problem.hidden = false;
}

// -- into the storage, and on -----------------------------------------------------------------------------------------

/** @type {(box: HTMLDialogElement, list: MovedList) => Promise<void>} */
async function take(box, { keys, evenings }) {
  const buttons = [...box.querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  try {
    await change((store, queue) => { for (const one of evenings) put(one, store, queue); });
    for (const club of keys.clubs) keep(club.id, { ...club, ...clubs()[club.id] });
    if (keys.clubs.some(isNew)) throw new Error("refused");
  } catch {
    for (const button of buttons) button.disabled = false;
    return say(box, "refused");
  }
  forget();
  let path = location.pathname;
  for (const one of evenings) {
    if (one.isOwn && TABLE.test(path)) continue; // its page sends what waits
    const { moved } = await send(one.id);
    await refresh(moved ?? one.id);
    if (one.isOwn && moved) path = `/t/${moved}/`;
  }
  location.replace(path);
}

/** @type {(one: MovedEvening, store: IDBObjectStore, queue: IDBObjectStore) => void} */
function put(one, store, queue) {
  const id = idOf(one), { club, sheet, writings: its } = one, found = store.get(id);
  const people = Object.fromEntries(sheet.people.map((person, place) => (
    [person.id, { name: person.name, colour: place % 10 }])));
  // Older than any sheet of the server.
  const stub = { ...sheet, revision: -1, hand_count: 0, hands: [], links: {} };
  const fresh = { id, token: its.some(({ kind }) => kind === "open") ? null : id, club, people, sheet: stub };
  found.onsuccess = () => {
    const taken = [...(found.result?.taken ?? []), ...its.map((other) => other.id)];
    store.put({ ...fresh, ...found.result, taken });
  };
  for (const other of its) queue.add({ ...other, evening: id });
}

/** The address must not keep it: whoever opens the history would find the keys. */
function forget() { history.replaceState(history.state, "", location.pathname + location.search); }
