// The front page of a phone that was here before: a card to go on with, its other evenings, its clubs, a link to open.

import { HASH, clubsByUse, drawClubs, keyRing, moveClubLinks, showKeys } from "./keyring/fold.js";
import { addressOf } from "./keys.js";
import { element, filled } from "./offline/element.js";
import { beganAt, handsOf, held, line, mayBeErased, namesOf, sendAll } from "./offline/held.js";

const MOST_RUNNING = 4;
const { words } = JSON.parse(document.querySelector("#phone").dataset.phone);
const home = new URL(document.querySelector("#ring").dataset.home ?? location.href);
const going = document.querySelector("#going"), paste = document.querySelector("#paste");
const form = /** @type {HTMLDetailsElement} */ (document.querySelector("#new"));
let isFirst = form.hasAttribute("data-fresh"), all = [];

async function show() {
  all = await held();
  await moveClubLinks(all).catch(() => {});
  const [first, ...others] = all.filter(({ isRunning }) => isRunning).slice(0, MOST_RUNNING), clubs = clubsOf(all);
  showCard(first ? cardOfEvening(first) : cardOfClub(clubs[0]));
  const running = going.querySelector("#running");
  running.hidden = others.length === 0;
  running.querySelector(".list").replaceChildren(...others.map((one) => line(one, words)));
  drawClubs();
  addPeople(clubs);
  going.querySelector(".erased").hidden = !(await mayBeErased(all));
  // An installed app begins with nothing: a link that somebody sent is its only way in.
  if (matchMedia("(display-mode: standalone)").matches) going.append(paste);
}

/** The form for a new evening opens on a tap where a card stands above it. @type {(card: Element | null) => void} */
function showCard(card) {
  const place = document.querySelector("#go-on");
  place.replaceChildren(...(card ? [card] : []));
  place.hidden = !card;
  if (isFirst) form.open = !card;
  isFirst = false;
  try {
    localStorage.goesOn = card ? "1" : "";
  } catch {
    // known_phone.js then leaves the form open for a moment.
  }
}

function cardOfEvening(one) {
  const card = line(one, words).querySelector("a"), [names, facts] = card.querySelector(".grow").children;
  names.textContent = filled(words.go_on, { names: namesOf(one) });
  if (one.sheet) facts.textContent = `${filled(words.hand, { no: handsOf(one) + 1 })} · ${beganAt(one)}`;
  return card;
}

function cardOfClub(found) {
  if (!found) return null;
  const [key, { name, last }] = found, title = filled(words.next_evening, { club: name });
  return element("a.cover", { href: `/c/${key}/start` }, element("span.grow", {},
    element("b", {}, title), last && element("span.small", {}, namesOf(last))));
}

/** [key, { name, seen, last }] of each club of this phone, the one used last first. last: its last evening here. */
function clubsOf(all) {
  const found = new Map(clubsByUse().map(([id, { name, seen = "" }]) => [addressOf(id), { name, seen, last: null }]));
  for (const one of all) {
    // Entries of before 2026-11-28 hold the club's link themselves.
    const key = addressOf(one.club?.id) ?? one.club?.token ?? one.sheet?.links?.club?.token;
    if (!key || found.get(key)?.last) continue;
    const { name = one.club?.name, seen = "" } = found.get(key) ?? {}, seenHere = one.seen ?? "";
    found.set(key, { name, seen: seenHere > seen ? seenHere : seen, last: one });
  }
  return [...found].sort(([, one], [, other]) => other.seen.localeCompare(one.seen));
}

/** Clubs without a name of their own are told apart by the people of their last evening. */
function addPeople(clubs) {
  const people = new Map(clubs.map(([key, { last }]) => [`/c/${key}/`, last && namesOf(last)]));
  for (const chip of going.querySelectorAll("#clubs .chip")) {
    const names = people.get(chip.getAttribute("href"));
    if (names) chip.append(element("small", {}, names));
  }
}

/** The path of the link of an evening or a club in a text, or the keys in it; a sentence where there is none. */
function linkIn(text) {
  const [found] = /https?:\/\/\S+/.exec(text) ?? [], address = URL.canParse?.(found) ?? Boolean(found) ? new URL(found) : null;
  if (!address) return { problem: words.no_link };
  const isHere = [location.host, home.host].includes(address.host);
  if (isHere && address.hash.startsWith(HASH)) return { keys: address.hash };
  if (address.host !== location.host) return { problem: words.other_site };
  const [path] = /^\/[twc]\/[\w.-]+\//.exec(address.pathname) ?? [];
  return path ? { path } : { problem: words.no_key };
}

// The table of a new club can take the keeper's link out of its address (club_links.js).
document.querySelector("[data-founds]").addEventListener("formdata", ({ formData }) => {
  try {
    localStorage.founds = "1"; // a phone that keeps nothing is shown the link first
    delete localStorage.founds;
    formData.set("phone", "1");
  } catch {}
});

paste.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const { path, keys, problem = "" } = linkIn((/** @type {EntryForm} */ (event.target)).elements.link.value), box = paste.querySelector(".problem");
  box.textContent = problem;
  box.hidden = !problem;
  if (path) location.assign(path);
  if (keys) showKeys(keys, show);
});

await show();
await keyRing(show);
if (await sendAll(all)) await show();
import("./keyring/offline.js").then(({ keepForOffline }) => keepForOffline()).catch(() => {}); // storage may be refused
