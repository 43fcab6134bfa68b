// The keys of clubs that this phone holds, in localStorage: club id -> { name, keeper, member, device, me, seen }.
//
// keeper, member: the tokens of the club's two links, as far as this phone has them. device: whether a cookie opens the
// club here, without a token in the address. me: the name of the person whose phone this is there. seen: when the club was open last.
// No request carries this list; each address carries its own token only.

/** @typedef {{ name: string, keeper?: string, member?: string, device?: boolean, me?: string, seen?: string }} Club */

/** @type {() => Record<string, Club>} */
export function clubs() {
  try {
    return JSON.parse(localStorage.clubs);
  } catch {
    return {}; // there are none, or the storage is refused
  }
}

/** Adds keys of a club to those that the phone holds already. @type {(id: string, found: Partial<Club>) => void} */
export function keep(id, found) {
  const all = clubs();
  all[id] = { ...all[id], ...found };
  try {
    localStorage.clubs = JSON.stringify(all);
  } catch {
    // A browser that keeps nothing has its links in its history.
  }
}

/** The strongest key to a club that this phone holds. @type {(id: string) => string | undefined} */
export const keyOf = (id) => clubs()[id]?.keeper ?? clubs()[id]?.member;

/** What stands for the club in an address on this phone. @type {(id: string) => string | undefined} */
export const addressOf = (id) => (clubs()[id]?.device ? id : keyOf(id));

/** The club of a key. @type {(token: string) => string | undefined} */
export const clubOf = (token) => Object.entries(clubs()).find(([, { keeper, member }]) => [keeper, member].includes(token))?.[0];

/** @type {(id: string) => void} */
export function forget(id) {
  const { [id]: _, ...others } = clubs();
  localStorage.clubs = JSON.stringify(others);
}

/** Drops a key that opens nothing any more. @type {(token: string) => void} */
export function drop(token) {
  const all = clubs();
  for (const [id, club] of Object.entries(all)) {
    if (club.keeper === token) delete club.keeper;
    if (club.member === token) delete club.member;
    if (!club.keeper && !club.member) delete all[id];
  }
  localStorage.clubs = JSON.stringify(all);
}

/** Shows the links to the club on a scribe's page, if this phone has a key of the club. */
export function showClubLinks() {
  for (const link of /** @type {Iterable<HTMLAnchorElement>} */ (document.querySelectorAll("[data-club]"))) {
    const { club = "", path = "" } = link.dataset, address = addressOf(club);
    if (!address) continue;
    link.href = path.replace("-", address);
    link.hidden = /** @type {HTMLElement} */ (link.parentElement).hidden = false;
  }
}
