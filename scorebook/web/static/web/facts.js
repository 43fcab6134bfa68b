// The optional facts of a declared hand: the called card, the last bid, who handed a queen over, an offence, an unclaimed
// Schwarz, the claimed value. The twin of the checks in rules.hand_validation and in the rulesets of the games.

import { changed, distinct, sum, when } from "./bookkeeping.js";

// -- python -m scripts.hand_fields
/** Kind of hand -> the fields beside contract and note with which it can be judged here.
 *  @type {Record<string, string>} */
export const FIELDS = {
  declared: "declarer partner trump_suit call card_points tricks won level top_trumps kontra laid surrender" +
    " revoked_by criticised_by schwarz_claimed value ober_holder suitor_trumps team tied auction roof_shown_by" +
    " fehlstich_winners no_fehlstich queen_handed_over_by",
  ramsch: "card_points tricks trumps_in_tricks higher_trump losers maidens march_by winner laid",
  thrown_in: "laid",
  agreed: "points why was_dealt tally",
  round: "round",
  fixed: "winner level",
};
/** The fields with a control of the same name in the form, each with its question.
 *  @type {[question: string, name: string, isNumber?: boolean][]} */
export const CONTROLS = [
  ["note", "note"],
  ["offence", "revoked_by"],
  ["offence", "criticised_by"],
  ["value", "value", true],
  ["ober", "ober_holder"],
  ["counts", "higher_trump"],
  ["suitor", "suitor_trumps", true],
  ["roof", "roof_shown_by"],
  ["queen", "queen_handed_over_by"],
];
// -- end of fields

/** An unclaimed Schwarz, which the form has as a switch. */
export const UNCLAIMED = { schwarz_claimed: false };
/** @type {(hand: Partial<Hand>) => boolean} */
export const isUnclaimed = (hand) => hand.schwarz_claimed === false;
/** @type {(hand: Partial<Hand>) => boolean} */
export const isOffence = (hand) => Boolean(hand.revoked_by || hand.criticised_by);
/** Who showed a roof, if anybody. @type {(hand: Partial<Hand>) => Player} */
export const roofOf = (hand) => hand.roof_shown_by ?? "";

const LOWEST_BID = 5, HIGHEST_BID = 9;
/** Won and lost as a rule, in the letters of rules.offline_table.results. */
const WON = "a", LOST = "m", WON_WITH_SCHNEIDER = "e", LOST_WITH_SCHNEIDER = "q";

/** The partner whom the first trick led with a non-trump names, or the line of a hand that nobody joined; null where the
 *  report is impossible. @type {(at: Circumstances<DeclaredLine>) => Circumstances<DeclaredLine> | null} */
export function withFehlstich(at) {
  const { report, line, players } = at, winners = report.fehlstich_winners, alone = line.no_fehlstich ? { ...at, line: line.no_fehlstich } : null;
  if (!winners) return report.no_fehlstich ? alone : at;
  if (!line.fehlstich || report.no_fehlstich || !winners.every((player) => players.includes(player))) return null;
  const asked = line.fehlstich === "next_trick" ? winners : winners.slice(0, 1);
  const partner = asked.find((player) => player !== report.declarer) ?? null;
  if (report.partner !== undefined && report.partner !== partner) return null;
  return partner ? { ...at, report: { ...report, partner } } : alone;
}

/** @type {(at: Circumstances<DeclaredLine>, side: Player[]) => boolean} */
export function areRight(at, side) {
  const { report, line, table, customs, players } = at, queen = report.queen_handed_over_by;
  if (report.ober_holder && !customs) return false;
  if (queen !== undefined && !(line.queen && side.includes(queen))) return false;
  if (report.roof_shown_by && !(table.match?.roof && players.includes(report.roof_shown_by))) return false;
  if (table.tally && (isUnclaimed(report) || report.value !== undefined)) return false;
  // Two cards change hands in a Bauernhochzeit.
  if (report.suitor_trumps !== undefined && ![1, 2].slice(0, line.suitor ?? 0).includes(report.suitor_trumps)) return false;
  return mayCall(at) && mayBid(at);
}

/** @type {(at: Circumstances<DeclaredLine>) => boolean} */
function mayCall({ report, line, players }) {
  const { call } = report, { calls: cards, call_needed: isNeeded, call_void: mayBeVoid } = line;
  if (call === undefined) return !isNeeded;
  const { card, holds_it: holdsIt, suit_cards: held, hung_on_by: hungOn, took_over: tookOver, aces_held: aces, open_suits: opened } = call;
  const isTakenOver = tookOver || (hungOn !== undefined && hungOn !== report.declarer), all = 3;
  if (!cards || holdsIt || (!card && isNeeded) || (card && !cards.includes(`${card.rank} ${card.suit}`))) return false;
  if ((hungOn !== undefined && !players.includes(hungOn)) || (tookOver && hungOn === report.declarer)) return false;
  if (held === 0 && (isTakenOver || !mayBeVoid || (line.open_first && opened))) return false;
  if (!isWithin(held, -1e6, 1e6) || !isWithin(opened, 0, all) || !isWithin(aces, 0, all - (opened ?? 0))) return false;
  if (isTakenOver && opened === 0) return false;
  // Another card only with all aces in hand.
  return !card || (card.rank === "ace" ? aces !== all : (aces ?? all) === all && !opened && !isTakenOver && held !== 0);
}

/** Whether it is a whole number from the least to the most, if it is reported.
 *  @type {(count: number | undefined, least: number, most: number) => boolean} */
export const isWithin = (count, least, most) => count === undefined || (Number.isSafeInteger(count) && count >= least && count <= most);

/** The last bid against who made which suit trumps.
 *  @type {(at: Circumstances<DeclaredLine>) => boolean} */
function mayBid({ report, line, players, table }) {
  const { auction, declarer: maker, trump_suit: suit } = report;
  if (auction === undefined) return true;
  const { bid, bidder, length, outright, overridden_by: over, ...more } = auction, isDiamonds = suit === "diamonds";
  if (!table.match || line.by_team || Object.keys(more).length) return false;
  if (![bidder, over].every((player) => player === undefined || players.includes(player))) return false;
  if (!isWithin(bid, LOWEST_BID, HIGHEST_BID) || !isWithin(length, 0, HIGHEST_BID)) return false;
  if (length !== undefined && bid !== undefined && length < bid && !outright) return false;
  if ((outright || over !== undefined) && !isDiamonds) return false;
  if (over !== undefined && (over !== maker || over === bidder)) return false;
  return bidder === undefined || bidder === maker || isDiamonds;
}

/** The end of a hand that an offence has lost, with its reasons; undefined without an offence, null where the rest of
 *  the report is impossible.
 *  @type {(at: Circumstances<DeclaredLine>, side: Player[]) => Offence | null | undefined} */
export function offenceOf({ report, line, active, table }, side) {
  const { revoked_by: revoked, criticised_by: criticised } = report, offenders = [revoked, criticised].filter((one) => one !== undefined);
  if (!offenders.length) return undefined;
  const [by] = offenders, won = !side.includes(by), { card_points: points, tricks, level, surrender = "none", top_trumps: run } = report;
  // The tricks do not say whose a run is.
  if (!line.offence || (line.side_needed && run && !run.side) || !offenders.every((one) => active.includes(one) && side.includes(one) !== won)) return null;
  const bounds = tricks === undefined ? [0, 120] : line.tricks[tricks];
  if (!bounds || !isWithin(points, bounds[0], bounds[1]) || [1, 119].includes(points)) return null;
  if ((report.won !== undefined && report.won !== won) || ![undefined, "plain"].includes(level) || surrender !== "none") return null;
  const named = Object.entries({ revoked, criticised, offender_pays: table.offender_pays && by });
  return { by, end: won ? WON : LOST, why: named.flatMap(([code, player]) => when(player, [code, { player: [/** @type {Player} */ (player)] }])) };
}

/** An unclaimed Schwarz is paid as Schneider.
 *  @type {(at: Circumstances<DeclaredLine>, end: string, level: Level | null) => string} */
export function endPaid({ table, report }, end, level) {
  if (!table.claims_schwarz || !isUnclaimed(report) || level !== "schwarz") return end;
  return table.ends[end][0] ? WON_WITH_SCHNEIDER : LOST_WITH_SCHNEIDER;
}

/** What is paid after an offence, or where another value was claimed; null where that value is refused.
 *  @type {(score: Paid, at: Circumstances<DeclaredLine>, offence: Offence | undefined) => Paid | null} */
export function putRight(score, { table, report }, offence) {
  const { value: claimed } = report, { value, why } = score, isTooMuch = table.recoups && claimed !== undefined && claimed > value;
  if (claimed !== undefined && claimed !== value && !isTooMuch) return null;
  let { points } = score;
  if (offence && table.offender_pays) {
    points = changed(points, (count) => Math.max(count, 0));
    points[offence.by] = 0 - sum(points);
  }
  if (!isTooMuch) return { ...score, points };
  const more = claimed - value, net = value - more;
  return { ...score, value: net, points: changed(points, (count) => (count / value) * net + 0), why: [...why, ["overclaimed", 2 * more], ["recouped", -4 * more]] };
}

// -- a Ramsch ----------------------------------------------------------------------------------------------------------

// A Ramsch that is reported by counts of its players: what they can be with real cards, and who is worse by them. The twin
// of rules.games.bavarian.ramsch_counts and of the checks in rules.games.bavarian.ramsch; who pays whom is in bookkeeping.js.

const ALL_CARD_POINTS = 120, SCHNEIDER_POINTS = 90, LEVEL = 5; // place of the text that says so

/** Who took everything, or who lost, was paid and took no trick; null where the hand is refused.
 *  @type {(at: Circumstances<RamschLine>) => RamschResult | null} */
export function resultOf(at) {
  const { report, active, line } = at, { losers = [], maidens = [], march_by: marcher, winner, higher_trump: higher } = report;
  if (![marcher, winner, higher].every((player) => player === undefined || active.includes(player))) return null;
  if (!distinct(losers, active) || !distinct(maidens, active)) return null;
  if (losers.includes(winner) || maidens.includes(losers[0]) || !areNumbersRight(at) || !areCountsRight(at)) return null;
  const march = marchBy(at), without = active.filter((player) => report.tricks?.[player] === 0);
  if (!areTricksRight(at, march, without)) return null;
  const all = march ?? marcher;
  if (all) return { marcher: all, losers: [], winners: [], maidens: [], decided: 0 };
  if (report.card_points === undefined && !losers.length) return null;
  const counted = report.card_points ? byCounts(at) : { losers, winner, decided: losers.length > losersDue(line) ? LEVEL : 1 };
  if (!counted) return null;
  const winners = active.filter((player) => (line.fewest ? player === counted.winner : !counted.losers.includes(player)));
  return { ...counted, winners, maidens: without.length ? without : maidens };
}

/** How many lose unless more are level. @type {(line: RamschLine) => number} */
const losersDue = ({ pays }) => Number(Object.keys(pays)[0]);

/** @type {(at: Circumstances<RamschLine>) => boolean} */
function areNumbersRight({ report, line, active }) {
  const { losers = [], maidens = [], march_by: marcher } = report, isThree = maidens.length > 2 || hasAllTricks(report, line) !== undefined;
  if (losers.length && !Object.hasOwn(line.pays, losers.length)) return false;
  if (maidens.length > (line.march === undefined ? active.length - 1 : 2) || (isThree && line.maidens_unsettled)) return false;
  if (marcher !== undefined && (line.march === undefined || losers.length || maidens.length)) return false;
  return !line.fewest || report.card_points !== undefined || report.winner !== undefined || marcher !== undefined;
}

/** Every count by itself, then together with what physical cards allow.
 *  @type {(at: Circumstances<RamschLine>) => boolean} */
function areCountsRight({ report, line, active, table }) {
  const { card_points: points, tricks, trumps_in_tricks: trumps = {}, maidens = [], higher_trump: higher } = report;
  if (!isWhole(points, active, ALL_CARD_POINTS) || !isWhole(tricks, active, line.all_tricks) || !isSome(trumps, active)) return false;
  /** @type {(player: Player) => boolean} */
  const isWithout = (player) => maidens.includes(player) || tricks?.[player] === 0;
  if (points && active.some((player) => [1, 119].includes(points[player]) || (points[player] && isWithout(player)))) return false;
  if (points && tricks && !doPointsFit(points, tricks, active, table.pack)) return false;
  const held = Object.entries(trumps), total = sum(trumps);
  if (held.some(([player, count]) => count > Math.min(line.trumps, (tricks?.[player] ?? line.trumps) * active.length))) return false;
  if (total > line.trumps || (held.length === active.length && total !== line.trumps)) return false;
  // Without sevens to nines each trump counts.
  return higher === undefined || !(isWithout(higher) || trumps[higher] === 0 || (points && points[higher] < Math.min(...table.pack)));
}

/** A count for each of the players, and the right sum; or none at all.
 *  @type {(counts: Points | undefined, active: Player[], total: number) => boolean} */
const isWhole = (counts, active, total) =>
  counts === undefined || (isSome(counts, active) && active.every((player) => Object.hasOwn(counts, player)) && sum(counts) === total);

/** A count for some of the players.
 *  @type {(counts: Points, players: Player[], least?: number) => boolean} */
export const isSome = (counts, players, least = 0) =>
  typeof counts === "object" && Object.entries(counts).every(([player, count]) => players.includes(player) && isWithin(count, least, 1e6));

/** No player, and no players together, can have more than their tricks hold.
 *  @type {(points: Points, tricks: Points, active: Player[], pack: number[]) => boolean} */
function doPointsFit(points, tricks, active, pack) {
  const groups = Array.from({ length: 2 ** active.length - 2 }, (_, bits) => active.filter((_, place) => ((bits + 1) >> place) & 1));
  return groups.every((group) => {
    const taken = sum(group.map((player) => tricks[player])), have = sum(group.map((player) => points[player]));
    return have <= sum(pack.slice(0, taken * active.length));
  });
}

/** @type {(report: HandReport, line: RamschLine) => Player | undefined} */
const hasAllTricks = ({ tricks = {} }, line) => Object.keys(tricks).find((player) => tricks[player] >= line.all_tricks);

/** Who took all tricks, or from 90 or all 120 points where a march begins there.
 *  @type {(at: Circumstances<RamschLine>) => Player | null | undefined} */
function marchBy({ report, line }) {
  const { card_points: points = {}, tricks, march_by: marcher } = report;
  if (line.march === undefined) return undefined;
  if (line.march_from !== "all_tricks") {
    const least = line.march_from === "ninety" ? SCHNEIDER_POINTS : ALL_CARD_POINTS;
    return hasAllTricks(report, line) ?? Object.keys(points).find((player) => points[player] >= least);
  }
  if (tricks) return hasAllTricks(report, line);
  return marcher !== undefined && points[/** @type {string} */ (marcher)] === ALL_CARD_POINTS ? marcher : undefined;
}

/** What the table says against the tricks: march, maidens and losers.
 *  @type {(at: Circumstances<RamschLine>, march: Player | null | undefined, without: Player[]) => boolean} */
function areTricksRight({ report, line }, march, without) {
  const { card_points: points, tricks, losers = [], maidens = [], march_by: marcher } = report;
  const isByTricks = line.march_from === "all_tricks", isReported = tricks || losers.length || maidens.length || marcher;
  if (isByTricks && !isReported && Object.values(points ?? {}).includes(ALL_CARD_POINTS)) return false;
  if (march && losers.length) return false;
  const counted = isByTricks || !line.march_from ? tricks ?? points : points;
  if (marcher !== undefined && marcher !== march && counted) return false;
  if (!tricks || march) return true;
  if (maidens.length && (maidens.length !== without.length || !distinct(maidens, without))) return false;
  return !losers.length || losers.some((player) => tricks[player] > 0);
}

/** Who lost, by the how many-th of the counts, and who took the fewest points; null where the table has to say more, or
 *  something else.
 *  @type {(at: Circumstances<RamschLine>) => { losers: Player[], winner: Player, decided: number } | null} */
function byCounts({ report, line, active }) {
  const groups = fromWorst(report, line, active), order = groups.flat(), number = losersDue(line), [loser, other] = order.slice(number - 1);
  const level = groups.find((group) => group.includes(loser) && group.includes(other)) ?? [];
  const certain = order.slice(0, number).filter((player) => !level.includes(player));
  const losers = report.losers ?? [], due = [...certain, ...level], isDecided = !level.length || line.shares;
  if (!losers.length && !isDecided) return null;
  if (losers.length && !(distinct(losers, due) && (isDecided ? losers.length === due.length : distinct(certain, losers)))) return null;
  const fewest = groups[groups.length - 1], winner = report.winner ?? fewest[0];
  if (line.fewest && (report.winner === undefined ? fewest.length > 1 : !fewest.includes(winner))) return null;
  const { card_points: points, tricks, trumps_in_tricks: trumps } = report;
  const decided = level.length ? LEVEL : [points, tricks, trumps].findIndex((counts = {}) => counts[loser] > counts[other]) + 1 || LEVEL - 1;
  return { losers: losers.length ? losers : due, winner, decided };
}

/** The players from the worst to the best, together who are level in everything that was counted.
 *  @type {(report: HandReport, line: RamschLine, active: Player[]) => Player[][]} */
function fromWorst({ card_points: points, tricks = {}, trumps_in_tricks: trumps = {}, higher_trump: higher }, { tie }, active) {
  /** Below the lowest trump is who has none. @type {Points} */
  const none = Object.fromEntries(active.filter((player) => tricks[player] === 0 || trumps[player] === 0).map((player) => [player, 0]));
  const deciding = { shared: [points], highest_trump: [points, none], tricks: [points, tricks, trumps, none] }[tie];
  let groups = [active];
  for (const counts of deciding) groups = groups.flatMap((group) => parted(group, counts));
  if (!higher || tie === "shared") return groups;
  return groups.flatMap((group) => (group.includes(higher) && group.length > 1 ? [[higher], group.filter((one) => one !== higher)] : [group]));
}

/** The most first; nothing is concluded where a count is missing.
 *  @type {(group: Player[], counts: Points) => Player[][]} */
function parted(group, counts) {
  if (!group.every((player) => Object.hasOwn(counts, player))) return [group];
  const steps = [...new Set(group.map((player) => counts[player]))].sort((one, other) => other - one);
  return steps.map((step) => group.filter((player) => counts[player] === step));
}
