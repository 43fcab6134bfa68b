// This link opens nothing any more: the phone forgets it, and the evening unless something written here is not sent yet.
// A club may have another way in: the cookie of this device instead of the link, or the link instead of the cookie. With a
// key of the club the evening goes on under its new link.

import { clubs, keyOf } from "./keys.js";
import { renewed } from "./offline/moved.js";
import { change, writings } from "./offline/store.js";

const [, id] = /^\/t\/([\w.-]+)\/$/.exec(location.pathname) ?? [];
const [, club, page = ""] = /^\/c\/([\w-]+)\/(start)?$/.exec(location.pathname) ?? [];
try {
  if (club) goOn(club);
  const other = id && await renewed(id);
  if (other) location.replace(`/t/${other}/`);
  else if (id && !(await writings(id)).some(({ done }) => done === undefined)) await change((evenings) => evenings.delete(id));
} catch {
  // A browser that keeps nothing has nothing to forget.
}

/** Drops a key that opens nothing any more. @type {(token: string) => void} */
function drop(token) {
  const all = clubs();
  for (const [id, club] of Object.entries(all)) {
    if (club.keeper === token) delete club.keeper;
    if (club.member === token) delete club.member;
    if (!club.keeper && !club.member) delete all[id];
  }
  localStorage.clubs = JSON.stringify(all);
}

/** The club of a key. @type {(token: string) => string | undefined} */
function clubOf(token) {
  return Object.entries(clubs()).find(([, { keeper, member }]) => [keeper, member].includes(token))?.[0];
}

/** A link that opens nothing is dropped, so it ends. @type {(address: string) => void} */
function goOn(address) {
  const other = clubOf(address) ?? keyOf(address);
  drop(address);
  if (other) location.replace(`/c/${other}/${page}`);
}
