// The links to a club that this phone has: it keeps that of the page, and shows the ways to the club on a scribe's page.
// It also keeps whether a cookie opens the club here (device), and the name of the person whose phone this is (me).

import { keep, keyOf, showClubLinks } from "./keys.js";

const seen = new Date().toISOString(), note = document.getElementById("founded"), shown = document.getElementById("phone-key");

// The club was just founded here. Its link came in the part of the address that no browser sends to a server.
const keeper = new URLSearchParams(location.hash.slice(1)).get("keeper") ?? "";
if (note && keeper) await keepFounded().catch(() => {});
// A mark for browsers without cookies; the address is passed on without it.
if (new URLSearchParams(location.search).has("link")) history.replaceState(null, "", location.pathname);
if (shown) {
  const { id: club = "", name, role = "member", token, device, me } = shown.dataset;
  keep(club, { name, [role]: token, device: device ? true : undefined, me, seen });
}
showClubLinks();

/** Anybody can make such an address: the link is kept only if it opens the page's club and the phone has no key of it. */
async function keepFounded() {
  const { id = "", name = "" } = /** @type {HTMLElement} */ (note).dataset;
  if (keyOf(id) || !/^[\w-]{22,43}$/.test(keeper)) return history.replaceState(null, "", location.pathname);
  const answer = await fetch(`/api/v1/clubs/${keeper}`), club = await answer.json();
  if (club.id === id && club.links.keeper) {
    keep(id, { name, keeper, seen });
    // The phone's storage is refused: the page of links shows it, to be kept elsewhere.
    if (keyOf(id) !== keeper) return location.replace(`/c/${keeper}/links`);
    note.hidden = false;
  }
  history.replaceState(null, "", location.pathname);
}
