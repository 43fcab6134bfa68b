// How an evening stands on this phone: what the server sent, and on top of it what waits here. Pure.

import { active, nextDealer } from "../bookkeeping.js";
import { evaluate } from "../evaluate.js";
import { filled } from "./element.js";

/** hands: { no, id, players, dealer, hand, isVoid, isUndone, isWaiting, isHere, isCorrected, points, struck, text, sum, why, before, isDeal, place }
 *         isUndone: struck out at once, so that no sheet shows it;
 *         isHere: written on this phone and not in the sheet yet; isWaiting: and not on the server either;
 *         points: id -> points, 0 for a voided hand, whose own are those of struck; before: the state that the hand found.
 *         isDeal: whether the deal passed on; place: in its round, where it did.
 *  Gives { hands, totals, state, players, dealer, paper, place }: totals: [{ id, name, points, tally, isHere }];
 *  tally is null where the sheet holds points; paper: see `strokesOf`; place: of the next hand.
 *  @type {(evening: Evening, writings: Writing[]) => Standing} */
export function standing({ sheet, table }, writings) {
  const hands = sheet.hands.map(fromServer);
  const open = writings.filter(({ done }) => !(/** @type {number} */ (done) <= sheet.revision));
  for (const [turn, one] of open.entries()) written(hands, one, open[turn - 1]);
  const state = replayed(table, hands, hands.some((hand) => hand.isHere));
  const players = sheet.next.players;
  const dealer = writings.length ? dealerAfter(hands, state, sheet) : sheet.next.dealer;
  return {
    hands, state: { ...state, dealer }, players, dealer, place: placed(hands, players.length),
    paper: strokesOf(hands.filter((hand) => !hand.isVoid), state.match),
    totals: sheet.people.map(({ id, name, present }) => ({
      id, name, isHere: present,
      points: hands.reduce((sum, hand) => sum + (hand.points[id] ?? 0), sheet.pot_shares?.[id] ?? 0),
      tally: table.tally ? hands.reduce((sum, hand) => sum + (hand.tally?.[id] ?? 0), 0) : null,
    })),
  };
}

/** The twin of rules.hand_tags: untag_hand. A phone may have kept a hand of before 2026-11-29, without a tag.
 *  @type {(hand: any) => Hand} */
const untagHand = ({ kind, name, ...facts }) =>
  kind ? { ...facts, contract: kind.replace(/.*?\./, "") + (name ? `:${name}` : "") } : facts;

/** @type {(line: SheetLine) => StandingHand} */
const fromServer = (line) => ({
  isHere: false, no: line.no, id: line.id, players: line.players, dealer: line.dealer, hand: untagHand(line.hand), isVoid: line.is_void, isUndone: line.is_undone,
  isWaiting: false, isCorrected: line.corrected > 0, points: line.points, text: line.score.text, sum: line.score.sum,
  struck: line.is_void ? line.score : undefined, tally: line.is_void ? {} : line.score.tally ?? null, why: line.score.reasons.map(({ code, args }) => [code, args ?? {}]), before: {}, isDeal: line.round !== null,
});

/** What stands at its place already came here before it, or the person has to decide about it.
 *  @type {(hands: StandingHand[], one: Writing, before?: Writing) => void} */
function written(hands, { kind, id, no, replaces, known_hands: known, players, dealer, hand, said: text, sum, done }, before) {
  const facts = { id, isWaiting: done === undefined, isHere: true, why: [], points: {} }, old = hands[no - 1];
  if (kind === "record" && hands.length <= known) {
    hands.push({ ...facts, no: known + 1, players, dealer, hand, text, sum, isVoid: false, isCorrected: false, before: {}, isDeal: true });
  } else if (kind === "correct" && old?.id === replaces) {
    hands[no - 1] = { ...old, ...facts, hand, text, sum, isVoid: false, isCorrected: true, isUndone: false, isDeal: true };
  } else if (kind === "void" && old?.id === replaces) {
    // Taken back before it left this phone, as the server will find: play/queries/evenings.py, _is_undone.
    const isUndone = old.isWaiting && before?.kind === "record" && before.id === replaces;
    hands[no - 1] = { ...old, ...facts, isVoid: true, isUndone, struck: old };
  }
}

/** Every hand by its own facts, from the first one on: a corrected one may leave another pot to those after it.
 *  @type {(table: Lookup, hands: StandingHand[], isChanged: boolean) => State} */
function replayed(table, hands, isChanged) {
  /** @type {State} */
  let state = {};
  for (const hand of hands) {
    hand.before = state;
    hand.dealer ??= state.dealer;
    const score = evaluate(table, { players: hand.players, dealer: hand.dealer, hand: hand.hand, state });
    if (hand.isVoid) {
      if (hand.isHere) hand.struck = score ?? hand.struck;
      hand.points = hand.tally = {};
      continue;
    }
    // What only the server can judge keeps the server's text.
    if (score && isChanged) [hand.points, hand.tally, hand.why] = [score.points, score.tally ?? null, score.why];
    if (score) hand.isDeal = hadCards(hand) && (hand.hand.contract === "agreed" || score.state.dealer !== hand.dealer);
    state = score ? score.state : { ...state, dealer: nextDealer(hand.players, hand.dealer ?? null) ?? hand.players[0] };
  }
  return state;
}

/** scorebook/play/rounds.py: had_cards for the phone. @type {(hand: StandingHand) => boolean} */
const hadCards = ({ hand }) => (hand.contract === "agreed" ? hand.was_dealt !== false : hand.contract !== "round");

/** scorebook/play/rounds.py: struck_deals for the phone. A hand struck out in the middle leaves the deal as it went on;
 *  a row of them at the end gives it back. @type {(hands: StandingHand[]) => void} */
function countStruckDeals(hands) {
  let isGivenBack = false;
  for (const [turn, hand] of hands.entries()) {
    if (hand.isVoid) {
      const after = hands.slice(turn).find(({ isVoid }) => !isVoid);
      isGivenBack ||= !after || after.dealer === hand.dealer;
      hand.isDeal = !isGivenBack && hadCards(hand) && hands[turn + 1].dealer !== hand.dealer;
    } else isGivenBack = false;
  }
}

/** Gives every deal its place in its round, and that of the next one.
 *  @type {(hands: StandingHand[], people: number) => RoundPlace} */
function placed(hands, people) {
  /** @type {RoundPlace | undefined} */
  let last;
  countStruckDeals(hands);
  for (const hand of hands) if (hand.isDeal) last = hand.place = placeAfter(last, hand.players.length);
  return placeAfter(last, people);
}

/** scorebook/play/rounds.py for the phone. @type {(last: RoundPlace | undefined, people: number) => RoundPlace} */
function placeAfter(last, people) {
  if (!last) return { no: 1, hand: 1, of: people };
  if (last.hand >= Math.min(last.of, people)) return { no: last.no + 1, hand: 1, of: people };
  return { no: last.no, hand: last.hand + 1, of: people };
}

/** The two columns of a game of strokes, a row for each finished game and one for the running one; null without strokes.
 *  @type {(hands: StandingHand[], match: State["match"]) => Paper | null} */
function strokesOf(hands, match) {
  const players = match?.teams;
  if (!players || !hands.length) return null;
  const teams = [0, 1].map((team) => players.filter((_, place) => place % 2 === team));
  /** @type {PaperRow[]} */
  const rows = [];
  for (const { why } of hands) {
    const { game_won: won, games_counted: counted, ...also } = Object.fromEntries(why.map(([code, facts]) => [code, /** @type {any} by its code */ (facts ?? {})]));
    if (!won) continue;
    const winner = teams[0].some((player) => won.player.includes(player)) ? 0 : 1, both = [won.strokes, won.against];
    rows.push({ winner, strokes: winner ? both.reverse() : both, games: counted?.count ?? 1, isWhole: "lambapea" in also, isToNil: "to_nil" in also });
  }
  return { teams, rows: [...rows, { winner: null, strokes: match.strokes ?? [0, 0] }] };
}

/** Voided hands at the end give the deal back to whoever dealt the first of them.
 *  @type {(hands: StandingHand[], state: State, sheet: Sheet) => Player | null | undefined} */
function dealerAfter(hands, state, sheet) {
  const last = hands.findLastIndex((hand) => !hand.isVoid);
  const dealer = last + 1 < hands.length ? hands[last + 1].dealer : state.dealer;
  const { players, absent, dealer: due } = sheet.next;
  return players.includes(dealer) ? dealer : absent?.[dealer ?? ""] ?? due;
}

/** Who holds cards, the leader first.
 *  @type {(table: Lookup, players: Player[], dealer: Player | null | undefined) => Player[]} */
export const activeOf = (table, players, dealer) => active(players, dealer ?? null, table.people[players.length]?.[0] ?? players.length);

// -- how near the agreed end is: scorebook/play/ending.py and web/table/ending.py for the phone ----------------------------

/** The phase, and after which hand a last round ends; null where nothing was agreed and no last round announced.
 *  @type {(end: AgreedEnd | null | undefined, at: Standing, now: number) => EndStanding | null} */
export function endStanding(end, { hands, place, state, totals }, now) {
  const deals = hands.filter(({ isDeal }) => isDeal), count = hands.length, { round } = state;
  /** @type {(left: number) => EndStanding} */
  const running = (left) => (left > 0 ? { phase: "running", no: count + left } : { phase: "over" });
  if (isLast(round)) return running(round?.left ?? 0);
  if (isLast(deals.at(-1)?.before.round)) return { phase: "over" };
  if (!end) return null;
  if (end.deals) return running(end.deals - deals.length);
  const { ends_at: at, points: most, rounds = 0 } = end;
  const isReached = at ? now >= Date.parse(at) : most && totals.some(({ points, tally }) => (tally ?? points) >= most);
  if (at || most) return { phase: isReached ? "reached" : "agreed" };
  if (place.no < rounds) return { phase: "agreed" };
  if (place.no === rounds && place.hand === 1) return { phase: "last" };
  return running(place.no === rounds ? place.of - place.hand + 1 : 0);
}

/** @type {(round: Round | null | undefined) => boolean} */
const isLast = (round) => round?.kind === "last";

/** @type {(end: AgreedEnd | null | undefined, standing: EndStanding, words: Texts, clock: (at: string) => string) => string} */
export function endText(end, { phase, no }, words, clock) {
  if (phase !== "agreed") return filled(words[`end_${phase}`], { no });
  if (end?.ends_at) return filled(words.end_at, { time: clock(end.ends_at) });
  return filled(words[end?.points ? "end_points" : "end_rounds"], { no: end?.points ?? end?.rounds });
}
