// This link opens nothing any more: the phone forgets the evening, unless something written here is not sent yet.

import { change, writings } from "./offline/store.js";

const [, id] = /^\/t\/([\w-]+)\/$/.exec(location.pathname) ?? [];
try {
  if (id && !(await writings(id)).some(({ done }) => done === undefined)) await change((evenings) => evenings.delete(id));
} catch {
  // A browser that keeps nothing has nothing to forget.
}
