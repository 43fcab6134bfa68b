// The bookkeeping of a hand, written a second time so that a phone can do it without the server. Each function has the
// name of the Python function whose twin it is. tests/cases/bookkeeping.jsonl holds both to the same figures,
// tests/rules/test_lookup.py to each other over every hand. Numbers are whole; a check gives true where the hand may stand.
//
//   here                        twin
//   active, nextDealer          rules.table: Table.active, Table.next_dealer
//   settle                      rules.base_ruleset: settle
//   price                       rules.price: price
//   opposite, declarerSide      rules.hand_validation: DealtGame.opposite, declarer_side; with rules.games.bavarian.ruleset:
//                               Bavarian.fill_in_by_game, _kreuzbock_declarer and rules.games.sasku.game_score: team_of
//   checkTurns, checkLaid       rules.hand_validation: _check_turns, check_laid
//   checkRunIsWon               rules.games.top_trumps: check_run_is_won
//   wasAnswered                 rules.games.bavarian.rounds: was_answered
//   lastCallByOpponents         rules.games.bavarian.ruleset: Bavarian._is_taken_over
//   payments                    rules.games.bavarian.ramsch: _ramsch_payments
//   sweeten, settlePot          rules.games.bavarian.pot: _pay_sweetener, _settle_pot and _pay_reuegeld
//   bockAfter                   rules.games.bavarian.carry_over: bock_after
//   checkRound, roundAfter,     rules.games.bavarian.rounds: check_round, round_after, poorest
//   poorest
//   endRound                    rules.games.bavarian.carry_over: end_round
//   differences                 rules.games.tally_game: differences
//   matchOf, agreedStrokes,     rules.games.sasku.game_score: match_of, agreed_strokes, for_teams
//   forTeams
//   book, owed, endOfGame       rules.games.sasku.game_score: book, owed, end_of_game
//   scoreTie, scoreTieForward,  rules.games.sasku.ruleset: Sasku._score_tie, _score_tie_forward, _score_won, _score_agreed
//   scoreWon, scoreAgreed

/** @type {(points: Points | number[]) => number} */
export const sum = (points) => Object.values(points).reduce((total, one) => total + one, 0);
/** @type {(players: Player[]) => Points} */
export const nothing = (players) => forTeams(players, [0, 0]);
/** @type {(points: Points, change: (count: number, player: Player) => number) => Points} */
export const changed = (points, change) => Object.fromEntries(Object.entries(points).map(([player, count]) => [player, change(count, player)]));
/** @type {(some: Player[], all: Player[]) => boolean} */
export const distinct = (some, all) => new Set(some).size === some.length && some.every((one) => all.includes(one));
/** Reasons that stand there only where something is so. @type {(is: unknown, reason: Reason) => Reason[]} */
export const when = (is, reason) => (is ? [reason] : []);

// -- the table -------------------------------------------------------------------------------------------------------

/** Who holds cards, the leader to the first trick first.
 *  @type {(players: Player[], dealer: Player | null, seats: number) => Player[]} */
export function active(players, dealer, seats) {
  const place = players.indexOf(dealer) + 1;
  return [...players.slice(place), ...players.slice(0, place)].slice(0, seats);
}

/** @type {(players: Player[], dealer: Player | null) => Player | null} */
export const nextDealer = (players, dealer) => (players.includes(dealer) ? active(players, dealer, 1)[0] : null);

// -- who plays -------------------------------------------------------------------------------------------------------

/** A player, with who sits opposite where that is the partner; null where the player holds no cards.
 *  @type {(sides: string, active: Player[], player: Caller | undefined) => Player[] | null} */
export function opposite(sides, active, player) {
  const place = active.indexOf(player);
  if (!player || place < 0) return null;
  return sides === "opposite" ? [player, active[(place + 2) % 4]] : [player];
}

/** The declaring side, declarer first; null where it cannot be known.
 *  callers: who doubled last, else who lay first: in a Kreuzbock that says who plays, and without it who leads.
 *  @type {(at: Circumstances<unknown>, line: DeclaredLine, callers: Caller[]) => Player[] | null} */
export function declarerSide({ report, active, next }, line, callers) {
  if (line.by_team) return report.declarer || report.partner ? null : opposite("opposite", active, report.team ?? active[0]);
  const [due = next && active[0]] = line.unnamed ? callers : [null];
  const declarer = report.declarer ?? due, { partner } = report;
  if (report.team || !declarer || !active.includes(declarer)) return null;
  if (line.sides === "partners") {
    return partner && active.includes(partner) && partner !== declarer ? [declarer, partner] : null;
  }
  const side = opposite(line.sides, active, declarer);
  if (!side) return null;
  if (line.unnamed && callers[0] && !side.includes(callers[0])) return null;
  return partner === undefined || (side.length > 1 && partner === side[1]) ? side : null;
}

// -- doublings -------------------------------------------------------------------------------------------------------

/** turns: "any", or the opponents first, or "strict"ly in turn; a call that nobody noted takes the turn that fits.
 *  @type {(calls: Caller[], side: Player[], active: Player[], line: DeclaredLine) => boolean} */
export function checkTurns(calls, side, active, { kontra: most = 0, turns, stossed, forehand_first: byForehand, opponents_only: noAnswer }) {
  const all = allCalls(calls, stossed), named = calls.filter((caller) => caller !== null), opponents = active.filter((player) => !side.includes(player));
  if (calls.length && byForehand && !stossed && (side.includes(active[0]) || ![null, active[0]].includes(calls[0]))) return false;
  if (noAnswer && calls.length && (all.length > (turns === "strict" ? 1 : opponents.length) || !distinct(named, opponents))) return false;
  /** Whether the declaring side doubled last. @type {boolean | null} */
  let last = null;
  return calls.length <= most && all.every((caller, place) => {
    const bySide = caller === null ? place % 2 === 1 : side.includes(caller);
    const isInTurn = caller === null || all[place - 1] !== caller
      && (turns === "any" || (last === null ? !bySide : turns !== "strict" || bySide !== last));
    last = bySide;
    return isInTurn && (caller === null || active.includes(caller));
  });
}

/** The calls, after the opponents' Stoss where the round has said it. @type {(calls: Caller[], stossed?: boolean) => Caller[]} */
const allCalls = (calls, stossed) => (stossed ? [null, ...calls] : calls);

/** Whether both sides doubled: two opponents who say Stoss are no Re.
 *  @type {(calls: Caller[], side: Player[], line?: Pick<DeclaredLine, "opponents_only" | "stossed">) => boolean} */
export function wasAnswered(calls, side, { opponents_only: noAnswer, stossed } = {}) {
  /** @type {(caller: Caller, place: number) => boolean} */
  const byOpponents = (caller, place) => (caller === null ? place % 2 === 0 : !side.includes(caller)), all = allCalls(calls, stossed);
  return !noAnswer && all.some(byOpponents) && !all.every(byOpponents);
}

/** @type {(calls: Caller[], side: Player[], line?: Pick<DeclaredLine, "opponents_only" | "stossed">) => boolean} */
export function lastCallByOpponents(calls, side, { opponents_only: noAnswer, stossed } = {}) {
  const last = calls.at(-1);
  return last === null ? noAnswer || allCalls(calls, stossed).length % 2 === 1 : last !== undefined && !side.includes(last);
}

/** Each at most once, and where that was agreed one after the other as they sit.
 *  @type {(laid: Caller[], active: Player[], line: MayLay) => boolean} */
export function checkLaid(laid, active, { laid: most = 0, laid_in_order: inOrder }) {
  const named = laid.filter((player) => player !== null);
  const isInTurn = !(inOrder || most === 1) || laid.every((player, place) => player === null || player === active[place]);
  return laid.length <= most && distinct(named, active) && isInTurn;
}

/** All of a run lies in the tricks of its holders, or in the declarer's skat: nobody can take it from them.
 *  @type {(hand: HandReport, active: Player[], line: DeclaredLine, pack: number[]) => boolean} */
export function checkRunIsWon({ card_points: points, tricks: taken, top_trumps: run }, active, { top, tricks }, pack) {
  const { count = 0, side } = run ?? {};
  if (!top || !side || !(count > 0)) return true;
  const isOwn = side === "declarer_side", held = top.slice(0, count), rest = [...pack];
  for (const one of held) rest.splice(rest.indexOf(one), 1);
  /** @type {(cards: number) => number} */
  const most = (cards) => sum(rest.slice(0, Math.max(cards, 0)));
  const isCounted = points !== undefined, have = isCounted ? (isOwn ? points : 120 - points) : 0;
  if (taken === undefined) return !isCounted || have >= sum(held);
  const own = pack.length - (tricks.length - 1 - taken) * active.length, pile = isOwn ? own : pack.length - own;
  const isRight = have >= 120 - most(pack.length - pile) && have <= sum(held) + most(pile - count);
  return count <= pile && (!isCounted || isRight);
}

// -- money -----------------------------------------------------------------------------------------------------------

/** The value, and twice what rounding adds to it: all parts are added before anything is multiplied, and only then halves
 *  are made whole. Parts are twice their amount.
 *  @type {(parts: Reason[], factors: Figure[], roundsUp: boolean) => [value: number, rounded: number]} */
export function price(parts, factors, roundsUp) {
  const twice = factors.reduce((all, [, factor]) => all * factor, sum(parts.map(([, amount]) => Number(amount ?? 0))));
  const rounded = (twice % 2) * (roundsUp ? 1 : -1);
  return [(twice + rounded) / 2, rounded];
}

/** Every loser pays the value to the winning side, which shares it equally. Throws where a side cannot share it in whole
 *  points: that is a fault of the rules.
 *  @type {(players: Player[], winners: Player[], losers: Player[], value: number) => Points} */
export function settle(players, winners, losers, value) {
  const points = nothing(players), paid = value * Math.max(winners.length, losers.length);
  const won = paid / winners.length, lost = paid / losers.length;
  if ((won + lost) % 1) throw Error(); // the larger side always divides
  for (const player of winners) points[player] += won;
  for (const player of losers) points[player] -= lost;
  return points;
}

/** A Ramsch. pays: for each number of losers, how often they pay it to a winner; maiden_gets: to one without a trick.
 *  @type {(players: Player[], result: RamschResult, line: RamschLine, value: number) => Points} */
export function payments(players, { losers, winners, maidens }, { pays, maiden_gets: maidenGets }, value) {
  const points = nothing(players), owed = value * (pays[losers.length] ?? 1); // all are level: nobody is paid
  for (const player of winners) points[player] = owed * (maidens.includes(player) ? maidenGets : 1);
  const total = sum(points), number = losers.length;
  // An odd point is paid by who sits first.
  players.filter((player) => losers.includes(player)).forEach((player, place) => {
    points[player] = -Math.trunc(total / number) - (place < total % number ? 1 : 0);
  });
  return points;
}

/** Everybody is paid by every other one for what they have more.
 *  @type {(tally: Points) => Points} */
export function differences(tally) {
  const all = sum(tally), people = Object.keys(tally).length;
  return changed(tally, (own) => people * own - all);
}

// -- the pot ---------------------------------------------------------------------------------------------------------

/** What each pays into the pot for a hand that was thrown in.
 *  @type {(players: Player[], active: Player[], rule: PotRule) => Points} */
export function sweeten(players, active, { sweetener, all_pay: allPay }) {
  const points = nothing(players);
  if (sweetener) for (const player of allPay ? players : active) points[player] = -sweetener;
  return points;
}

/** The declarer alone sweeps the pot or doubles it; with the partner where that was agreed. The odd point is the first one's.
 *  The loser also pays Reuegeld. pair: two who declare together take half each, and pay none.
 *  @type {(score: Paid, rule: PotRule, pot: number, pair?: Player[] | false) => Paid} */
export function settlePot(score, { cap, shared, kept, reuegeld = [] }, pot, pair) {
  const { won, declarers } = score, regret = won || pair ? 0 : reuegeld[declarers.length - 1] ?? 0;
  const takers = pair || (shared ? declarers : declarers.slice(0, 1)), [first] = takers, count = takers.length;
  const room = Math.max(0, Math.min(pot, (cap ?? Infinity) - pot)), amount = kept ? 0 : won ? pot : room, points = { ...score.points };
  const sign = won ? 1 : -1;
  for (const player of takers) points[player] += sign * Math.trunc(amount / count);
  points[first] += sign * (amount % count) - regret;
  const why = [...score.why, ...when(amount, [won ? "pot_swept" : amount < pot ? "pot_filled" : "pot_doubled", { player: takers, points: amount, count }]),
    ...when(regret, ["pot_reuegeld", { player: [first], points: regret }])];
  return { ...score, points, why, pot: regret - sign * amount };
}

// -- Bock hands and rounds -------------------------------------------------------------------------------------------

/** The Bock hands still to come. added: how many more; stackedTo: laid on those that wait, as high as that.
 *  @type {(queue: number[], added: number, stackedTo: number | undefined) => number[]} */
export function bockAfter(queue, added, stackedTo) {
  if (!stackedTo) return [...queue, ...Array(added).fill(1)];
  return Array.from({ length: Math.max(queue.length, added) }, (_, place) =>
    Math.min((queue[place] ?? 0) + (place < added ? 1 : 0), stackedTo));
}

/** Whether the round lets this be played. leaders: forehand, and who sits opposite where a pair declares.
 *  @type {(report: HandReport, round: Round, leaders: Player[], rule: RoundRule) => boolean} */
export function checkRound({ contract, declarer }, round, leaders, rule) {
  if (rule.only && !rule.only.includes(contract)) return false;
  if (rule.forehand && !leaders.includes(declarer)) return false;
  return !round.done?.some((one) => one.player === declarer && one.contract === (rule.once?.[contract] ?? contract));
}

/** paid: without the pot, which has no part in how poor a Solo was.
 *  @type {(report: HandReport, declarer: Player | undefined, paid: Points, round: Round, rule: RoundRule) => Round} */
export function roundAfter({ contract }, declarer, paid, round, rule) {
  return {
    ...round, left: (round.left ?? 0) - 1,
    ...(declarer && rule.once && { done: [...(round.done ?? []), { player: declarer, contract: rule.once[contract] ?? contract }] }),
    ...(declarer && rule.poorest_pays && { results: { ...round.results, [declarer]: (round.results?.[declarer] ?? 0) + paid[declarer] } }),
  };
}

/** Who had the poorest Solo of a round that several played.
 *  @type {(ended: Round, rule: RoundRule) => Player[]} */
export function poorest({ results = {} }, rule) {
  const least = Math.min(...Object.values(results));
  if (!rule.poorest_pays || Object.keys(results).length < 2) return [];
  return Object.keys(results).filter((player) => results[player] === least);
}

/** @type {(score: Scored, ended: Round, rule: RoundRule, at: Circumstances<unknown>) => Scored} */
export function endRound(score, round, rule, { players, active }) {
  const found = poorest(round, rule), here = players.filter((player) => found.includes(player)), [loser] = here;
  if (found.length > 1) return { ...score, why: [...score.why, ["minas_tied", { player: here }]] };
  if (!loser) return score; // nobody, or gone home meanwhile
  const points = { ...score.points }, pays = rule.poorest_pays ?? 0;
  for (const player of active) if (player !== loser) { points[player] += pays; points[loser] -= pays; }
  return { ...score, points, why: [...score.why, ["minas_paid", { player: [loser], points: pays }]] };
}

// -- strokes and games of two teams ----------------------------------------------------------------------------------

/** @type {(players: Player[]) => Player[][]} */
const teamsOf = (players) => [0, 1].map((team) => players.filter((_, place) => place % 2 === team));

/** The running match; null where people have changed places, which only the server can follow, or where it is over.
 *  @type {(players: Player[], before: State["match"], toWin: number) => Match | null} */
export function matchOf(players, before, toWin) {
  const match = { strokes: [0, 0], games: [0, 0], teams: players, extra: 0, ...before };
  const isSame = match.teams.every((player, place) => player === players[place]);
  return isSame && Math.max(...match.strokes) < toWin ? match : null;
}

/** @type {(players: Player[], strokes: number[]) => Points} */
export const forTeams = (players, strokes) => Object.fromEntries(players.map((player, place) => [player, strokes[place % 2]]));

/** What each team is to get; null where partners, who share their strokes, have different ones.
 *  @type {(players: Player[], tally: Points) => number[] | null} */
export function agreedStrokes(players, tally) {
  const amounts = teamsOf(players).map((team) => new Set(team.map((one) => tally[one]).filter((count) => count !== undefined)));
  return amounts.some((counts) => counts.size > 1) ? null : amounts.map(([count = 0]) => count);
}

/** Writes strokes down; the first team that has enough wins the game, and what is over begins the next one or is lost.
 *  @type {(match: Match, strokes: number[], rule: MatchRule, isLambapea?: boolean) => Booked} */
export function book(match, strokes, rule, isLambapea = false) {
  const totals = match.strokes.map((count, team) => count + strokes[team]);
  if (Math.max(...totals) < rule.to_win) return { match: { ...match, strokes: totals }, totals, winner: null, games: 0, carried: 0 };
  const winner = totals[0] >= rule.to_win ? 0 : 1, rest = totals[winner] % rule.to_win, full = (totals[winner] - rest) / rule.to_win;
  const games = Math.max(isLambapea ? rule.schwarz : 1, Math.min(...totals) === 0 ? rule.to_nil : 1, rule.carries ? full : 1);
  const carried = rule.carries ? rest : 0, left = [0, 0], won = [...match.games];
  left[winner] = carried;
  won[winner] += games;
  return { match: { ...match, strokes: left, games: won }, totals, winner, games, carried };
}

/** What the players owe one another, in points.
 *  @type {(players: Player[], strokes: number[], booked: Booked, rule: MatchRule) => Points} */
export function owed(players, strokes, { winner, games }, rule) {
  const [first, second] = teamsOf(players);
  const value = (strokes[0] - strokes[1]) * rule.stroke_pays + games * rule.game_pays * (winner === 0 ? 1 : -1);
  return settle(players, first, second, value);
}

/** The reasons that a game which was won adds.
 *  @type {(players: Player[], booked: Booked) => Reason[]} */
export function endOfGame(players, { winner, totals, games, carried }) {
  if (winner === null) return [];
  const strokes = totals[winner], against = totals[1 - winner];
  return [
    ["game_won", { player: teamsOf(players)[winner], strokes, against }], ...when(!against, ["to_nil"]),
    ...when(games > 1, ["games_counted", { count: games }]), ...when(carried, ["strokes_carried", { strokes: carried }]),
  ];
}

/** Nobody gets anything. @type {(players: Player[], score: Counted, state: State) => Scored} */
const unpaid = (players, score, state) => ({ ...score, value: 0, points: nothing(players), tally: nothing(players), state });

/** The same dealer deals again, with the same trumps and makers.
 *  @type {(at: Strokes, line: DeclaredLine, match: Match, score: Counted) => Scored} */
export function scoreTie({ report, players, dealer, state }, line, match, score) {
  const tie = { dealer, trump_suit: report.trump_suit ?? line.suit_when_tied, maker: report.declarer };
  return unpaid(players, score, { ...state, dealer, match: { ...match, tie } });
}

/** Where ties are not dealt again: the deal passes on and the next winner gets so many strokes more.
 *  @type {(at: Strokes, match: Match, score: Counted) => Scored} */
export function scoreTieForward({ players, next, state, table }, match, score) {
  const extra = match.extra + (table.match.tie_adds ?? 0), after = { ...state, dealer: next, match: { ...match, tie: null, extra } };
  return unpaid(players, { ...score, why: [["tie_forward", { strokes: extra }]] }, after);
}

/** The strokes of the winners, what waits for them from a tie, and what a roof brings the others: it wins no game.
 *  @type {(at: Strokes, side: Player[], match: Match, score: Counted) => Scored} */
export function scoreWon({ roof: shown = "", players, next, state, table }, side, match, score) {
  const isLambapea = score.level === "schwarz", isWholeGame = score.why.some(([code]) => code === "lambapea");
  const waiting = isWholeGame ? 0 : match.extra, value = score.value + waiting;
  const winner = (players.indexOf(side[0]) + (score.won ? 0 : 1)) % 2;
  const fined = 1 - players.indexOf(shown) % 2, { roof = 0, to_win: toWin } = table.match;
  const strokes = [0, 0];
  strokes[winner] = value;
  const fine = shown ? Math.max(0, Math.min(roof, toWin - 1 - match.strokes[fined] - strokes[fined])) : 0;
  strokes[fined] += fine;
  const booked = book({ ...match, tie: null, extra: 0 }, strokes, table.match, isLambapea);
  const why = [
    ...score.why, ...when(waiting, ["after_tie", 2 * waiting]),
    ...when(shown, ["roof_shown", { player: [shown], strokes: fine }]), ...endOfGame(players, booked),
  ];
  return {
    ...score, value, why, points: owed(players, strokes, booked, table.match), tally: forTeams(players, strokes),
    state: { ...state, dealer: next, match: booked.match },
  };
}

/** What was dealt and then settled by hand is not dealt again; a mere correction leaves a tie as it is.
 *  @type {(at: Strokes, report: AgreedOn) => Scored | null} */
export function scoreAgreed({ players, state, table }, { points, tally, wasDealt, why }) {
  const match = matchOf(players, state.match, table.match.to_win), strokes = agreedStrokes(players, tally);
  const totals = strokes && match && strokes.map((count, team) => count + match.strokes[team]);
  if (!totals || Math.min(...totals) < 0 || Math.min(...totals) >= table.match.to_win) return null;
  const booked = book(wasDealt ? { ...match, tie: null } : match, strokes, table.match);
  const owing = owed(players, strokes, booked, table.match);
  return {
    points: changed(points, (count, player) => count + owing[player]),
    value: Math.max(...strokes, ...Object.values(points)), tally: forTeams(players, strokes),
    why: [...why, ...endOfGame(players, booked)], state: { ...state, match: booked.match },
  };
}
