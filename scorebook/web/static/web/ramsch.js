// A Ramsch that is told by the counts of its players: what they can be with real cards, and who is worse by them. The twin
// of rules.bavarian.ramsch_counts and of the checks in rules.bavarian.ramsch; who pays whom is in bookkeeping.js.

import { distinct, sum } from "./bookkeeping.js";

const ALL_CARD_POINTS = 120, SCHNEIDER_POINTS = 90;

/** Who took everything, or who lost, was paid and took no trick; null where the hand is refused.
 *  @type {(at: Circumstances<RamschLine>) => RamschResult | null} */
export function resultOf(at) {
  const { told, active, line } = at, { losers = [], maidens = [], march_by: marcher, winner, higher_trump: higher } = told;
  const named = [marcher, winner, higher].filter((player) => player !== undefined);
  if (![losers, maidens].every((some) => distinct(some, active)) || !named.every((player) => active.includes(player))) return null;
  if (losers.includes(winner) || maidens.includes(losers[0]) || !areNumbersRight(at) || !areCountsRight(at)) return null;
  const march = marchBy(at), without = active.filter((player) => told.tricks?.[player] === 0);
  if (!areTricksRight(at, march, without)) return null;
  if (march ?? marcher) return { marcher: march ?? marcher, losers: [], winners: [], maidens: [] };
  if (told.card_points === undefined && !losers.length) return null;
  const counted = told.card_points ? byCounts(at) : { losers, winner };
  if (!counted) return null;
  const winners = active.filter((player) => (line.fewest ? player === counted.winner : !counted.losers.includes(player)));
  return { losers: counted.losers, winners, maidens: without.length ? without : maidens };
}

/** @type {(at: Circumstances<RamschLine>) => boolean} */
function areNumbersRight({ told, line, active }) {
  const { losers = [], maidens = [], march_by: marcher } = told, isThree = maidens.length > 2 || hasAllTricks(told, line) !== undefined;
  if (losers.length && !Object.hasOwn(line.pays, losers.length)) return false;
  if (maidens.length > (line.march === undefined ? active.length - 1 : 2) || (isThree && line.maidens_unsettled)) return false;
  if (marcher !== undefined && (line.march === undefined || losers.length || maidens.length)) return false;
  return !line.fewest || told.card_points !== undefined || told.winner !== undefined || marcher !== undefined;
}

/** Every count by itself, then together with what physical cards allow.
 *  @type {(at: Circumstances<RamschLine>) => boolean} */
function areCountsRight({ told, line, active, table }) {
  const { card_points: points, tricks, trumps_in_tricks: trumps = {}, maidens = [], higher_trump: higher } = told;
  if (!isWhole(points, active, ALL_CARD_POINTS) || !isWhole(tricks, active, line.all_tricks) || !isSome(trumps, active)) return false;
  /** @type {(player: Player) => boolean} */
  const isWithout = (player) => maidens.includes(player) || tricks?.[player] === 0;
  if (points && active.some((player) => [1, 119].includes(points[player]) || (points[player] && isWithout(player)))) return false;
  if (points && tricks && !doPointsFit(points, tricks, active, table.pack)) return false;
  const held = Object.entries(trumps), total = sum(trumps);
  if (held.some(([player, count]) => count > Math.min(line.trumps, (tricks?.[player] ?? line.trumps) * active.length))) return false;
  if (total > line.trumps || (held.length === active.length && total !== line.trumps)) return false;
  return higher === undefined || !(isWithout(higher) || trumps[higher] === 0);
}

/** A count for each of the players, and the right sum; or none at all.
 *  @type {(counts: Points | undefined, active: Player[], total: number) => boolean} */
const isWhole = (counts, active, total) =>
  counts === undefined || (isSome(counts, active) && active.every((player) => Object.hasOwn(counts, player)) && sum(counts) === total);

/** @type {(counts: Points, active: Player[]) => boolean} */
const isSome = (counts, active) =>
  typeof counts === "object" && Object.entries(counts).every(([player, count]) => active.includes(player) && Number.isSafeInteger(count) && count >= 0);

/** No player, and no players together, can have more than their tricks hold.
 *  @type {(points: Points, tricks: Points, active: Player[], pack: number[]) => boolean} */
function doPointsFit(points, tricks, active, pack) {
  const groups = Array.from({ length: 2 ** active.length - 2 }, (_, bits) => active.filter((_, place) => ((bits + 1) >> place) & 1));
  return groups.every((group) => {
    const taken = group.reduce((all, player) => all + tricks[player], 0), have = group.reduce((all, player) => all + points[player], 0);
    return have <= sum(pack.slice(0, taken * active.length));
  });
}

/** @type {(told: Told, line: RamschLine) => Player | undefined} */
const hasAllTricks = ({ tricks = {} }, line) => Object.keys(tricks).find((player) => tricks[player] >= line.all_tricks);

/** Who took all tricks, or from 90 or all 120 points where a march begins there.
 *  @type {(at: Circumstances<RamschLine>) => Player | null | undefined} */
function marchBy({ told, line }) {
  const { card_points: points = {}, tricks, march_by: marcher } = told;
  if (line.march === undefined) return undefined;
  if (line.march_from !== "all_tricks") {
    const least = line.march_from === "ninety" ? SCHNEIDER_POINTS : ALL_CARD_POINTS;
    return hasAllTricks(told, line) ?? Object.keys(points).find((player) => points[player] >= least);
  }
  if (tricks) return hasAllTricks(told, line);
  return marcher !== undefined && points[/** @type {string} */ (marcher)] === ALL_CARD_POINTS ? marcher : undefined;
}

/** What the table says against the tricks: march, maidens and losers.
 *  @type {(at: Circumstances<RamschLine>, march: Player | null | undefined, without: Player[]) => boolean} */
function areTricksRight({ told, line }, march, without) {
  const { card_points: points, tricks, losers = [], maidens = [], march_by: marcher } = told;
  const isByTricks = line.march !== undefined && line.march_from === "all_tricks", isSaid = tricks || losers.length || maidens.length || marcher;
  if (isByTricks && !isSaid && Object.values(points ?? {}).includes(ALL_CARD_POINTS)) return false;
  if (march && losers.length) return false;
  const counted = (line.march_from ?? "all_tricks") === "all_tricks" ? tricks ?? points : points;
  if (marcher !== undefined && marcher !== march && counted) return false;
  if (!tricks || march) return true;
  if (maidens.length && !(maidens.length === without.length && distinct(maidens, without))) return false;
  return !losers.length || losers.some((player) => tricks[player] > 0);
}

/** Who lost by the counts, and who took the fewest points; null where the table has to say more, or something else.
 *  @type {(at: Circumstances<RamschLine>) => { losers: Player[], winner: Player } | null} */
function byCounts({ told, line, active }) {
  const groups = fromWorst(told, line, active), number = Math.min(...Object.keys(line.pays).map(Number));
  /** @type {Player[]} */
  let certain = [];
  /** @type {Player[]} */
  let level = [];
  for (const group of groups) {
    if (certain.length === number || level.length) break;
    if (certain.length + group.length > number) level = group;
    else certain = [...certain, ...group];
  }
  const losers = told.losers ?? [], due = [...certain, ...level], isDecided = !level.length || line.shares;
  if (!losers.length && !isDecided) return null;
  if (losers.length && !(distinct(losers, due) && (isDecided ? losers.length === due.length : distinct(certain, losers)))) return null;
  const fewest = groups[groups.length - 1], winner = told.winner ?? fewest[0];
  if (line.fewest && (told.winner === undefined ? fewest.length > 1 : !fewest.includes(winner))) return null;
  return { losers: losers.length ? losers : due, winner };
}

/** The players from the worst to the best, together who are level in everything that was counted.
 *  @type {(told: Told, line: RamschLine, active: Player[]) => Player[][]} */
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
