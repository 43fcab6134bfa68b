// A list of keys as the text of a link or of a code, and as a file. Whoever made a list may want harm: `read` and
// `readFile` give keys of the expected shape, or nothing.
//
//   1~c.<id>.<name>.<keeper>.<member>~e.<token>.<place of its club above>.<name>.<day>~<check>
//
// Tokens stand as they are; ids and names in base64url; a day is counted from 1970 in base 36. A messenger may cut a
// link: then the check at the end is wrong. Nothing in it has to be escaped in an address, and a code stays small.

/** @typedef {{ id: string, name: string, keeper?: string, member?: string }} ClubKeys */
/** name: of the club where it is not in the list, else of the people. on: a day such as 2026-11-27.
 *  @typedef {{ token: string, club?: string, name: string, on: string }} EveningKey */
/** @typedef {{ clubs: ClubKeys[], evenings: EveningKey[] }} KeyList */
/** broken: no list, or a part of one. other: of a later version. long: more than a phone may hold.
 *  foreign: of another site. @typedef {"broken" | "other" | "long" | "foreign"} Fault */

const VERSION = "1";
const MOST_TEXT = 40_000, MOST_ENTRIES = 200, MOST_NAME = 80, MOST_DAY = 99_999;
export const MOST_FILE_BYTES = 200_000;
export const TOKEN = /^[\w-]{22,43}$/, UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

/** A list that cannot be read. */
export class Unreadable extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault);
    this.fault = fault;
  }
}

/** @type {(list: KeyList) => string} */
export function written({ clubs, evenings }) {
  const lines = [
    VERSION,
    ...clubs.map(({ id, name, keeper = "", member = "" }) => (
      ["c", ofBytes(bytesOfUuid(id)), ofText(name), keeper, member].join("."))),
    ...evenings.map(({ token, club, name, on }) => {
      const place = clubs.findIndex(({ id }) => id === club);
      const about = place < 0 ? ["", ofText(name)] : [place.toString(36), ""];
      return ["e", token, ...about, dayNumber(on).toString(36)].join(".");
    }),
  ].join("~");
  return `${lines}~${check(lines)}`;
}

/** Raises Unreadable. @type {(text: string) => KeyList} */
export function read(text) {
  if (text.length > MOST_TEXT) throw new Unreadable("long");
  const end = text.lastIndexOf("~"), lines = text.slice(0, Math.max(end, 0));
  const [version, ...records] = lines.split("~");
  if (/^\d+$/.test(version) && version !== VERSION) throw new Unreadable("other");
  if (version !== VERSION || text.slice(end + 1) !== check(lines)) throw new Unreadable("broken");
  const fields = records.map((record) => record.split("."));
  const clubs = fields.filter(([kind]) => kind === "c").map(([, id, name, keeper, member]) => ({
    id: uuidOfBytes(toBytes(id)), name: toText(name), keeper: keeper || undefined, member: member || undefined,
  }));
  const evenings = fields.filter(([kind]) => kind === "e").map(([, token, place, name, day]) => {
    const club = place ? clubs[Number.parseInt(place, 36)] : undefined;
    if (place && !club) throw new Unreadable("broken");
    return { token, club: club?.id, name: club?.name ?? toText(name), on: ofDayNumber(Number.parseInt(day, 36)) };
  });
  if (clubs.length + evenings.length !== records.length) throw new Unreadable("broken");
  return sound({ clubs, evenings });
}

/** sites: the addresses at which these keys open something. @type {(list: KeyList, sites: string[]) => string} */
export function fileOf(list, sites) {
  return JSON.stringify({ scorebook_keys: Number(VERSION), sites, ...list }, null, 2);
}

/** Raises Unreadable. @type {(text: string) => { list: KeyList, sites: string[] }} */
export function readFile(text) {
  /** @type {any} */
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Unreadable("broken");
  }
  const version = found?.scorebook_keys, sites = found?.sites;
  if (typeof version !== "number" || !Array.isArray(sites)) throw new Unreadable("broken");
  if (String(version) !== VERSION) throw new Unreadable("other");
  return { list: sound(found), sites: sites.filter((one) => typeof one === "string") };
}

/** The list without anything else that came with it. Raises Unreadable where one entry is wrong: then nothing of it is
 *  what a phone wrote. @type {(list: any) => KeyList} */
function sound({ clubs, evenings }) {
  if (!Array.isArray(clubs) || !Array.isArray(evenings)) throw new Unreadable("broken");
  if (clubs.length + evenings.length > MOST_ENTRIES) throw new Unreadable("long");
  return {
    clubs: clubs.map((club) => {
      const { id, name, keeper, member } = Object(club);
      if (!keeper && !member) throw new Unreadable("broken");
      return { id: matching(UUID, id), name: nameOf(name), keeper: tokenOf(keeper), member: tokenOf(member) };
    }),
    evenings: evenings.map((evening) => {
      const { token, club, name, on } = Object(evening);
      return { token: matching(TOKEN, token), club: club && matching(UUID, club), name: nameOf(name), on: dayOf(on) };
    }),
  };
}

/** @type {(value: unknown) => string | undefined} */
const tokenOf = (value) => (value ? matching(TOKEN, value) : undefined);

/** @type {(pattern: RegExp, value: unknown) => string} */
export function matching(pattern, value) {
  if (typeof value !== "string" || !pattern.test(value)) throw new Unreadable("broken");
  return value;
}

/** Without signs that nobody sees: some of them turn the text round, others belong to an emoji of several people.
 *  @type {(value: unknown) => string} */
export function nameOf(value) {
  if (typeof value !== "string") throw new Unreadable("broken");
  return [...value.replace(/\p{C}/gu, "").replace(/\s+/g, " ").trim()].slice(0, MOST_NAME).join("");
}

/** @type {(value: unknown) => string} */
function dayOf(value) {
  const day = matching(DAY, value);
  return ofDayNumber(dayNumber(day));
}

/** @type {(on: string) => number} */
const dayNumber = (on) => Math.floor(Date.parse(on) / DAY_MS);

/** @type {(day: number) => string} */
function ofDayNumber(day) {
  if (!(day >= 0 && day <= MOST_DAY)) throw new Unreadable("broken");
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** FNV-1a. It finds a cut link, not a forged one: nobody can forge a key. @type {(text: string) => string} */
function check(text) {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum.toString(36);
}

/** @type {(bytes: Uint8Array) => string} */
export const ofBytes = (bytes) => (
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""));
/** @type {(text: string) => string} */
const ofText = (text) => ofBytes(new TextEncoder().encode([...text].slice(0, MOST_NAME).join("")));

/** @type {(text: string | undefined) => Uint8Array} */
export function toBytes(text) {
  if (!/^[\w-]*$/.test(text ?? "")) throw new Unreadable("broken");
  try {
    return Uint8Array.from(atob((text ?? "").replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  } catch {
    throw new Unreadable("broken");
  }
}

/** @type {(text: string | undefined) => string} */
const toText = (text) => new TextDecoder().decode(toBytes(text));
/** @type {(id: string) => Uint8Array} */
const bytesOfUuid = (id) => (
  Uint8Array.from(id.replaceAll("-", "").match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
/** @type {(bytes: Uint8Array) => string} */
function uuidOfBytes(bytes) {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
