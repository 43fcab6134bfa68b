// What a hand is worth, looked up in the table that `rules.offline_table` makes: which line and which end a hand has, and what
// stands there. What depends on who sits where and on the hands before is computed in bookkeeping.js.
//
// A place that is not reported leads nowhere: what stands at undefined of a list is undefined.
// why: the reasons in their order, [remark, what it names], [part, twice its amount, count, the longer run of which so
// many count], ["*factor", factor, count].
// Hand and state are JSON as the rules read and write them. Every number is an integer.

import * as books from "./bookkeeping.js";
import * as facts from "./facts.js";

const { nothing, sum, when } = books;
/** @type {(Level | undefined)[]} */
const LEVELS = [undefined, "plain", "schneider", "schwarz"];
/** @type {(boolean | undefined)[]} */
const WON = [undefined, true, false];
/** The function of a report takes the lines of that report. @type {Record<string, (at: any) => Scored | null>} */
const REPORTS = { declared, replay, ramsch, thrown_in: thrownIn, agreed, round: roundCall, fixed };

/** Gives null where the hand is not whole, is refused, or is reported in a way that only the server can judge.
 *  @type {(table: Lookup, at: { players: Player[], dealer?: Player | null, hand: Hand, state?: State }) => Score | null} */
export function evaluate(table, { players, dealer = null, hand, state = {} }) {
  const report = /** @type {HandReport} */ (Object.fromEntries(Object.entries(hand).filter(([, value]) => !isEmpty(value))));
  const [seats, list] = own(table.people, players.length) ?? [0, -1];
  const line = table.lines[/** @type {number} */ (own(table.contracts[list] ?? {}, report.contract))];
  const stossed = own(table.customs?.rounds ?? {}, state.round?.kind ?? "")?.stossed;
  if (!line || new Set(players).size < players.length || (!players.includes(dealer) && players.length > seats)) return null;
  const judged = `contract note ${facts.FIELDS[line.report] ?? facts.FIELDS.declared}`.split(" ");
  if (!Object.keys(report).every((name) => judged.includes(name))) return null;
  const active = books.active(players, dealer, seats), next = books.nextDealer(players, dealer);
  const at = { table, line: { ...line, stossed }, report, state, players, active, dealer, next, customs: table.customs };
  if (!isText(report.note) || !mayBePlayed(at)) return null;
  const score = REPORTS[line.report](at);
  // More than rules.scoring.MAX_POINTS_MOVED only the server refuses in words.
  return score && Object.values(score.points).every((points) => Math.abs(points) <= 1e9) ? { pot: 0, won: null, level: null, declarers: [], ...score, state: bare(score.state) } : null;
}

// -- hands -----------------------------------------------------------------------------------------------------------

/** @type {(at: Circumstances<DeclaredLine>) => Scored | null} */
function declared(at) {
  const joined = facts.withFehlstich(at);
  if (!joined) return null;
  const { table, report, line, customs } = joined, { kontra, laid, side } = callersOf(joined);
  if (!side || !facts.areRight(joined, side)) return null;
  const offence = facts.offenceOf(joined, side), isTakenOver = books.lastCallByOpponents(kontra, side, line);
  if (offence === null || (!offence && !books.checkRunIsWon(report, at.active, line, table.pack))) return null;
  const end = offence ? offence.end : endOf(table, line, report, isTakenOver);
  const worth = line.worth[/** @type {number} */ (own(line.suits, report.trump_suit ?? ""))];
  const [won, level] = own(table.ends, end) ?? [null, null];
  const isAnswered = books.wasAnswered(kontra, side, line);
  const said = books.wasAnswered(kontra.slice(0, 1), side, line) ? "retour" : kontra.length === 2 && !isAnswered ? "stoss_twice" : "kontra";
  const doubled = times(said, kontra.length), paidEnd = facts.endPaid(at, end, level);
  const found = valued(at, worth && own(worth.sums, paidEnd), added(table, line, report.top_trumps, end), laid, doubled);
  if (!found) return null;
  const why = [
    ...(offence ? offence.why : []),
    ...when(report.surrender === "refused", [`surrender_refused_${won ? "won" : "lost"}`]),
    ...when(isTakenOver && "kontra" in line.results, ["kontra_takes_over"]),
    ...when(own(worth.sums, paidEnd) !== own(worth.sums, end), ["schwarz_not_claimed"]),
    ...naming(found.why, { fehlstich_partner: { player: [report.partner ?? ""] } }),
  ];
  const score = { value: found.value, won, level, why };
  if (table.match) return strokes(/** @type {Strokes} */ (joined), line, side, score);
  const others = (table.pays === "table" ? at.players : at.active).filter((player) => !side.includes(player));
  const [winners, losers] = won ? [side, others] : [others, side];
  const paid = facts.putRight({ ...score, declarers: side, points: books.settle(at.players, winners, losers, score.value) }, joined, offence);
  if (!paid || table.tally) return paid && written(paid, line.owes, at);
  const leaves = worth.leaves?.[end] ?? [0];
  const pair = line.by_pair && at.active.filter((player) => side.includes(player));
  const leaf = leaves[Math.min(kontra.length && (isAnswered ? 2 : 1), leaves.length - 1)];
  return left(at, customs && !line.undeclared ? books.settlePot(paid, customs.pot, at.state.pot ?? 0, pair) : paid, leaf, paid.points);
}

/** Who doubled and who laid, and the declaring side; no side where one of them may not have.
 *  @type {(at: Circumstances<DeclaredLine>) => { kontra: Caller[], laid: Caller[], side: Player[] | null }} */
function callersOf(at) {
  const { report, line, active } = at, kontra = calls(report.kontra), laid = calls(report.laid);
  const side = kontra && laid && books.declarerSide(at, line, [...kontra.slice(-1), ...laid.slice(0, 1)]);
  const isRight = side && books.checkTurns(kontra, side, active, line) && books.checkLaid(laid, active, line);
  return { kontra: kontra ?? [], laid: laid ?? [], side: isRight ? side : null };
}

/** @type {(at: Circumstances<RamschLine>) => Scored | null} */
function ramsch(at) {
  const { line, report, players, active } = at, laid = calls(report.laid), result = facts.resultOf(at);
  if (!laid || !books.checkLaid(laid, active, line) || !result) return null;
  const { marcher, maidens, decided } = result;
  const found = valued(at, marcher ? line.march : line.sums[maidens.length], [], laid);
  if (!found) return null;
  const why = naming(found.why, { ramsch_lost: { count: decided }, march: { player: [marcher ?? ""] }, maiden_own_share: { player: maidens } });
  const points = marcher ? books.settle(players, [marcher], active.filter((one) => one !== marcher), found.value)
    : books.payments(players, result, line, found.value);
  return left(at, { ...found, why, points });
}

/** The reasons with what some of them name, by their codes.
 *  @type {(why: Reason[], named: Record<string, Facts>) => Reason[]} */
const naming = (why, named) => why.map((reason) => (named[reason[0]] ? [reason[0], named[reason[0]]] : reason));

/** @type {(at: Circumstances<ThrownInLine>) => Scored | null} */
function thrownIn(at) {
  const { customs, report, line, players, active } = at, laid = calls(report.laid);
  if (!laid || !books.checkLaid(laid, active, line)) return null;
  const points = customs ? books.sweeten(players, active, customs.pot) : nothing(players);
  return left(at, { points, value: 0, pot: 0 - sum(points), why: [] }, line.leaves);
}

/** @type {(at: Circumstances<AgreedLine>) => Scored | null} */
function agreed(at) {
  const { report, players, table, line } = at, { points: extra = {}, tally: some = {}, why, was_dealt: wasDealt = true } = report;
  if (![extra, some].every((counts) => facts.isSome(counts, players, -1e6)) || sum(extra) !== 0) return null;
  if ((report.tally && !table.tally) || (isEmpty(extra) && isEmpty(some)) || typeof wasDealt !== "boolean") return null;
  if (!isText(why) || !why?.trim()) return null;
  const state = wasDealt ? { ...at.state, dealer: at.next } : at.state;
  const points = { ...nothing(players), ...extra }, tally = { ...nothing(players), ...some };
  /** @type {Reason[]} */
  const reasons = [["agreed", { why }]];
  if (table.match) return books.scoreAgreed(/** @type {Strokes} */ ({ ...at, state }), { points, tally: some, wasDealt, why: reasons });
  const value = Math.max(...Object.values(points), ...Object.values(tally)), more = books.differences(tally);
  if (line.differences) for (const player of players) points[player] += line.differences * more[player];
  return { points, value, state, why: reasons, ...(table.tally && { tally }) };
}

/** @type {(at: Circumstances<FixedLine>) => Scored | null} */
function fixed(at) {
  const { line, report, active, players } = at;
  const winners = books.opposite(line.sides, active, report.winner), level = report.level ?? "plain";
  const found = valued(at, own(line.sums, level));
  if (!winners || !found) return null;
  const losers = players.filter((player) => !winners.includes(player));
  const points = books.settle(players, winners, losers, found.value);
  return { points, ...found, level, state: { ...at.state, dealer: at.next } };
}

/** @type {(at: Circumstances<RoundLine>) => Scored | null} */
function roundCall(at) {
  const { report, state, players } = at, called = own(at.customs?.rounds ?? {}, report.round ?? "");
  if (!report.round || !called?.hands || at.active.length < (called.seats ?? 0)) return null;
  const here = called.by_old_man && players.includes(state.old_man) ? state.old_man : at.dealer;
  const round = { kind: report.round, left: called.hands * players.length };
  return { points: nothing(players), value: 0, why: [[`round.${report.round}`]], state: { ...state, dealer: here, round } };
}

/** @type {(at: Circumstances<ReplayLine>) => Scored | null} */
function replay(at) {
  const tie = at.state.match?.tie, { line, report, table } = at;
  const isOther = tie && report.trump_suit !== undefined && report.trump_suit !== tie.trump_suit;
  if (!tie || isOther || report.partner || (tie.dealer && at.dealer && tie.dealer !== at.dealer)) return null;
  if (report.declarer && !books.opposite("opposite", at.active, tie.maker)?.includes(report.declarer)) return null;
  const contract = tie.maker ? line.of_trumps : line.of_passed;
  const again = /** @type {DeclaredLine} */ (table.lines[table.contracts[0][contract]]);
  const replay = { ...report, contract, trump_suit: tie.trump_suit ?? undefined, declarer: tie.maker ?? undefined };
  const score = declared({ ...at, line: again, report: replay, isReplay: true });
  return score && { ...score, why: [["replay"], ...score.why] };
}

/** A hand of two teams, whose winners write strokes down.
 *  @type {(at: Strokes, line: DeclaredLine, side: Player[], score: Counted) => Scored | null} */
function strokes(at, line, side, score) {
  const { table, report, players, state } = at, match = books.matchOf(players, state.match, table.match.to_win);
  if (!match || (match.tie && !at.isReplay) || (score.won === null ? facts.roofOf(report) : line.by_team && !report.team)) return null;
  const found = score.won !== null ? books.scoreWon({ ...at, roof: facts.roofOf(report) }, side, match, score)
    : table.match.tie_adds ? books.scoreTieForward(at, match, score) : books.scoreTie(at, line, match, score);
  return { ...found, won: line.by_team ? null : score.won, declarers: line.by_team ? [] : side };
}

// -- doublings -------------------------------------------------------------------------------------------------------

/** The players who doubled, in order, null where unknown; a number gives only the count.
 *  @type {(callers: HandReport["kontra"]) => Caller[] | null} */
function calls(callers = 0) {
  if (Array.isArray(callers)) return callers.length <= 16 ? callers : null;
  return facts.isWithin(callers, 0, 16) ? Array(callers).fill(null) : null;
}

/** The letter of how it ended; a full stop where the report is impossible.
 *  @type {(table: Lookup, line: DeclaredLine, report: HandReport, isTakenOver: boolean) => string} */
function endOf(table, line, report, isTakenOver) {
  const { tricks, card_points: points, surrender = "none" } = report;
  const bounds = tricks === undefined ? [0, 120] : own(line.tricks ?? {}, tricks);
  if (!bounds || (points !== undefined && !(points >= bounds[0] && points <= bounds[1]))) return ".";
  const ending = report.tied ? "tied" : surrender !== "none" ? surrender : isTakenOver && "kontra" in line.results ? "kontra" : "";
  const counted = tricks === undefined ? 0 : tricks === 0 ? 1 : tricks === line.tricks.length - 1 ? 3 : 2;
  const level = LEVELS.indexOf(report.level), won = WON.indexOf(report.won);
  const row = table.rows[table.results[/** @type {number} */ (own(line.results, ending))]?.[(counted * 4 + level) * 3 + won]];
  if (level < 0 || won < 0 || row === undefined) return ".";
  if (points === undefined) return row[0];
  if (!Number.isSafeInteger(points)) return ".";
  return [...row.matchAll(/(\d+)(\D)/g)].filter(([, from]) => points >= Number(from)).at(-1)?.[2] ?? ".";
}

/** The reason that the run of top trumps adds, if any; a run that is longer than what is paid counts as the longest.
 *  @type {(table: Lookup, line: DeclaredLine, run: HandReport["top_trumps"], end: string) => Reason[] | null} */
function added(table, line, run, end) {
  if (run === undefined) return [];
  const side = run.side ?? "", place = own(line.runs ?? {}, side)?.[end];
  const all = table.runs[/** @type {number} */ (place)] ?? [];
  const twice = Number.isSafeInteger(run.count) ? all[/** @type {number} */ (run.count)] : undefined;
  return twice === undefined ? null : when(twice, [table.run_codes[side], twice, all.indexOf(twice), run.count]);
}

// -- money -----------------------------------------------------------------------------------------------------------

/** What the parts at a place of the table come to, doubled as the players called; with the reasons in order.
 *  @type {(at: Circumstances<any>, place: number | undefined, run?: Reason[] | null, laid?: Caller[], doubled?: Figure[]) => { value: number, why: Reason[] } | null} */
function valued(at, place, run = [], laid = [], doubled = []) {
  const sum = at.table.sums[/** @type {number} */ (place)];
  if (!sum || !run) return null;
  const parts = [...sum.filter((one) => !isFactor(one)), ...run];
  const factors = [...sum.filter(isFactor), ...(at.line.undoubled ? [] : [...factorsFound(at), ...times("laid", laid.length), ...doubled])];
  const [value, rounded] = books.price(parts, factors, at.table.rounds_up);
  return Number.isSafeInteger(value) ? { value, why: [...parts, ...factors, ...when(rounded, ["rounded", rounded])] } : null;
}

/** @param {Reason} reason
 *  @returns {reason is Figure} */
const isFactor = (reason) => reason[0].startsWith("*");
/** @type {(code: string, count: number) => Figure[]} */
const times = (code, count) => (count ? [[`*${code}`, 2 ** count, count]] : []);

/** Where the winners write the value down, the losers may owe it as well.
 *  @type {(score: Scored, owes: number, at: Circumstances) => Scored} */
function written({ points, ...score }, owes, at) {
  const tally = books.changed(points, (count) => (count > 0 ? score.value : 0)), owed = books.changed(points, (count) => count * owes + 0);
  return { ...score, points: owed, tally, state: { ...at.state, dealer: at.next } };
}

// -- what a hand finds and leaves ------------------------------------------------------------------------------------

/** @type {(at: Circumstances<any>) => boolean} */
function mayBePlayed(at) {
  const { customs, line, report, state: { bock, round }, active } = at;
  if (!customs) return true;
  if (bock?.length && !customs.bock) return false;
  if (!round || line.report === "agreed" || line.report === "thrown_in") return true;
  const rule = own(customs.rounds, round.kind), leaders = [active[0], line.by_pair && active[2]], declarer = callersOf(at).side?.[0];
  if (!rule || line.report === "round") return false;
  return active.length < (rule.seats ?? 0) || books.checkRound({ ...report, declarer }, round, leaders, rule);
}

/** @type {(at: Circumstances<any>) => Figure[]} */
function factorsFound({ customs, state: { bock = [], round } }) {
  if (!customs) return [];
  const factor = round && customs.rounds[round.kind].factor, twice = times("bock", bock[0]);
  return factor ? [...twice, [`*round.${round.kind}`, factor, 1]] : twice;
}

/** place: of what the hand leaves in the table. paid: the points without the pot.
 *  @type {(at: Circumstances, score: Scored, place?: number, paid?: Points) => Scored} */
function left(at, score, place = 0, paid = score.points) {
  const { customs, state, report, players, next: dealer } = at;
  if (!customs) return { ...score, state: { ...state, dealer } };
  const leaf = at.table.leaves[place], isPlayed = at.line.report !== "thrown_in";
  const added = leaf.bock === "each" ? players.length : leaf.bock ?? 0;
  const bock = books.bockAfter((state.bock ?? []).slice(isPlayed ? 1 : 0), added, customs.bock?.stacked_to);
  const after = { ...state, dealer, bock, pot: (state.pot ?? 0) + (score.pot ?? 0), old_man: report.ober_holder ?? state.old_man };
  if (!state.round) {
    const round = leaf.round ? { kind: leaf.round, left: leaf.left ?? (leaf.hands ?? 0) * players.length } : null;
    return { ...score, state: { ...after, round } };
  }
  const rule = customs.rounds[state.round.kind], [declarer] = score.declarers ?? [];
  const round = isPlayed ? books.roundAfter(report, declarer, paid, state.round, rule) : state.round;
  if ((round.left ?? 0) > 0) return { ...score, state: { ...after, round } };
  return { ...books.endRound(score, round, rule, at), state: { ...after, round: null } };
}

// -- small things ----------------------------------------------------------------------------------------------------

/** @type {<Value>(map: Record<string, Value>, name: string | number) => Value | undefined} */
const own = (map, name) => (Object.hasOwn(map, name) ? map[name] : undefined);

/** Empty: null, "", [], {}.
 *  @type {(value: unknown) => boolean} */
function isEmpty(value) {
  return (value ?? "") === "" || (typeof value === "object" && !Object.keys(/** @type {object} */ (value)).length);
}

/** A state as the rules write it: only what differs from the state before the first hand.
 *  @type {(state?: object) => State} */
function bare(state = {}) {
  const kept = Object.entries(state).map(([name, value]) => [name, isRecord(value) && name !== "results" ? bare(value) : value]);
  return Object.fromEntries(kept.filter(([name, value]) => {
    const isPairOfNothing = (name === "strokes" || name === "games") && sum(value) === 0;
    return !isEmpty(value) && value !== 0 && !isPairOfNothing;
  }));
}

/** @type {(text: unknown) => boolean} */
const isText = (text) => text === undefined || (typeof text === "string" && text.length <= 200);

/** @type {(value: unknown) => boolean} */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
