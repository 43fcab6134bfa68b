// The keys of clubs that this phone holds, in localStorage: club id -> { name, keeper, member, seen }.
//
// keeper, member: the tokens of the club's two links, as far as this phone has them. seen: when one was used last.
// No request carries this list; each address carries its own token only.

const PLACE = "clubs";

/** @typedef {{ name: string, keeper?: string, member?: string, seen?: string }} Club */

/** @type {() => Record<string, Club>} */
export function clubs() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}");
  } catch {
    return {}; // the storage is refused, or holds what another version wrote
  }
}

/** Adds keys of a club to those that the phone holds already. @type {(id: string, found: Partial<Club>) => void} */
export function keep(id, found) {
  const all = clubs();
  all[id] = { name: "", ...all[id], ...found };
  write(all);
}

/** The strongest key to a club that this phone holds. @type {(id: string) => string | undefined} */
export function keyOf(id) {
  const club = clubs()[id];
  return club?.keeper ?? club?.member;
}

/** Drops a key that opens nothing any more. @type {(token: string) => void} */
export function drop(token) {
  const all = clubs();
  for (const [id, club] of Object.entries(all)) {
    if (club.keeper === token) delete club.keeper;
    if (club.member === token) delete club.member;
    if (!club.keeper && !club.member) delete all[id];
  }
  write(all);
}

/** @type {(all: Record<string, Club>) => void} */
function write(all) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing has its links in its history.
  }
}
