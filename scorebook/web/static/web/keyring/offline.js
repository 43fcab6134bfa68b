// The key ring without a network. The worker keeps what a table needs, and no table needs this: the front page stores
// it beside that once it is open, and the offline page takes it from there.

import { element } from "../offline/element.js";
import { drawClubs, keyRing } from "./fold.js";

const PART = "/offline/keys", STYLE = "../keyring.css";
// All that this folder imports from outside is in the worker's shell.
const FILES = [
  STYLE, "../keys.js", "arrival.js", "fold.js", "held_keys.js", "list.js", "offline.js", "pass_on.js", "qr.js",
];
/** @type {(path: string) => string} */
const here = (path) => new URL(path, import.meta.url).pathname;

/** Adds the key ring to the page that opens without a network. redraw: draws the page's evenings again.
 *  @type {(redraw: () => Promise<unknown>) => Promise<void>} */
export async function add(redraw) {
  const answer = await fetch(PART).catch(() => null), list = document.querySelector("#evenings");
  const found = answer?.ok ? answer : await self.caches?.match(PART).catch(() => null);
  if (!found) return;
  const page = new DOMParser().parseFromString(await found.text(), "text/html");
  document.head.append(element("link", { rel: "stylesheet", href: here(STYLE) }));
  for (const section of page.querySelectorAll("#arrival, #clubs")) {
    section.classList.add("part");
    list.before(section);
  }
  document.querySelector("#main").append(page.querySelector("#ring"));
  drawClubs();
  await keyRing(redraw);
}

/** Stores the key ring in the worker's caches, in the page's language. Raises where the browser refuses.
 *  @type {() => Promise<void>} */
export async function keepForOffline() {
  await navigator.serviceWorker?.ready;
  // The names and the paths are the worker's own.
  const pages = await caches.open("pages"), shell = await caches.open(`shell ${here("../../")}`);
  const part = await pages.match(PART), isUpdated = !(await shell.match(here(FILES[0])));
  // The page's language may name a country too: en-GB.
  const isKept = document.documentElement.lang.startsWith(String(part?.headers.get("Content-Language")));
  if (isUpdated || !isKept) await pages.add(PART);
  if (isUpdated) await shell.addAll(FILES.map(here));
}
