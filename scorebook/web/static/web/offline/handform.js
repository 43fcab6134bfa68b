// From the fields of the entry form to a hand as the rules read it, and back for a correction: what
// scorebook/web/evening/hand_form/hand_form_codec.py does on the server; and what the hand still lacks. What a contract asks stands in the
// classes of its button.

import { CONTROLS, isOffence, isUnclaimed, UNCLAIMED } from "../facts.js";

const POINTS_OF = "points_"; // the field of one player's points in a hand agreed by hand
// The field of one player's count in a Ramsch, and the field of the hand.
const COUNTS_OF = [["card_points_", "card_points"], ["tricks_", "tricks"], ["trumps_", "trumps_in_tricks"]];
const ALL_CARD_POINTS = 120;
/** @type {("kontra" | "laid")[]} */
const CALLS = ["kontra", "laid"];
/** What the declarer held of the called suit, and what the hand says of it. @type {Record<string, Call>} */
const CALLED_SUIT = { held: { suit_cards: 1 }, void: { suit_cards: 0 }, itself: { holds_it: true } };

/** asks: whether the chosen contract asks a question; table: of rules.offline_table; line: the contract's line in it;
 *  players: ids of all at the table.
 *  @type {(data: FormData, at: { asks: Asks, table: Lookup, line: Line | undefined, players: Player[] }) => Hand} */
export function handFrom(data, { asks, table, line, players }) {
  /** @type {Fields["all"]} */
  const all = (name) => data.getAll(name).map(String);
  /** @type {Fields["one"]} */
  const one = (name) => (all(name).at(-1) ?? "").trim();
  const contract = one("contract"), form = { one, all, asks };
  if (one("thrown_in")) return { contract: "thrown_in" };
  if (!line) return { contract };
  return { contract, ...reportFields(form, players, table, line), ...optionalFields(form) };
}

/** @type {(form: Fields, players: Player[], table: Lookup, line: Line) => Partial<Hand>} */
function reportFields(form, players, table, line) {
  const { one, asks } = form;
  if (asks("round")) return { round: one("round") };
  if (asks("agreed")) return agreed(form, players, table);
  if (asks("losers")) return ramsch(form, players);
  if (line.report === "fixed") return { winner: one("team") || null, level: /** @type {Level | null} */ (asks("level") && one("level") || null) };
  return asks("declarer") ? declared(form) : withoutMaker(form);
}

/** @type {(form: Fields) => Partial<Hand>} */
function declared(form) {
  const { one, all, asks } = form;
  /** @type {Partial<Hand>} */
  const hand = { declarer: one("declarer") || null };
  if (asks("partner")) hand.partner = one("partner") || null;
  if (asks("trump")) hand.trump_suit = one("trump_suit") || null;
  const run = whole(one("top_trumps")), side = one("top_side");
  if (asks("top")) hand.top_trumps = run ? { count: run, ...(side && { side }) } : null;
  for (const name of CALLS) if (asks(name)) hand[name] = calls(form, name);
  if (asks("surrender")) hand.surrender = one("surrender") || null;
  if (asks("call")) hand.call = call(form);
  if (asks("bid")) hand.auction = bid(form);
  if (asks("fehlstich")) hand.fehlstich_winners = all("fehlstich_winners").filter(Boolean);
  if (asks("nobody") && one("nobody")) Object.assign(hand, { partner: null, no_fehlstich: true });
  return { ...hand, ...outcome(form) };
}

/** The number of calls; the callers where at least one of them is named.
 *  @type {(form: Fields, name: string) => number | Caller[]} */
function calls({ one, all }, name) {
  const count = whole(one(name)) ?? 0;
  if (!Number.isInteger(count)) return count;
  const named = all(`${name}_by`).map((player) => player || null).slice(0, count);
  return named.some(Boolean) ? [...named, ...Array(count - named.length).fill(null)] : count;
}

/** Card points say who won and how; only whether the losers took a trick has to be entered beside them. An offence says who
 *  has lost, whatever was counted.
 *  @type {(form: Fields) => Partial<Hand>} */
function outcome(form) {
  const { one, asks } = form, level = /** @type {Level} */ (one("level") || "plain"), points = asks("points") ? whole(one("card_points")) : null;
  if (isOffence(optionalFields(form))) return { card_points: points };
  const claimed = asks("claim") && level === "schwarz" && one("schwarz_unclaimed") ? UNCLAIMED : {};
  if (points !== null) {
    if ([0, ALL_CARD_POINTS].includes(points) && level !== "schwarz") return { card_points: points, level: "schneider" };
    return { card_points: points, ...(level === "schwarz" && { level, ...claimed }) };
  }
  if (asks("won") && one("won") === "tied") return { tied: true };
  const won = { yes: true, no: false }[/** @type {"yes" | "no"} */ (one("won"))] ?? null;
  return { ...(asks("won") && { won }), ...(asks("level") && { level, ...claimed }) };
}

/** @type {(form: Fields) => Partial<Hand>} */
function withoutMaker(form) {
  const { one, asks } = form, team = one("team");
  if (!asks("team") && !team) return outcome(form);
  if (team === "tied") return { tied: true };
  // However high it was won, a passed hand counts the same; only the lambapea is the whole game.
  return { team: team || null, won: true, level: one("level") === "schwarz" ? "schwarz" : "plain" };
}

/** @type {(form: Fields) => Call | null} */
function call({ one, asks }) {
  const [rank, suit] = one("called_card").split(" ");
  const found = { ...(rank && { card: { rank, suit } }), ...CALLED_SUIT[one("called_suit")] };
  if (asks("hung_on")) {
    Object.assign(found, some({ hung_on_by: one("hung_on_by") || null, aces_held: whole(one("aces_held")), open_suits: whole(one("open_suits")) }));
  }
  return Object.keys(found).length ? found : null;
}

/** The last bid; whoever made other trumps than the bidder has overridden them.
 *  @type {(form: Fields) => Auction | null} */
function bid({ one }) {
  const maker = one("declarer"), bidder = one("bidder");
  const found = some({
    bid: whole(one("bid")), length: whole(one("bid_length")), bidder: bidder || null,
    overridden_by: bidder && maker && bidder !== maker ? maker : null, outright: one("outright") ? true : null,
  });
  return Object.keys(found).length ? found : null;
}

/** The counts of the players, or who lost, took everything, or no trick.
 *  @type {(form: Fields, players: Player[]) => Partial<Hand>} */
function ramsch(form, players) {
  const { one, all, asks } = form, losers = all("losers"), maidens = all("maidens");
  /** @type {Partial<Hand>} */
  const facts = { ...(asks("laid") && { laid: calls(form, "laid") }) };
  const counts = COUNTS_OF.map(([start, name]) => [name, some(Object.fromEntries(players.map((player) => [player, whole(one(start + player))])))]);
  Object.assign(facts, Object.fromEntries(counts));
  if (one("march")) return { march_by: losers[0] ?? null, ...facts };
  return { losers, maidens, ...(asks("winner") && { winner: one("winner") || null }), ...facts };
}

/** @type {(form: Fields, players: Player[], table: Lookup) => Partial<Hand>} */
function agreed({ one }, players, table) {
  const amounts = some(Object.fromEntries(players.map((player) => [player, whole(one(POINTS_OF + player))])));
  // Where the sheet holds a tally, it is the tally that is put right.
  return { [table.tally ? "tally" : "points"]: amounts, why: one("why") };
}

/** The optional facts of a hand.
 *  @type {(form: Fields) => Partial<Hand>} */
function optionalFields({ one, asks }) {
  const fields = CONTROLS.filter(([question]) => asks(question));
  return some(Object.fromEntries(fields.map(([, name, isNumber]) => [name, isNumber ? whole(one(name)) : one(name) || null])));
}

/** Without the empty values.
 *  @type {<Value>(facts: Record<string, Value | null>) => Record<string, any>} */
const some = (facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));

/** A whole number where it is one, else the text as it stands, which nothing accepts; null where empty.
 *  @type {(text: string) => number | null} */
function whole(text) {
  const bare = text.replace("\u2212", "-").replace(/^\+/, "");
  return /^-?\d{1,12}$/.test(bare) ? Number(bare) : /** @type {any} what nothing accepts is not a number */ (text || null);
}

/** A recorded hand as fields of the form: name -> values.
 *  @type {(hand: Hand) => Record<string, string[]>} */
export function fieldsOf(hand) {
  const { call = {}, auction = {} } = /** @type {{ call?: Call, auction?: Auction }} */ (some({ call: hand.call ?? null, auction: hand.auction ?? null }));
  /** @type {Record<string, unknown[]>} */
  const fields = {
    contract: [hand.contract], declarer: [hand.declarer], partner: [hand.partner], trump_suit: [hand.trump_suit],
    card_points: [isCount(hand.card_points) ? hand.card_points : ""], level: [hand.level ?? "plain"],
    top_trumps: [hand.top_trumps?.count ?? 0], top_side: [hand.top_trumps?.side ?? ""],
    won: [hand.tied ? "tied" : hand.won === false && !isOffence(hand) ? "no" : "yes"], surrender: [hand.surrender ?? "none"],
    schwarz_unclaimed: [isUnclaimed(hand) && "1"],
    called_card: [call.card && `${call.card.rank} ${call.card.suit}`],
    called_suit: [call.holds_it ? "itself" : call.suit_cards === undefined ? "" : call.suit_cards ? "held" : "void"],
    hung_on_by: [call.hung_on_by ?? ""], aces_held: [call.aces_held ?? ""], open_suits: [call.open_suits ?? ""],
    bid: [auction.bid ?? ""], bidder: [auction.bidder ?? ""], bid_length: [auction.length ?? ""], outright: [auction.outright && "1"],
    fehlstich_winners: hand.fehlstich_winners ?? [], nobody: [hand.no_fehlstich && "1"], round: [hand.round],
    losers: hand.march_by ? [hand.march_by] : hand.losers ?? [], maidens: hand.maidens ?? [], why: [hand.why ?? ""],
    march: [hand.march_by ? "1" : ""],
    team: [hand.contract === "ramsch" ? null : hand.winner ?? hand.team ?? (hand.tied && "tied")], winner: [hand.winner],
  };
  for (const name of CALLS) {
    const callers = hand[name] ?? 0;
    fields[name] = [Array.isArray(callers) ? callers.length : callers];
    fields[`${name}_by`] = Array.isArray(callers) ? callers.map((player) => player ?? "") : [];
  }
  /** @type {Record<string, any>} named by a string */
  const facts = hand;
  for (const [, name] of CONTROLS) fields[name] = [facts[name] ?? ""];
  const counted = [[POINTS_OF, hand.points ?? hand.tally], ...COUNTS_OF.map(([start, name]) => [start, isCount(facts[name]) ? null : facts[name]])];
  for (const [start, counts] of counted) for (const [player, count] of Object.entries(counts ?? {})) fields[start + player] = [count];
  return Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values.filter((one) => (one ?? false) !== false).map(String)]));
}

/** @type {(value: unknown) => boolean} */
const isCount = (value) => typeof value === "number";

// -- what a hand still lacks, in the words in which the server asks for it -----------------------------------------------

const QUESTIONS = [
  ["declarer", "declarer_missing"], ["partner", "partner_missing"], ["team", "team_missing"], ["losers", "loser_missing"],
  ["march_by", "loser_missing"], ["winner", "winner_missing"],
];

/** The first thing only, as the server's preview does: the code of a problem, or undefined. hand: of `handFrom`; line: the
 *  contract's line in the table.
 *  @type {(hand: Hand, line: (Partial<Omit<DeclaredLine, "report">> & Pick<Line, "report">) | undefined) => string | undefined} */
export function missing(hand, line) {
  /** @type {Record<string, any>} named by a string */
  const facts = hand;
  /** @type {(name: string) => boolean} */
  const isOpen = (name) => name in facts && !(facts[name]?.length || (name === "partner" && (hand.no_fehlstich || hand.fehlstich_winners?.length)));
  // The counts of a Ramsch say who lost.
  if (Object.keys(facts.card_points ?? {}).length) return undefined;
  const open = QUESTIONS.find(([name]) => isOpen(name));
  if (open) return open[1] === "winner_missing" && line?.report === "fixed" ? "winner_unknown" : open[1];
  if (line?.side_needed && hand.top_trumps && !hand.top_trumps.side) return "top_trumps_side_missing";
  if ("trump_suit" in hand && !hand.trump_suit && line?.suits?.[""] === undefined) return "trump_missing";
  if (line?.call_needed && !hand.call) return "called_card_missing";
  if (line?.report !== "agreed") return undefined;
  const amounts = hand.points ?? hand.tally ?? {};
  return Object.keys(amounts).length === 0 ? "agreed_points_missing" : hand.why ? undefined : "why_missing";
}
