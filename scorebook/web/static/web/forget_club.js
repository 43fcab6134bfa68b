// This device was removed by its own hand: its keys of the club go, and the club's evenings and kept pages unless something
// written there is not sent yet.

import { clubs } from "./keys.js";
import { evenings as stored, change, writings } from "./offline/store.js";

const { club = "" } = /** @type {HTMLElement} */ (document.getElementById("forgotten")).dataset;
const { [club]: keys, ...others } = clubs(), waiting = new Set();
localStorage.clubs = JSON.stringify(others);
for (const { id, club: its } of await stored()) {
  if (its?.id !== club) continue;
  if ((await writings(id)).some(({ done }) => done === undefined)) waiting.add(`/t/${id}/`);
  else await change((evenings) => evenings.delete(id));
}
// Each page of a club and of its evenings names the club or has a link to it. Over plain HTTP no page is kept.
const pages = await self.caches?.open("pages"), marks = [club, keys?.keeper, keys?.member].filter(Boolean);
const kept = (await pages?.keys() ?? []).map(({ url }) => url), gone = [];
for (const url of kept) {
  const text = url + await (await pages.match(url))?.text();
  if (marks.some((mark) => text.includes(mark)) && !waiting.has(new URL(url).pathname)) gone.push(url);
}
// What belongs to a page has an address below it.
for (const url of kept.filter((one) => gone.some((page) => one.startsWith(page)))) await pages.delete(url);
