// The front page of a phone that was here before: its running evenings, its people again, and a link to open.

import { element } from "./offline/element.js";
import { held, line, mayBeErased, namesOf, sendAll } from "./offline/held.js";

const MOST_RUNNING = 4, MOST_GROUPS = 3;
const { words } = JSON.parse(document.querySelector("#phone").dataset.phone);
const going = document.querySelector("#going"), paste = document.querySelector("#paste");

async function show() {
  const all = await held(), running = all.filter(({ isRunning }) => isRunning).slice(0, MOST_RUNNING);
  fill("#running", running.map((one) => line(one, words)));
  fill("#again", groups(all).map(([club, one]) => element("a.chip", { href: `/c/${club}/start` }, namesOf(one))));
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

// The people of each club's last evening, where that is over.
function groups(all) {
  const found = new Map();
  for (const one of all) {
    const club = one.sheet.links?.club?.token;
    if (club && !found.has(club)) found.set(club, one);
  }
  return [...found].filter(([, { isRunning }]) => !isRunning).slice(0, MOST_GROUPS);
}

/** The path of a scribe's, watchers' or club's link in a text; a sentence where there is none. */
function linkIn(text) {
  const [found] = /https?:\/\/\S+/.exec(text) ?? [], address = URL.canParse?.(found) ?? Boolean(found) ? new URL(found) : null;
  if (!address) return { problem: words.no_link };
  if (address.host !== location.host) return { problem: words.other_site };
  const [path] = /^\/[twc]\/[\w-]+\//.exec(address.pathname) ?? [];
  return path ? { path } : { problem: words.no_key };
}

paste.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const { path, problem = "" } = linkIn((/** @type {EntryForm} */ (event.target)).elements.link.value), box = paste.querySelector(".problem");
  box.textContent = problem;
  box.hidden = !problem;
  if (path) location.assign(path);
});

const all = await show();
if (await sendAll(all)) await show();
