// The evening is closed: the front page of this phone no longer offers it, and this phone forgets what was tapped in it.

import { evening, renew } from "./offline/store.js";

const [, id = ""] = /^\/t\/([\w.-]+)\//.exec(location.pathname) ?? [];
// The key is TAPS_AT in table.js. A form that the server refused has a longer path.
try {
  for (const key of Object.keys(localStorage)) if (key.startsWith(`taps /t/${id}/`)) localStorage.removeItem(key);
  if (await evening(id)) await renew(id, (known) => ({ ...known, isClosed: true }));
} catch {
  // A browser that keeps nothing has nothing to forget.
}
