// What waits on a phone for evenings of a club that has moved to another site, as the text of an address. Anybody can
// make such an address: `read` gives values of the expected shape, or nothing.
//
//   JSON in base64url: { keys, evenings: [{ id, isOwn, club, sheet, writings }] }
//
// keys: of the club, as a list of the key ring. id: as in the phone's storage. isOwn: the address is that of this
// evening. sheet: what a list of evenings shows, and what an evening that was started on the phone needs. writings: as
// in offline/queue.js, oldest first.

import { matching, nameOf, ofBytes, read as readKeys, toBytes, TOKEN, Unreadable, UUID } from "../keyring/list.js";

/** @typedef {import("../keyring/list.js").KeyList} KeyList */
/** @typedef {Omit<Writing, "seq" | "evening">} Waiting */
/** @typedef {{ id: string, name: string }} ClubName */
/** @typedef {{ id: string, isOwn: boolean, club: ClubName, sheet: Sheet, writings: Waiting[] }} MovedEvening */
/** @typedef {{ keys: KeyList, evenings: MovedEvening[] }} MovedList */
/** Gives the value, as it is or without what nobody sees. Raises Unreadable. @typedef {(value: any) => any} Check */
/** @typedef {Record<string, Check>} Fields */

/** Before the list in an address; on.js knows it too. */
export const HASH = "#moved=";
export const MOST_TEXT = 60_000;
const MOST_WRITINGS = 400, MOST_EVENINGS = 50, MOST_PEOPLE = 40, MOST_LETTERS = 1000, MOST_COUNT = 1e9;

/** keys: as the key ring writes them. @type {(list: { keys?: string, evenings: object[] }) => string} */
export const written = (list) => ofBytes(new TextEncoder().encode(JSON.stringify(list)));

/** Raises Unreadable where anything is wrong: then nothing of it is what a phone wrote. shapes: of a hand's fields.
 *  @type {(text: string, shapes: Record<string, Shape[]>) => MovedList} */
export function read(text, shapes) {
  if (text.length > MOST_TEXT) throw new Unreadable("long");
  /** @type {unknown} */
  let found;
  try {
    found = JSON.parse(new TextDecoder().decode(toBytes(text)));
  } catch {
    throw new Unreadable("broken");
  }
  const { keys, evenings } = listWith(handOf(shapes))(found);
  return { keys: keys ? readKeys(keys) : { clubs: [], evenings: [] }, evenings };
}

// -- shapes -----------------------------------------------------------------------------------------------------------

/** @type {(isRight: (value: any) => boolean) => Check} */
const where = (isRight) => (value) => {
  if (!isRight(value)) throw new Unreadable("broken");
  return value;
};
/** @type {(pattern: RegExp) => Check} */
const like = (pattern) => (value) => matching(pattern, value);
/** Nothing, as null or left out, or what is right. @type {(check: Check) => Check} */
const maybe = (check) => (value) => (value === null || value === undefined ? value : check(value));
/** @type {(check: Check, most: number) => Check} */
const listOf = (check, most) => (value) => where((all) => Array.isArray(all) && all.length <= most)(value).map(check);
const isObject = where((value) => value !== null && typeof value === "object" && !Array.isArray(value));

/** These fields, without any other. @type {(fields: Fields) => Check} */
const fieldsOf = (fields) => (value) => {
  const found = isObject(value), all = Object.entries(fields).map(([name, check]) => [name, check(found[name])]);
  return Object.fromEntries(all.filter(([, one]) => one !== undefined));
};
/** At most these fields: without another one it would be something else. @type {(fields: Fields) => Check} */
const only = (fields) => {
  const names = new Set(Object.keys(fields)), check = fieldsOf(fields);
  return (value) => check(where((found) => Object.keys(found).every((name) => names.has(name)))(isObject(value)));
};
/** @type {(check: Check) => Check} */
const ofPlayers = (check) => (value) => {
  const all = listOf((one) => one, MOST_PEOPLE)(Object.entries(isObject(value)));
  return Object.fromEntries(all.map((/** @type {[string, any]} */ [player, one]) => [id(player), check(one)]));
};
/** @type {(check: Check, other: Check) => Check} */
const either = (check, other) => (value) => {
  try {
    return check(value);
  } catch {
    return other(value);
  }
};
/** @type {(names: string, check: Check) => Fields} */
const each = (names, check) => Object.fromEntries(names.split(" ").map((name) => [name, maybe(check)]));

const id = like(UUID), flag = where((value) => typeof value === "boolean"), word = like(/^\w{0,40}$/);
const text = where((value) => typeof value === "string" && value.length <= MOST_LETTERS);
// Also what was typed into the field of a number and is none: the server says so.
const count = where((value) => (typeof value === "number" ? Math.abs(value) <= MOST_COUNT : text(value)));
const place = where((value) => Number.isSafeInteger(value) && value >= 0 && value <= MOST_COUNT);
const players = listOf(id, MOST_PEOPLE), points = ofPlayers(maybe(count));
const time = where((value) => typeof value === "string" && value.length <= 40 && Number.isFinite(Date.parse(value)));
const calls = either(count, listOf(maybe(id), MOST_PEOPLE));

/** @type {Record<string, Check>} */
const SHAPES = { player: id, players, points, calls, count, flag, text, word, card: only({ rank: word, suit: word }) };

/** A name above, the fields of an object, or a list of such; web/offline/hand_shapes.py writes them.
 *  @typedef {string | { [name: string]: Shape } | Shape[]} Shape */
/** @type {(shape: Shape) => Check} */
function shaped(shape) {
  if (typeof shape === "string") return SHAPES[shape];
  if (Array.isArray(shape)) return listOf(shaped(shape[0]), MOST_PEOPLE);
  return only(Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, maybe(shaped(one))])));
}

/** @type {(shapes: Record<string, Shape[]>) => Check} */
function handOf(shapes) {
  const fields = Object.entries(shapes).map(([name, [one, other]]) => (
    [name, maybe(other ? either(shaped(one), shaped(other)) : shaped(one))]));
  return only({ ...Object.fromEntries(fields), contract: like(/^\w{1,40}(?::.{1,100})?$/) });
}

const shown = { ...each("said sum", text), ...each("points", points) }; // text only, wherever it is shown
/** Kind of writing -> its facts. @type {(hand: Check) => Record<string, Fields>} */
const kindsOf = (hand) => ({
  open: {
    wanted: fieldsOf({
      game: word, house_rules: isObject, unit: text, stake_minor: place, people: listOf(text, MOST_PEOPLE),
      club_token: like(TOKEN),
    }),
  },
  record: { known_hands: place, players, hand, ...each("dealer", id), ...each("isOutOfTurn", flag), ...shown },
  correct: { no: place, replaces: id, hand, ...shown },
  void: { no: place, replaces: id },
  close: {},
});

/** @type {(kinds: Record<string, Fields>) => Check} */
const writingOf = (kinds) => (value) => {
  const { kind } = isObject(value), facts = Object.hasOwn(kinds, kind) ? kinds[kind] : { kind: where(() => false) };
  return fieldsOf({ kind: word, id, ...each("at", time), ...facts })(value);
};

const SHEET = fieldsOf({
  game: fieldsOf({ name: nameOf }), ruleset: fieldsOf({ game: word, house_rules: isObject }), unit: text,
  stake_minor: place, started_at: time, next: fieldsOf({ players }),
  people: listOf(fieldsOf({ id, name: nameOf, place, present: flag }), MOST_PEOPLE),
});
/** @type {(hand: Check) => Check} */
const listWith = (hand) => fieldsOf({
  keys: maybe(text),
  evenings: listOf(fieldsOf({
    id: like(/^[\w-]{22,43}(?:\.[\da-f-]{36})?$/), isOwn: flag, club: fieldsOf({ id, name: nameOf }), sheet: SHEET,
    writings: listOf(writingOf(kindsOf(hand)), MOST_WRITINGS),
  }), MOST_EVENINGS),
});
