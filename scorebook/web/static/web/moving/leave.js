// The club has moved to another site. The page of its evening goes there, because the server leads each address of the
// club to the new one; and what waits on this phone goes along, after the "#", which no server gets. This site never
// learns whether it has arrived. So it stays here, and the next time the rest goes first; the other site shows only
// what it does not have.

import { clubs } from "../keys.js";
import { written as writtenKeys } from "../keyring/list.js";
import { change, evening, evenings, writings } from "../offline/store.js";
import { HASH, MOST_TEXT, written } from "./list.js";

/** Path on this phone -> evening. On a page with evenings of several clubs a tap leads there.
 *  @type {Map<string, string>} */
const moved = new Map();
const isList = document.querySelector("#going, #evenings") !== null;

/** id: of the evening in the phone's storage; none on the page of those who look on.
 *  @type {(id?: string) => Promise<void>} */
export async function leave(id) {
  const known = id && await evening(id).catch(() => undefined);
  const path = id ? pathOf(known || { id, token: id }) : "";
  if (moved.has(path) || !(await isSiteThere())) return;
  moved.set(path, id ?? "");
  if (!id) location.reload();
  else if (!isList) location.replace(await addressWithAll(id));
}

/** @type {(one: { id: string, token: string | null }) => string} */
const pathOf = ({ id, token }) => (token ? `/t/${token}/` : `/phone/${id}/`);

document.addEventListener("click", async (event) => {
  const link = /** @type {Element} */ (event.target).closest("a"), id = isList && link && moved.get(link.pathname);
  if (!id || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  location.assign(await addressWithAll(id));
});

/** The network of a pub that asks for a login redirects too, but then every address, and over HTTP only.
 *  @type {() => Promise<boolean>} */
async function isSiteThere() {
  const { ok } = await fetch("/service-worker.js", { redirect: "manual", cache: "no-store" });
  return ok;
}

/** The address of an evening with what waits for it, and for the club's others, as far as there is room. With its "?"
 *  it is another one than that of the open page, so that the browser asks the server.
 *  @type {(id: string) => Promise<string>} */
export async function addressWithAll(id) {
  const own = await evening(id).catch(() => undefined);
  if (!own?.sheet) return `/t/${id}/?`;
  /** @type {(one: Evening) => unknown} */
  const isOfClub = (one) => one.id !== id && one.sheet && own.club?.id && one.club?.id === own.club.id;
  const all = [own, ...(await evenings()).filter(isOfClub)], keys = keysOf(own.club?.id);
  const queue = (await writings()).filter(({ done }) => done === undefined).map(withNewNames);
  const waiting = all.flatMap((one) => queue.filter((other) => other.evening === one.id));
  /** @type {(chosen: Writing[]) => string} */
  const textOf = (chosen) => {
    const some = all.map((one) => movedEvening(one, id, chosen));
    return written({ keys, evenings: some.filter((one) => one.writings.length) });
  };
  /** @type {Writing[]} */
  const chosen = [];
  for (const one of [...waiting.filter(({ passed }) => !passed), ...waiting.filter(({ passed }) => passed)]) {
    if (textOf([...chosen, one]).length > MOST_TEXT) break;
    chosen.push(one);
  }
  await change((_, store) => {
    for (const { seq } of chosen) {
      const found = store.get(seq);
      found.onsuccess = () => found.result && store.put({ ...found.result, passed: true });
    }
  }).catch(() => {});
  const club = waiting.find((one) => one.evening === id && one.kind === "open")?.wanted?.club_token;
  return `${club ? `/c/${club}/` : pathOf(own)}?${chosen.length || keys ? HASH + textOf(chosen) : ""}`;
}

/** @type {(id?: string) => string | undefined} */
function keysOf(id = "") {
  const { name = "", keeper, member } = clubs()[id] ?? {};
  return keeper || member ? writtenKeys({ clubs: [{ id, name, keeper, member }], evenings: [] }) : undefined;
}

/** @type {(one: Evening, own: string, chosen: Writing[]) => { id: string, writings: Writing[] }} */
const movedEvening = ({ id, club, sheet }, own, chosen) => ({
  id, isOwn: id === own, club, sheet: sheetOf(sheet),
  writings: chosen.filter((one) => one.evening === id).sort((one, other) => one.seq - other.seq),
});

/** @type {(sheet: Sheet) => Partial<Sheet>} */
const sheetOf = ({ game, ruleset, unit, stake_minor, started_at, next, people }) => (
  { game, ruleset, unit, stake_minor, started_at, next, people });

/** What was written before 2026-11-29 has players and club.
 *  @type {(one: Writing) => Writing} */
function withNewNames({ wanted, ...one }) {
  if (!wanted) return one;
  const { players: people, club: club_token, ...facts } = wanted;
  return { ...one, wanted: { people, club_token, ...facts } };
}
