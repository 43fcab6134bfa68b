// The keys of clubs that this phone holds, in localStorage: club id -> { name, keeper, member, seen, device, me }.
//
// keeper, member: the tokens of the club's two links, as far as this phone has them. seen: when one was used last.
// No request carries this list; each address carries its own token only.

/** @typedef {{ name: string, keeper?: string, member?: string, seen?: string, device?: boolean, me?: string }} Club */

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

/** Shows the links to the club on a scribe's page, if this phone has a key of the club. */
export function showClubLinks() {
  for (const link of /** @type {Iterable<HTMLAnchorElement>} */ (document.querySelectorAll("[data-club]"))) {
    const { club = "", path = "" } = link.dataset, key = addressOf(club);
    if (!key) continue;
    link.href = path.replace("-", key);
    link.hidden = /** @type {HTMLElement} */ (link.parentElement).hidden = false;
  }
}
