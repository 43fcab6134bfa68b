// The links to a club that this phone has: it keeps that of the page, and shows the ways to the club on a scribe's page.
// It also keeps whether a cookie opens the club here (device), and the name of the person whose phone this is (me).

import { keep, keyOf, showClubLinks } from "./keys.js";

const RETRY_MS = 3000;
const seen = new Date().toISOString(), note = document.getElementById("founded"), shown = document.getElementById("phone-key");

// The club was just founded here. Its link came in the part of the address that no browser sends to a server.
const keeper = new URLSearchParams(location.hash.slice(1)).get("keeper") ?? "";
// An answer that is lost is asked for again: no other page has the link.
while (note && keeper && !(await keepFounded().catch(() => false))) await new Promise((resolve) => { setTimeout(resolve, RETRY_MS); });
// A mark for browsers without cookies; the address is passed on without it.
if (new URLSearchParams(location.search).has("link")) history.replaceState(null, "", location.pathname);
if (shown) {
  const { id: club = "", name, role = "member", token, device, me } = shown.dataset;
  keep(club, { name, [role]: token, device: device ? true : undefined, me, seen });
}
showClubLinks();

/** Anybody can make such an address: the link is kept only if it opens the page's club and the phone has no key of it.
 *  False where the server cannot tell now. Raises where it does not answer. */
async function keepFounded() {
  const { id = "", name = "" } = /** @type {HTMLElement} */ (note).dataset;
  if (!keyOf(id) && /^[\w-]{22,43}$/.test(keeper)) {
    const answer = await fetch(`/api/v1/clubs/${keeper}`);
    if (!answer.ok && answer.status !== 404) return false;
    const club = await answer.json();
    if (club.id === id && club.links.keeper) {
      keep(id, { name, keeper, seen });
      // The phone's storage is refused: the page of links shows it, to be kept elsewhere.
      if (keyOf(id) !== keeper) {
        location.replace(`/c/${keeper}/links`);
        return true;
      }
      note.hidden = false;
    }
  }
  history.replaceState(null, "", location.pathname);
  return true;
}
