// This link opens nothing any more: the phone forgets it, and the evening unless something written here is not sent yet.
// A club may have another way in: the cookie of this device instead of the link, or the link instead of the cookie.

import { clubOf, drop, keyOf } from "./keys.js";
import { change, writings } from "./offline/store.js";

const [, id] = /^\/t\/([\w.-]+)\/$/.exec(location.pathname) ?? [];
const [, club, page = ""] = /^\/c\/([\w-]+)\/(start)?$/.exec(location.pathname) ?? [];
try {
  if (club) goOn(club);
  if (id && !(await writings(id)).some(({ done }) => done === undefined)) await change((evenings) => evenings.delete(id));
} catch {
  // A browser that keeps nothing has nothing to forget.
}

/** Each turn drops a key, so it ends. @type {(address: string) => void} */
function goOn(address) {
  const other = clubOf(address) ?? keyOf(address);
  drop(address);
  if (other) location.replace(`/c/${other}/${page}`);
}
