// The evening is over: this phone's front page no longer offers to go on with it.

import { evening, renew } from "./offline/store.js";

const [, id = ""] = /^\/t\/([\w-]+)\//.exec(location.pathname) ?? [];
if (await evening(id)) await renew(id, (known) => ({ ...known, isClosed: true }));
