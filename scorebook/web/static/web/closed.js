// The evening is over: this phone's front page no longer offers to go on with it, and nothing said in it still runs.

import { evening, renew } from "./offline/store.js";

const [, id = ""] = /^\/t\/([\w-]+)\//.exec(location.pathname) ?? [];
localStorage.removeItem(`said /t/${id}/`);
if (await evening(id)) await renew(id, (known) => ({ ...known, isClosed: true }));
