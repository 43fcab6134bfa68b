// What was written on this phone and is not on the server yet. It goes there in the order in which it was written, each
// with the UUID that it was given here: sent twice it is done once. Hands in a row go together; where one of them is
// refused, one by one.
//
//   { seq, evening, kind, id, at, ...facts, said, sum, points, trouble, done }
//   at: by this phone's clock
//   kind     facts                                              goes to
//   open     wanted: the body without its id                    POST evenings
//   record   known_hands, players, dealer, hand                 POST evenings/<token>/hands/batch
//   correct  no, replaces, hand                                 PUT  evenings/<token>/hands/<no>
//   void     no, replaces                                       POST evenings/<token>/hands/<no>/undo
//   close                                                       POST evenings/<token>/close
//   done: the evening's revision with it, once the server has answered; it goes with the next sheet that knows it.
//   trouble: { kind: "stale" | "refused", text, theirs }: the person has to decide; what comes after it waits.

import { ask } from "../ask.js";
import { change, evening, renew, writings } from "./store.js";

const API = "/api/v1/evenings";
const LOCK = "scorebook queue";
const MANY = 100;

/** Raises: whatever keeps the phone from keeping it; then nothing is written.
 *  @type {(one: Omit<Writing, "seq">) => Promise<Writing>} */
export async function write(one) {
  const seq = await change((_, store) => store.add(one));
  return { ...one, seq };
}

/** @type {Promise<any> | null} */
let running = null;

/** Sends what waits of an evening, as far as it goes. Gives { left, trouble, moved }: what still waits, what the person
 *  has to look at, and the token of an evening that had none.
 *  @type {(id: string) => Promise<Sent>} */
export function send(id) {
  running = (running ?? Promise.resolve()).catch(() => {}).then(() => alone(() => sendAll(id)));
  return running;
}

/** Two open pages send one after the other. Where the browser has no locks, the ids keep it right all the same.
 *  @type {(work: () => Promise<Sent>) => Promise<Sent>} */
const alone = (work) => (navigator.locks ? navigator.locks.request(LOCK, work) : work());

/** @type {(id: string) => Promise<Sent>} */
async function sendAll(id) {
  const game = (await evening(id))?.sheet?.ruleset.game ?? "";
  let token = id, moved = null, most = MANY;
  for (;;) {
    const waiting = (await writings(token)).filter((one) => one.done === undefined), [next] = waiting;
    if (!next || next.trouble) break;
    const row = inARow(waiting).slice(0, most), answer = await post(row, token, game);
    if (!answer) break;
    if (!answer.ok && row.length > 1) {
      most = 1;
      continue;
    }
    most = MANY;
    const fresh = answer.status === 404 && await renewed(token);
    if (fresh) token = moved = fresh;
    else if (answer.ok && next.kind === "open") token = moved = await opened(next, answer.body);
    else if (answer.ok) await change((_, store) => { for (const one of row) store.put({ ...one, done: answer.body.revision }); });
    else if (!(await settled(next, answer))) {
      await change((_, store) => store.put({ ...next, trouble: troubleOf(answer) }));
      break;
    }
  }
  const waiting = (await writings(token)).filter((one) => one.done === undefined);
  return { left: waiting.length, trouble: /** @type {Troubled | undefined} */ (waiting.find((one) => one.trouble)) ?? null, moved };
}

/** The link may have been replaced. @type {(token: string) => Promise<string | null>} */
const renewed = (token) => import("./moved.js").then((moved) => moved.renewed(token)).catch(() => null);

/** The first of what waits, and the hands after it if it is one.
 *  @type {(waiting: Writing[]) => Writing[]} */
function inARow(waiting) {
  const [{ kind, known_hands: known }] = waiting;
  const end = waiting.findIndex((one, place) => one.kind !== "record" || one.trouble || one.known_hands !== known + place);
  return kind === "record" ? waiting.slice(0, end < 0 ? undefined : end) : [waiting[0]];
}

/** Asks for the sheet. What it knows of is written here no longer. False where no answer came.
 *  @type {(id: string) => Promise<boolean>} */
export async function refresh(id) {
  try {
    const response = await ask(`${API}/${id}`, id);
    if (!response.ok) return false;
    const sheet = await response.json(), mine = await writings(id);
    // An answer that was overtaken by a newer one says nothing any more.
    await renew(id, (old) => (old && old.sheet?.revision > sheet.revision ? old : { ...old, id, token: id, sheet, others: othersOf(old, sheet, mine) }));
    await change((_, store) => {
      for (const one of mine) if (/** @type {number} */ (one.done) <= sheet.revision) store.delete(one.seq);
    });
    return true;
  } catch {
    return false;
  }
}

/** The hands that another phone wrote, as far as this one saw them come. A hand that is counted again is whose it was.
 *  @type {(old: Evening | undefined, sheet: Sheet, mine: Writing[]) => string[]} */
function othersOf(old, sheet, mine) {
  if (!old?.sheet) return [];
  const before = new Map(old.sheet.hands.map((hand) => [hand.no, hand])), own = new Set(mine.map(({ id }) => id));
  return sheet.hands.filter(({ no, id, corrected }) => {
    const was = before.get(no);
    return was?.corrected === corrected ? old.others?.includes(was.id) : !own.has(id);
  }).map(({ id }) => id);
}

/** null where nothing came back: then nobody knows whether it arrived, and it is sent again with the same id.
 *  @type {(row: Writing[], token: string, game: string) => Promise<Answer | null>} */
async function post(row, token, game) {
  const { path, method = "POST", body } = letter(row, token, game);
  try {
    const response = await ask(`${API}${path}`, row[0].evening, {
      method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
    });
    if (response.status >= 500 || response.status === 429) return null;
    return { ok: response.ok, status: response.status, body: await response.json() };
  } catch {
    return null;
  }
}

/** The twin of rules.hand_tags: tag_hand. The contract of a table of its own is `own:` and its name.
 *  @type {(hand: Hand, game: string) => TaggedHand} */
function tagHand({ contract, ...facts }, game) {
  const [id, name] = contract.split(/:(.*)/s);
  return { kind: `${game}.${id}`, name, ...facts };
}

/** @type {(row: Writing[], token: string, game: string) => { path: string, method?: string, body: object }} */
function letter(row, token, game) {
  const [{ id, kind, wanted, known_hands, hand, no, replaces }] = row;
  // What was written before 2026-11-29 has players and club.
  const { players: people, club: club_token, ...facts } = wanted ?? {};
  switch (kind) {
    case "open": return { path: "", body: { id, people, club_token, ...facts } };
    case "record": return { path: `/${token}/hands/batch`, body: { known_hands, hands: row.map(({ id, hand, dealer }) => ({ id, hand: tagHand(hand, game), dealer })) } };
    case "correct": return { path: `/${token}/hands/${no}`, method: "PUT", body: { id, replaces, hand: tagHand(hand, game) } };
    case "void": return { path: `/${token}/hands/${no}/undo`, body: { id, replaces } };
    default: return { path: `/${token}/close`, body: { id } };
  }
}

/** @type {(answer: Answer) => Trouble} */
function troubleOf({ status, body }) {
  const { code, message, current } = body.error ?? {};
  return { kind: code === "stale_hand" ? "stale" : "refused", status, text: message ?? "", theirs: current?.hands ?? [], count: current?.hand_count };
}

/** Conflicts that need no choice of a person.
 *  @type {(one: Writing, answer: Answer) => Promise<boolean>} */
async function settled(one, { status, body }) {
  const { code, current } = body.error ?? {};
  if (status !== 409 || code !== "stale_hand") return false;
  if (one.kind === "record") return nobodyElse(one, current);
  // Both struck it out.
  if (one.kind === "void" && current.hands[0]?.is_void) {
    await change((_, store) => store.delete(one.seq));
    return true;
  }
  return followed(one);
}

/** Whatever came since is this phone's own, put in its place by a choice: mine comes after it.
 *  @type {(one: Writing, current: Current) => Promise<boolean>} */
async function nobodyElse(one, { hand_count: count, hands }) {
  const all = await writings(one.evening), own = new Set(all.map(({ id }) => id));
  if (count === one.known_hands || hands.some(({ id }) => !own.has(id))) return false;
  await change((_, store) => {
    store.put({ ...one, known_hands: count });
    shift(store, all.filter(({ seq }) => seq > one.seq), count - one.known_hands, one.known_hands);
  });
  return true;
}

/** An earlier correction may have counted a later hand again. Nobody changed its facts, so mine goes on from there.
 *  @type {(one: Writing) => Promise<boolean>} */
async function followed(one) {
  try {
    const response = await ask(`${API}/${one.evening}/hands/${one.no}`, one.evening);
    const { events } = await response.json();
    /** @type {(id: string) => { id: string } | undefined} */
    const replayOf = (id) => events.find((/** @type {{ kind: string, replaces: string }} */ { kind, replaces }) => kind === "replayed" && replaces === id);
    let at = one.replaces;
    for (let next = replayOf(at); next; next = replayOf(at)) at = next.id;
    if (at === one.replaces || at !== events.at(-1).id) return false;
    await change((_, store) => store.put({ ...one, replaces: at }));
    return true;
  } catch {
    return false;
  }
}

/** The evening has a token now, and its people may have ids of the club: everything that waits goes under these.
 *  @type {(one: Writing, sheet: Sheet) => Promise<string>} */
async function opened(one, sheet) {
  const { club, links } = sheet, { wanted } = /** @type {{ wanted: Wanted }} */ (one);
  // Only the answer to the request that founded a club contains the keeper's link.
  if (club && !(wanted.club_token ?? wanted.club)) (await import("../keys.js")).keep(club.id, { name: club.name, keeper: links.club?.token });
  const old = /** @type {Evening} */ (await evening(one.evening)), waiting = await writings(one.evening);
  const { token } = /** @type {{ token: string }} */ (links.scribe), ids = new Map(old.sheet.next.players.map((id, place) => [id, sheet.next.players[place]]));
  /** @type {<Of>(value: Of) => Of} */
  const renamed = (value) => JSON.parse(JSON.stringify(value).replace(/[0-9a-f-]{36}/g, (id) => ids.get(id) ?? id));
  const people = Object.fromEntries(Object.entries(old.people).map(([id, person]) => [ids.get(id) ?? id, person]));
  await change((evenings, store) => {
    evenings.put({ ...old, id: token, token, sheet, people, club: club ?? old.club });
    evenings.put({ id: one.evening, moved: token });
    for (const { seq, ...rest } of waiting) {
      store.delete(seq);
      if (rest.kind !== "open") store.put({ ...renamed(rest), evening: token, seq });
    }
  });
  return token;
}

// Two phones wrote at once, or the server refused: what the person chose, and what becomes of all that waits behind it.

/** The writings that are about the hand of `one`: its own later corrections, and striking it out.
 *  @type {(one: Writing, later: Writing[]) => Writing[]} */
function about(one, later) {
  const ids = new Set([one.id]);
  return later.filter((other) => ids.has(other.replaces) && ids.add(other.id));
}

/** How the hand of `one` reads after everything that waits: { text, points, isVoid }.
 *  @type {(one: Writing, waiting: Writing[]) => AsWritten} */
export function asWritten(one, waiting) {
  const last = about(one, waiting.filter(({ seq }) => seq > one.seq)).at(-1) ?? one, facts = last.kind === "void" ? one : last;
  return { text: facts.said, points: facts.points, isVoid: last !== one && last.kind === "void" };
}

/** choice: "theirs" throws mine away, "both" writes mine as one more hand, "mine" writes a correction or a void against what
 *  stands there now, or tries again what was refused; the id of one of their hands: mine replaces that one.
 *  @type {(one: Troubled, choice: string) => Promise<void>} */
export async function decide(one, choice) {
  const { seq, trouble, ...mine } = one, isRefused = trouble.kind === "refused";
  const later = (await writings(one.evening)).filter((other) => other.seq > seq && other.done === undefined);
  await change((_, store) => {
    if (choice === "theirs") give(store, one, later, isRefused);
    else if (isRefused) store.put({ ...mine, seq });
    else if (choice === "both") {
      store.put({ ...byTurn({ ...mine, seq }), known_hands: trouble.count });
      shift(store, later, trouble.count - mine.known_hands, mine.known_hands);
    } else if (mine.kind === "record") {
      for (const theirs of trouble.theirs.filter(({ id }) => id === choice)) replace(store, { ...mine, seq }, theirs, later);
    } else store.put({ ...mine, seq, replaces: trouble.theirs[0].id });
  });
}

/** What was written about a hand that is thrown away goes with it.
 *  @type {(store: IDBObjectStore, one: Writing, later: Writing[], isRefused: boolean) => void} */
function give(store, one, later, isRefused) {
  const own = about(one, later);
  for (const { seq } of [one, ...own]) store.delete(seq);
  // A hand that is not there at all: those after it move up. Where theirs stands instead, they do not.
  if (one.kind === "record" && isRefused) shift(store, later.filter((other) => !own.includes(other)), -1, one.known_hands + 1);
}

/** @type {(store: IDBObjectStore, one: Writing, theirs: SheetLine, later: Writing[]) => void} */
function replace(store, one, theirs, later) {
  store.put({ ...one, kind: "correct", no: theirs.no, replaces: theirs.id });
  for (const other of about(one, later)) store.put({ ...other, no: theirs.no });
}

/** Later hands, and what is about them, get other numbers. from: the last number that stays.
 *  @type {(store: IDBObjectStore, later: Writing[], by: number, from: number) => void} */
function shift(store, later, by, from) {
  for (const one of later) {
    if (one.kind === "record") store.put({ ...byTurn(one), known_hands: one.known_hands + by });
    else if (one.no > from) store.put({ ...one, no: one.no + by });
  }
}

/** At another place in the evening it is another one's turn to deal, unless somebody was named.
 *  @type {(one: Writing) => Writing} */
const byTurn = (one) => (one.isOutOfTurn ? one : { ...one, dealer: undefined });
