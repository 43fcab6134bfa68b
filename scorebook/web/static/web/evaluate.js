// What a hand is worth, from the table that `rules.lookup` makes. This looks up, doubles and distributes; it knows
// no rule. The shape of the table stands in rules/lookup.py.
//
//   evaluate(table, { players, dealer, hand, state })
//     -> null | { points, pot, value, won, level, declarers, tally?, state, why }
//
// why: the reasons in their order, [remark, what it names], [part, twice its amount, count], ["*factor", factor, count].
// players: ids in seating order; hand and state: JSON as the rules read and write them. null where the hand is not
// whole, is refused, or is told in a way that only the server can judge. Every number is an integer.

const LEVELS = [undefined, "plain", "schneider", "schwarz"];
const WON = [undefined, true, false];
const OF_DECLARED = [
  "declarer", "partner", "trump_suit", "call", "card_points", "tricks", "won", "level", "top_trumps", "kontra", "laid",
  "surrender", "ober_holder", "team", "tied", "no_fehlstich",
];
const FIELDS = {
  declared: OF_DECLARED, replay: OF_DECLARED, ramsch: ["losers", "maidens", "march_by", "winner", "laid"],
  thrown_in: ["laid"], agreed: ["points", "tally", "why", "was_dealt"], round: ["round"], fixed: ["winner", "level"],
};
const REPORTS = { declared, replay, ramsch, thrown_in: thrownIn, agreed, round: roundCall, fixed };

export function evaluate(table, { players, dealer = null, hand, state = {} }) {
  const told = Object.fromEntries(Object.entries(hand).filter(([, value]) => !isEmpty(value)));
  const [seats, list] = own(table.people, players.length) ?? [];
  const line = table.lines[own(table.contracts[list] ?? {}, told.contract)];
  const place = players.indexOf(dealer);
  if (!line || new Set(players).size < players.length || (place < 0 && players.length > seats)) return null;
  if (Object.keys(told).some((name) => name !== "contract" && !FIELDS[line.report].includes(name))) return null;
  const active = [...players.slice(place + 1), ...players.slice(0, place + 1)].slice(0, seats);
  const next = place < 0 ? null : players[(place + 1) % players.length];
  const at = { table, line, told, state, players, active, dealer, next, customs: table.customs };
  if (at.customs && !mayBePlayed(at)) return null;
  const score = REPORTS[line.report](at);
  return score && { pot: 0, won: null, level: null, declarers: [], why: [], ...score, state: bare(score.state) };
}

// -- hands -----------------------------------------------------------------------------------------------------------

function declared(at) {
  const { table, told } = at;
  const line = told.no_fehlstich ? at.line.no_fehlstich : at.line;
  const kontra = calls(told.kontra), laid = calls(told.laid);
  const side = line && kontra && laid && sideOf(at, line, [...kontra.slice(-1), ...laid.slice(0, 1)]);
  if (!side || !mayDouble(at, line, side, kontra) || !mayLay(at, line, laid) || !mayCall(line, told.call)) return null;
  if ((told.ober_holder && !at.customs) || !runIsWon(at, line, told)) return null;
  const isTakenOver = takesOver(side, kontra), end = endOf(table, line, told, isTakenOver);
  const worth = line.worth[own(line.suits, told.trump_suit ?? "")];
  const [won, level] = own(table.ends, end) ?? [];
  const isTwice = kontra.length === 2 && !isAnswered(side, kontra), doubled = times(isTwice ? "stoss_twice" : "kontra", kontra.length);
  const found = valued(at, worth && own(worth.sums, end), added(table, line, told.top_trumps, end), laid, doubled);
  if (!found) return null;
  const { value } = found, why = [
    ...(told.surrender === "refused" ? [[`surrender_refused_${won ? "won" : "lost"}`]] : []),
    ...(table.takes_over && isTakenOver ? [["kontra_takes_over"]] : []), ...found.why,
  ];
  if (table.match) return strokes(at, line, side, { won, level, value, why });
  const others = (table.pays === "table" ? at.players : at.active).filter((player) => !side.includes(player));
  const points = settle(at, won ? side : others, won ? others : side, value);
  const leaves = worth.leaves?.[end] ?? [0];
  const leaf = leaves[Math.min(kontra.length && (isAnswered(side, kontra) ? 2 : 1), leaves.length - 1)];
  const score = { points, value, won, level, why, declarers: side, leaf };
  return table.tally ? written(score, line.owes, at) : left(at, potMoved(at, score), points);
}

function ramsch(at) {
  const { line, told, players, active } = at;
  const laid = calls(told.laid), { losers = [], maidens = [], march_by: marcher, winner } = told;
  if (!laid || !mayLay(at, line, laid) || !distinct(losers, active) || !distinct(maidens, active)) return null;
  if (marcher !== undefined) {
    if (line.march === undefined || !active.includes(marcher) || losers.length || maidens.length) return null;
    const march = valued(at, line.march, [], laid);
    return left(at, { ...march, points: settle(at, [marcher], active.filter((one) => one !== marcher), march.value) });
  }
  const pays = own(line.pays, losers.length);
  if (!pays || maidens.length >= line.sums.length || maidens.includes(losers[0])) return null;
  const winners = line.fewest ? [winner] : active.filter((player) => !losers.includes(player));
  if (line.fewest && (!active.includes(winner) || losers.includes(winner))) return null;
  const { value, why } = valued(at, line.sums[maidens.length], [], laid);
  const points = nothing(players);
  for (const player of winners) points[player] = value * pays * (maidens.includes(player) ? line.maiden_gets : 1);
  const total = sum(points), rest = total % losers.length;
  // An odd point is paid by who sits first.
  players.filter((player) => losers.includes(player)).forEach((player, place) => {
    points[player] = -(total - rest) / losers.length - (place < rest ? 1 : 0);
  });
  return left(at, { value, why, points });
}

function thrownIn(at) {
  const laid = calls(at.told.laid), points = nothing(at.players);
  if (!laid || !mayLay(at, at.line, laid)) return null;
  if (!at.customs) return { points, value: 0, state: { ...at.state, dealer: at.next } };
  const { sweetener, all_pay: allPay } = at.customs.pot;
  if (sweetener) for (const player of allPay ? at.players : at.active) points[player] = -sweetener;
  return left(at, { points, value: 0, pot: 0 - sum(points), leaf: at.line.leaves });
}

function agreed(at) {
  const { told, players, table, line } = at, { points: extra = {}, tally: some = {}, why, was_dealt: wasDealt = true } = told;
  if (!areCounts(extra, players) || !areCounts(some, players) || sum(extra) !== 0) return null;
  if ((told.tally && !table.tally) || (isEmpty(extra) && isEmpty(some)) || typeof wasDealt !== "boolean") return null;
  if (typeof why !== "string" || !why.trim() || why.length > 200) return null;
  const state = wasDealt ? { ...at.state, dealer: at.next } : at.state;
  const points = { ...nothing(players), ...extra }, tally = { ...nothing(players), ...some };
  const said = [["agreed", { why }]];
  if (table.match) return agreedStrokes(at, { points, some, state, wasDealt, said });
  for (const player of players) points[player] += (line.differences ?? 0) * (players.length * tally[player] - sum(tally));
  const value = Math.max(...players.map((player) => Math.max(extra[player] ?? 0, tally[player])));
  return { points, value, state, why: said, ...(table.tally && { tally }) };
}

function areCounts(counts, players) {
  return isRecord(counts) && Object.entries(counts).every(([player, count]) =>
    players.includes(player) && Number.isSafeInteger(count) && Math.abs(count) <= 1_000_000);
}

function fixed(at) {
  const { line, told, active, players } = at;
  const winners = pair(line.sides, active, told.winner), level = told.level ?? "plain";
  const found = valued(at, own(line.sums, level));
  if (!winners || !found) return null;
  const points = settle(at, winners, players.filter((player) => !winners.includes(player)), found.value);
  return { points, ...found, level, state: { ...at.state, dealer: at.next } };
}

function roundCall(at) {
  const { told, state, players } = at, called = own(at.customs.rounds, told.round);
  if (!called?.hands) return null;
  const here = called.by_old_man && players.includes(state.old_man) ? state.old_man : at.dealer;
  const round = { kind: told.round, left: called.hands * players.length };
  return { points: nothing(players), value: 0, why: [[`round.${told.round}`]], state: { ...state, dealer: here, round } };
}

// -- what was said ---------------------------------------------------------------------------------------------------

// Who said it, in order, null where nobody remembers; a number says only how often.
function calls(said = 0) {
  if (Number.isSafeInteger(said) && said >= 0 && said <= 16) return Array(said).fill(null);
  return Array.isArray(said) && said.length <= 16 ? said : null;
}

// The declaring side, declarer first.
function sideOf(at, line, said) {
  const { told, active } = at;
  if (line.by_team) return told.declarer || told.partner ? null : pair("opposite", active, told.team ?? active[0]);
  // Who doubled last, or lay first, says who plays; else who leads.
  const [due = at.next && active[0]] = line.unnamed ? said : [null];
  const declarer = told.declarer ?? due, { partner } = told;
  if (told.team || !active.includes(declarer)) return null;
  if (line.sides === "partners") return active.includes(partner) && partner !== declarer ? [declarer, partner] : null;
  const side = pair(line.sides, active, declarer);
  if (line.unnamed && said[0] && !side.includes(said[0])) return null;
  return partner === undefined || (side.length > 1 && partner === side[1]) ? side : null;
}

function pair(sides, active, player) {
  const place = active.indexOf(player);
  if (place < 0) return null;
  return sides === "opposite" ? [player, active[(place + 2) % 4]] : [player];
}

function mayDouble({ active }, { kontra: most = 0, turns }, side, said) {
  let last = null; // whether the declaring side doubled last; a call that nobody noted takes the turn that fits
  return said.length <= most && said.every((caller, place) => {
    const bySide = caller === null ? place % 2 === 1 : side.includes(caller);
    const isInTurn = caller === null || said[place - 1] !== caller
      && (turns === "any" || (last === null ? !bySide : turns !== "strict" || bySide !== last));
    last = bySide;
    return isInTurn && (caller === null || active.includes(caller));
  });
}

// Whether both sides doubled: two opponents who say Stoss are no Re.
function isAnswered(side, said) {
  const first = (caller, place) => (caller === null ? place % 2 === 0 : !side.includes(caller));
  return said.some(first) && !said.every(first);
}

function takesOver(side, kontra) {
  const last = kontra.at(-1);
  return last === null ? kontra.length % 2 === 1 : last !== undefined && !side.includes(last);
}

function mayLay({ active }, { laid: most = 0, laid_in_order: inOrder }, said) {
  const named = said.filter((player) => player !== null);
  const isInTurn = !inOrder || said.every((player, place) => player === null || player === active[place]);
  return said.length <= most && distinct(named, active) && isInTurn;
}

function mayCall({ calls: cards, call_needed: isNeeded, call_void: mayBeVoid }, call) {
  if (call === undefined) return !isNeeded;
  const { card, suit_cards: held = 1, ...more } = call;
  if (!cards || Object.values(more).some((value) => !isEmpty(value) && value !== false)) return false;
  if (!Number.isSafeInteger(held) || (held === 0 && !mayBeVoid)) return false;
  if (held === 0 && !isEmpty(card) && card.rank !== "ace") return false;
  return isEmpty(card) ? !isNeeded : cards.includes(`${card.rank} ${card.suit}`);
}

// All of a run lies in the tricks of its holders, or in the declarer's skat: nobody can take it from them.
function runIsWon({ table: { pack }, active }, { top, tricks }, { card_points: points, tricks: taken, top_trumps: run }) {
  const { count, side } = run ?? {};
  if (!top || !side || !(count > 0)) return true;
  const isOwn = side === "declarer_side", held = top.slice(0, count), rest = [...pack];
  for (const one of held) rest.splice(rest.indexOf(one), 1);
  const most = (cards) => sum(rest.slice(0, Math.max(cards, 0))), have = isOwn ? points : 120 - points;
  if (taken === undefined) return points === undefined || have >= sum(held);
  const own = pack.length - (tricks.length - 1 - taken) * active.length, pile = isOwn ? own : pack.length - own;
  const isRight = have >= 120 - most(pack.length - pile) && have <= sum(held) + most(pile - count);
  return count <= pile && (points === undefined || isRight);
}

// The letter of how it ended; a full stop where what was told cannot be.
function endOf(table, line, told, isTakenOver) {
  const { tricks, card_points: points, surrender = "none" } = told;
  const bounds = tricks === undefined ? [0, 120] : own(line.tricks ?? {}, tricks);
  if (!bounds || (points !== undefined && !(points >= bounds[0] && points <= bounds[1]))) return ".";
  const said = told.tied ? "tied" : surrender !== "none" ? surrender : isTakenOver && "kontra" in line.results ? "kontra" : "";
  const counted = tricks === undefined ? 0 : tricks === 0 ? 1 : tricks === line.tricks.length - 1 ? 3 : 2;
  const level = LEVELS.indexOf(told.level), won = WON.indexOf(told.won);
  const row = table.rows[table.results[own(line.results, said)]?.[(counted * 4 + level) * 3 + won]];
  if (level < 0 || won < 0 || row === undefined) return ".";
  if (points === undefined) return row[0];
  if (!Number.isSafeInteger(points)) return ".";
  return [...row.matchAll(/(\d+)(\D)/g)].filter(([, from]) => points >= Number(from)).at(-1)?.[2] ?? ".";
}

// The reason that the run of top trumps adds, if any; a run that is longer than what is paid counts as the longest.
function added(table, line, run, end) {
  if (run === undefined) return [];
  const side = run.side ?? "", all = Number.isSafeInteger(run.count) && table.runs[own(line.runs ?? {}, side)?.[end]];
  const twice = all ? all[run.count] : undefined;
  return twice === undefined ? null : twice ? [[table.run_codes[side], twice, all.indexOf(twice)]] : [];
}

// -- money -----------------------------------------------------------------------------------------------------------

// All parts are added before anything is multiplied, and only then halves are made whole; with the reasons in order.
function valued(at, place, run = [], laid = [], doubled = []) {
  const sum = at.table.sums[place];
  if (!sum || !run) return null;
  const parts = [...sum.filter((one) => !isFactor(one)), ...run];
  const factors = [...sum.filter(isFactor), ...factorsFound(at), ...times("laid", laid.length), ...doubled];
  const twice = parts.reduce((total, [, amount = 0]) => total + amount, 0) * factors.reduce((all, [, factor]) => all * factor, 1);
  if (!Number.isSafeInteger(twice)) return null;
  const half = twice % 2;
  return { value: (twice + (at.table.rounds_up ? half : -half)) / 2, why: [...parts, ...factors] };
}

const isFactor = ([code]) => code.startsWith("*");
const times = (code, count) => (count ? [[`*${code}`, 2 ** count, count]] : []);

// Every loser pays the value to the winning side, which shares it equally.
function settle(at, winners, losers, value) {
  const points = nothing(at.players), paid = value * Math.max(winners.length, losers.length);
  for (const player of winners) points[player] += paid / winners.length;
  for (const player of losers) points[player] -= paid / losers.length;
  return points;
}

function potMoved({ customs, state }, score) {
  const pot = state.pot ?? 0;
  if (!customs || !pot) return score;
  const room = customs.pot.cap === null ? pot : Math.max(0, Math.min(pot, customs.pot.cap - pot));
  const amount = score.won ? pot : room, points = { ...score.points };
  const [declarer, ...partners] = customs.pot.shared ? score.declarers : score.declarers.slice(0, 1);
  const share = (amount - (amount % (1 + partners.length))) / (1 + partners.length), sign = score.won ? 1 : -1;
  for (const player of partners) points[player] += sign * share;
  points[declarer] += sign * (amount - share * partners.length);
  const told = { player: [declarer, ...partners], points: amount, count: 1 + partners.length };
  const why = amount ? [...score.why, [score.won ? "pot_swept" : "pot_doubled", told]] : score.why;
  return { ...score, points, why, pot: 0 - sign * amount };
}

// Where the winners write the value down, the losers may owe it as well.
function written({ points, leaf, ...score }, owes, at) {
  const tally = Object.fromEntries(at.players.map((player) => [player, points[player] > 0 ? score.value : 0]));
  const owed = Object.fromEntries(at.players.map((player) => [player, points[player] * owes + 0]));
  return { ...score, points: owed, tally, state: { ...at.state, dealer: at.next } };
}

// -- what a hand finds and leaves ------------------------------------------------------------------------------------

function mayBePlayed({ customs, line, told, state, active }) {
  if (state.bock?.length && !customs.bock) return false;
  if (!state.round || line.report === "agreed" || line.report === "thrown_in") return true;
  const rule = own(customs.rounds, state.round.kind);
  if (!rule || line.report === "round" || (rule.only && !rule.only.includes(told.contract))) return false;
  if (rule.forehand && told.declarer !== undefined && told.declarer !== active[0]) return false;
  const done = state.round.done ?? [];
  return !rule.once || !done.some((one) => one.player === told.declarer && one.contract === told.contract);
}

function factorsFound({ customs, state: { bock = [], round } }) {
  const factor = round && customs?.rounds[round.kind].factor;
  return customs ? [...times("bock", bock[0]), ...(factor ? [[`*round.${round.kind}`, factor, 1]] : [])] : [];
}

function left(at, { leaf: place = 0, ...score }, paid = score.points) {
  const { customs, state, told, next: dealer } = at;
  if (!customs) return { ...score, state: { ...state, dealer } };
  const leaf = at.table.leaves[place], isPlayed = at.line.report !== "thrown_in";
  const bock = bockAfter(at, leaf, (state.bock ?? []).slice(isPlayed ? 1 : 0));
  const after = { ...state, dealer, bock, pot: (state.pot ?? 0) + (score.pot ?? 0), old_man: told.ober_holder ?? state.old_man };
  if (!state.round) {
    const round = leaf.round && { kind: leaf.round, left: leaf.hands * at.players.length };
    return { ...score, state: { ...after, round } };
  }
  const round = isPlayed ? roundAfter(at, score, paid) : state.round;
  if (round.left > 0) return { ...score, state: { ...after, round } };
  return { ...roundEnded(at, score, round), state: { ...after, round: null } };
}

function bockAfter({ players, customs }, { bock }, queue) {
  if (!bock) return queue;
  const more = Array(bock === "each" ? players.length : bock).fill(1), most = customs.bock.stacked_to;
  if (!most) return [...queue, ...more];
  return Array.from({ length: Math.max(queue.length, more.length) }, (_, place) =>
    Math.min((queue[place] ?? 0) + (more[place] ?? 0), most));
}

// What was paid without the pot: it has no part in how poor a Solo was.
function roundAfter({ customs, state: { round }, told }, { declarers: [declarer] = [] }, paid) {
  const rule = customs.rounds[round.kind], after = { ...round, left: (round.left ?? 0) - 1 };
  if (!declarer) return after;
  if (rule.once) after.done = [...(round.done ?? []), { player: declarer, contract: told.contract }];
  if (rule.poorest_pays) {
    after.results = { ...round.results, [declarer]: (round.results?.[declarer] ?? 0) + paid[declarer] };
  }
  return after;
}

function roundEnded({ customs, active, players }, score, round) {
  const results = round.results ?? {}, least = Math.min(...Object.values(results));
  const poorest = Object.keys(results).filter((player) => results[player] === least);
  const here = players.filter((player) => poorest.includes(player)), [loser] = here;
  const pays = customs.rounds[round.kind].poorest_pays, points = { ...score.points }, why = score.why ?? [];
  if (!pays || Object.keys(results).length < 2) return score;
  if (poorest.length > 1) return { ...score, why: [...why, ["minas_tied", { player: here }]] };
  if (!loser) return score; // gone home meanwhile
  for (const player of active) if (player !== loser) { points[player] += pays; points[loser] -= pays; }
  return { ...score, points, why: [...why, ["minas_paid", { player: [loser], points: pays }]] };
}

// -- strokes and games of two teams ----------------------------------------------------------------------------------

// The running match; null where people have changed places, which only the server can follow.
function matchOf({ state, players, table }) {
  const match = { strokes: [0, 0], games: [0, 0], teams: players, extra: 0, ...state.match };
  const isSame = match.teams.every((player, place) => player === players[place]);
  return isSame && Math.max(...match.strokes) < table.match.to_win ? match : null;
}

function replay(at) {
  const tie = at.state.match?.tie, { line, told, table } = at;
  const isOther = tie && told.trump_suit !== undefined && told.trump_suit !== tie.trump_suit;
  if (!tie || isOther || told.partner || (tie.dealer && at.dealer && tie.dealer !== at.dealer)) return null;
  if (told.declarer && !pair("opposite", at.active, tie.maker)?.includes(told.declarer)) return null;
  const contract = tie.maker ? line.of_trumps : line.of_passed;
  const again = table.lines[table.contracts[0][contract]];
  const said = { ...told, contract, trump_suit: tie.trump_suit, declarer: tie.maker };
  const score = declared({ ...at, line: again, told: said, isReplay: true });
  return score && { ...score, why: [["replay"], ...score.why] };
}

function strokes(at, line, side, { won, level, value: written, why }) {
  const { table: { match: rule }, told, players } = at, match = matchOf(at);
  if (!match || (match.tie && !at.isReplay) || (won !== null && line.by_team && !told.team)) return null;
  const declarers = line.by_team ? [] : side, first = players.filter((_, place) => place % 2 === 0);
  const waiting = match?.extra && !why.some(([code]) => code === "lambapea") ? match.extra : 0, value = written + waiting;
  const score = { value, level, won: line.by_team ? null : won, declarers };
  if (won === null && rule.tie_adds) {
    const extra = match.extra + rule.tie_adds, state = { ...at.state, dealer: at.next, match: { ...match, tie: null, extra } };
    return { ...score, value: 0, points: nothing(players), tally: nothing(players), state, why: [["tie_forward", { strokes: extra }]] };
  }
  if (won === null) {
    const tie = { dealer: at.dealer, trump_suit: told.trump_suit ?? line.suit_when_tied, maker: told.declarer };
    const state = { ...at.state, dealer: at.dealer, match: { ...match, tie } };
    return { ...score, value: 0, points: nothing(players), tally: nothing(players), state, why };
  }
  const winner = first.includes(side[0]) === won ? 0 : 1, isFirst = (place) => place % 2 === winner;
  const tally = Object.fromEntries(players.map((player, place) => [player, isFirst(place) ? value : 0]));
  const given = [0, 1].map((team) => (team === winner ? value : 0));
  const { games, ...booked } = book(rule, match, given, level === "schwarz" ? rule.schwarz : 1, players);
  const owed = value * rule.stroke_pays + games * rule.game_pays;
  const winners = players.filter((_, place) => isFirst(place)), losers = players.filter((_, place) => !isFirst(place));
  const state = { ...at.state, dealer: at.next, match: { ...booked.match, tie: null, extra: 0 } };
  const reasons = [...why, ...(waiting ? [["after_tie", 2 * waiting]] : []), ...booked.why];
  return { ...score, points: settle(at, winners, losers, owed), tally, state, why: reasons };
}

function agreedStrokes(at, { points, some, state, wasDealt, said }) {
  const { table: { match: rule }, players } = at, match = matchOf(at);
  const told = [0, 1].map((team) => new Set(players.filter((_, place) => place % 2 === team).map((one) => some[one])
    .filter((count) => count !== undefined)));
  const given = told.map(([count = 0]) => count);
  const totals = given.map((count, team) => count + (match?.strokes[team] ?? 0));
  const isSound = told.every((counts) => counts.size < 2) && Math.min(...totals) >= 0 && Math.min(...totals) < rule.to_win;
  if (!match || !isSound) return null;
  const { games, winner, ...booked } = book(rule, match, given, 1, players);
  const owed = (given[0] - given[1]) * rule.stroke_pays + games * rule.game_pays * (winner === 0 ? 1 : -1);
  const value = Math.max(...given, ...Object.values(points));
  players.forEach((player, place) => { points[player] += place % 2 === 0 ? owed : -owed; });
  const tally = Object.fromEntries(players.map((player, place) => [player, given[place % 2]]));
  const why = [...said, ...booked.why];
  return { points, value, tally, why, state: { ...state, match: { ...booked.match, tie: wasDealt ? null : match.tie } } };
}

// Strokes of both teams written down, and the game that they may have won.
function book(rule, match, given, least, players) {
  const totals = match.strokes.map((count, team) => count + given[team]);
  if (Math.max(...totals) < rule.to_win) return { match: { ...match, strokes: totals }, games: 0, why: [] };
  const winner = totals[0] >= rule.to_win ? 0 : 1, over = totals[winner] % rule.to_win;
  const toNil = Math.min(...totals) === 0 ? rule.to_nil : 1;
  const games = Math.max(least, toNil, rule.carries ? (totals[winner] - over) / rule.to_win : 1);
  const won = match.games.map((count, team) => count + (team === winner ? games : 0));
  const carried = [0, 1].map((team) => (rule.carries && team === winner ? over : 0));
  const strokes = totals[winner], against = totals[1 - winner], player = players.filter((_, place) => place % 2 === winner);
  const why = [
    ["game_won", { player, strokes, against }], ...(against ? [] : [["to_nil"]]), ...(games > 1 ? [["games_counted", { count: games }]] : []),
    ...(carried[winner] ? [["strokes_carried", { strokes: over }]] : []),
  ];
  return { match: { ...match, strokes: carried, games: won }, games, winner, why };
}

// -- small things ----------------------------------------------------------------------------------------------------

const own = (map, name) => (Object.hasOwn(map, name) ? map[name] : undefined);
const sum = (points) => Object.values(points).reduce((total, one) => total + one, 0);
const nothing = (players) => Object.fromEntries(players.map((player) => [player, 0]));
const distinct = (some, all) => new Set(some).size === some.length && some.every((one) => all.includes(one));

// Nothing was said: null, "", [], {}.
function isEmpty(value) {
  return value === undefined || value === null || value === "" || (typeof value === "object" && !Object.keys(value).length);
}

// A state as the rules write it: only what differs from the state before the first hand.
function bare(state) {
  const kept = Object.entries(state).map(([name, value]) => [name, isRecord(value) && name !== "results" ? bare(value) : value]);
  return Object.fromEntries(kept.filter(([name, value]) => {
    const isPairOfNothing = (name === "strokes" || name === "games") && value.every((count) => count === 0);
    return !isEmpty(value) && value !== 0 && !isPairOfNothing;
  }));
}

const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
