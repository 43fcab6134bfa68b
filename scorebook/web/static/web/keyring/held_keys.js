// What this phone can open, as a list for another phone; and a list of another phone, taken over here. Taking over
// adds: it removes nothing, and no key that this phone holds is replaced by one from elsewhere.

import { clubs, keep } from "../keys.js";
import { held, namesOf } from "../offline/held.js";
import { change, evenings } from "../offline/store.js";
import { clubsByUse } from "./fold.js";

/** @typedef {import("./list.js").KeyList} KeyList */
/** @typedef {import("./list.js").ClubKeys} ClubKeys */

const MOST_CLUBS = 100, MOST_EVENINGS = 100;
const MINUTE_MS = 60_000;

/** The clubs and the running evenings of this phone, the one used last first. An evening that is not on the server yet
 *  has no key. @type {() => Promise<KeyList>} */
export async function ownKeys() {
  const running = (await held()).filter(({ isRunning, token }) => isRunning && token && !token.includes("."));
  return {
    clubs: clubsByUse().slice(0, MOST_CLUBS).map(([id, { name, keeper, member }]) => ({ id, name, keeper, member })),
    evenings: running.slice(0, MOST_EVENINGS).map((one) => ({
      token: one.token, club: one.club?.id, name: one.club?.name || namesOf(one),
      on: one.label?.on ?? localDay(one.sheet.started_at),
    })),
  };
}

/** @type {(time: string) => string} */
function localDay(time) {
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 10);
}

/** A day as people write it. @type {(on: string) => string} */
export function dayText(on) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" });
  return format.format(new Date(`${on}T12:00`));
}

/** What of the list this phone does not hold. @type {(list: KeyList) => Promise<KeyList>} */
export async function newOf(list) {
  const ids = new Set((await evenings().catch(() => [])).map(({ id }) => id));
  const clubsNow = list.clubs.map(missingOf).filter(({ keeper, member }) => keeper || member);
  return { clubs: clubsNow, evenings: list.evenings.filter(({ token }) => !ids.has(token)) };
}

/** @type {(club: ClubKeys) => ClubKeys} */
function missingOf({ id, name, keeper, member }) {
  const has = clubs()[id];
  return {
    id, name: has?.name || name,
    keeper: has?.keeper ? undefined : keeper, member: has?.member ? undefined : member,
  };
}

/** Adds what this phone does not hold, and gives it. Raises where the phone's storage is refused or full.
 *  @type {(list: KeyList) => Promise<KeyList>} */
export async function takeOver(list) {
  const added = await newOf(list), seen = new Date().toISOString();
  await change((store) => {
    for (const { token, club, name, on } of added.evenings) {
      const found = store.get(token), label = { name, on, day: dayText(on) };
      const entry = { id: token, token, club: club ? { id: club, name } : null, label, seen };
      found.onsuccess = () => found.result ?? store.put(entry);
    }
  });
  for (const { id, name, keeper, member } of added.clubs) {
    keep(id, { name, ...(keeper && { keeper }), ...(member && { member }) });
  }
  if (added.clubs.some(({ id }) => !clubs()[id])) throw new Error("refused");
  navigator.storage?.persist?.().catch(() => {});
  return added;
}

/** Entries of before 2026-11-28 hold the club's link in the evening: it opened everything, so it is a keeper's. It is
 *  kept with the clubs as soon as the club's id is known, and leaves the evening.
 *  @type {(all: Evening[]) => Promise<void>} */
export async function moveClubLinks(all) {
  for (const { id, club } of all) {
    if (!club?.id || !club.token) continue;
    if (!clubs()[club.id]?.keeper) keep(club.id, { name: club.name, keeper: club.token });
    await change((store) => {
      const found = store.get(id);
      found.onsuccess = () => found.result && store.put({ ...found.result, club: { id: club.id, name: club.name } });
    });
  }
}
