// The front page of a phone that was here before: its running evenings, its clubs, its people again, a link to open.

import { HASH, keyRing, moveClubLinks, showKeys } from "./keyring/fold.js";
import { addressOf } from "./keys.js";
import { element } from "./offline/element.js";
import { held, line, mayBeErased, namesOf, sendAll } from "./offline/held.js";

const MOST_RUNNING = 4, MOST_GROUPS = 3;
const { words } = JSON.parse(document.querySelector("#phone").dataset.phone);
const home = new URL(document.querySelector("#ring").dataset.home ?? location.href);
const going = document.querySelector("#going"), paste = document.querySelector("#paste");

async function show() {
  const all = await held(), running = all.filter(({ isRunning }) => isRunning).slice(0, MOST_RUNNING);
  await moveClubLinks(all).catch(() => {});
  fill("#running", running.map((one) => line(one, words)));
  fill("#again", groups(all).map(([key, one]) => element("a.chip", { href: `/c/${key}/start` }, namesOf(one))));
  going.querySelector(".erased").hidden = !(await mayBeErased(all));
  // An installed app begins with nothing: a link that somebody sent is its only way in.
  if (all.length || matchMedia("(display-mode: standalone)").matches) going.append(paste);
  return all;
}

function fill(part, lines) {
  const section = going.querySelector(part);
  section.hidden = lines.length === 0;
  section.querySelector(".list, .chips").replaceChildren(...lines);
}

// [key, evening]: the people of each club's last evening, where that is over.
function groups(all) {
  const found = new Map();
  for (const one of all) {
    // Entries of before 2026-11-28 hold the club's link themselves.
    const key = addressOf(one.club?.id) ?? one.club?.token ?? one.sheet?.links?.club?.token;
    if (key && !found.has(key)) found.set(key, one);
  }
  return [...found].filter(([, { isRunning }]) => !isRunning).slice(0, MOST_GROUPS);
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

const all = await show();
await keyRing(show);
if (await sendAll(all)) await show();
import("./keyring/offline.js").then(({ keepForOffline }) => keepForOffline()).catch(() => {}); // storage may be refused
