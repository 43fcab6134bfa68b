// This link opens nothing any more: the phone forgets it, and the evening unless something written here is not sent yet.

import { drop } from "./keys.js";
import { change, writings } from "./offline/store.js";

const [, id] = /^\/t\/([\w.-]+)\/$/.exec(location.pathname) ?? [];
const [, club] = /^\/c\/([\w-]+)\/$/.exec(location.pathname) ?? [];
try {
  if (club) drop(club);
  if (id && !(await writings(id)).some(({ done }) => done === undefined)) await change((evenings) => evenings.delete(id));
} catch {
  // A browser that keeps nothing has nothing to forget.
}
