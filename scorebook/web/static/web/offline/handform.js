// From the fields of the entry form to a hand as the rules read it, and back for a correction: what
// scorebook/web/handform.py does on the server; and what the hand still lacks. What a contract asks stands in the classes
// of its button.

const POINTS_OF = "points_"; // the field of one player's points in a hand agreed by hand
const ALL_CARD_POINTS = 120;
/** @type {("kontra" | "laid")[]} */
const CALLS = ["kontra", "laid"];


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
  if (asks("round")) return { contract, round: one("round") };
  if (asks("agreed")) return { contract, ...agreed(form, players, table) };
  if (asks("losers")) return { contract, ...ramsch(form) };
  if (line.report === "fixed") return { contract, winner: one("team") || null, level: /** @type {Level | null} */ (one("level") || null) };
  if (!asks("declarer")) return { contract, ...withoutMaker(form) };
  return { contract, ...declared(form) };
}

/** @type {(form: Fields) => Partial<Hand>} */
function declared(form) {
  const { one, asks } = form;
  /** @type {Partial<Hand>} */
  const hand = { declarer: one("declarer") || null };
  if (asks("partner")) hand.partner = one("partner") || null;
  if (asks("trump")) hand.trump_suit = one("trump_suit") || null;
  const run = whole(one("top_trumps"));
  if (asks("top")) hand.top_trumps = run ? { count: run } : null;
  for (const name of CALLS) if (asks(name)) hand[name] = whole(one(name)) ?? 0;
  if (asks("surrender")) hand.surrender = one("surrender") || null;
  if (asks("call")) {
    const [rank, suit] = one("called_card").split(" ");
    hand.call = rank ? { card: { rank, suit } } : null;
  }
  if (asks("nobody") && one("nobody")) Object.assign(hand, { partner: null, no_fehlstich: true });
  return { ...hand, ...outcome(form) };
}

/** Card points say who won and how; only whether the losers took a trick has to be told beside them.
 *  @type {(form: Fields) => Partial<Hand>} */
function outcome({ one, asks }) {
  const level = /** @type {Level} */ (one("level") || "plain"), points = asks("points") ? whole(one("card_points")) : null;
  if (points !== null) {
    if ([0, ALL_CARD_POINTS].includes(points) && level !== "schwarz") return { card_points: points, level: "schneider" };
    return { card_points: points, ...(level === "schwarz" && { level }) };
  }
  if (asks("won") && one("won") === "tied") return { tied: true };
  return { ...(asks("won") && { won: { yes: true, no: false }[/** @type {"yes" | "no"} */ (one("won"))] ?? null }), ...(asks("level") && { level }) };
}

/** @type {(form: Fields) => Partial<Hand>} */
function withoutMaker(form) {
  const { one, asks } = form, team = one("team");
  if (!asks("team") && !team) return outcome(form);
  if (team === "tied") return { tied: true };
  // However high it was won, a passed hand counts the same; only the lambapea is the whole game.
  return { team: team || null, won: true, level: one("level") === "schwarz" ? "schwarz" : "plain" };
}

/** @type {(form: Fields) => Partial<Hand>} */
function ramsch({ one, all, asks }) {
  const losers = all("losers"), maidens = all("maidens"), laid = asks("laid") ? { laid: whole(one("laid")) ?? 0 } : {};
  return one("march") ? { march_by: losers[0] ?? null, ...laid } : { losers, maidens, ...laid };
}

/** @type {(form: Fields, players: Player[], table: Lookup) => Partial<Hand>} */
function agreed({ one }, players, table) {
  const told = players.map((player) => [player, whole(one(POINTS_OF + player))]).filter(([, count]) => count !== null);
  // Where the sheet holds a tally, it is the tally that is put right.
  return { [table.tally ? "tally" : "points"]: Object.fromEntries(told), why: one("why") };
}

/** A whole number where it is one, else the text as it stands, which nothing accepts; null where empty.
 *  @type {(text: string) => number | null} */
function whole(text) {
  const bare = text.replace("\u2212", "-").replace(/^\+/, "");
  return /^-?\d{1,12}$/.test(bare) ? Number(bare) : /** @type {any} what nothing accepts is not a number */ (text || null);
}

/** A recorded hand as fields of the form: name -> values.
 *  @type {(hand: Hand) => Record<string, string[]>} */
export function fieldsOf(hand) {
  /** @type {(said: Hand["kontra"]) => string} */
  const times = (said) => String(Array.isArray(said) ? said.length : said ?? 0), { card } = hand.call ?? {};
  /** @type {Record<string, unknown[]>} */
  const fields = {
    contract: [hand.contract], declarer: [hand.declarer], partner: [hand.partner], trump_suit: [hand.trump_suit],
    card_points: [hand.card_points ?? ""], level: [hand.level ?? "plain"], top_trumps: [hand.top_trumps?.count ?? 0],
    won: [hand.tied ? "tied" : hand.won === false ? "no" : "yes"], kontra: [times(hand.kontra)], laid: [times(hand.laid)],
    surrender: [hand.surrender ?? "none"], called_card: [card && `${card.rank} ${card.suit}`], round: [hand.round],
    losers: hand.march_by ? [hand.march_by] : hand.losers ?? [], maidens: hand.maidens ?? [], why: [hand.why ?? ""],
    march: [hand.march_by ? "1" : ""], team: [hand.winner ?? hand.team ?? (hand.tied && "tied")], nobody: [hand.no_fehlstich && "1"],
  };
  for (const [player, count] of Object.entries(hand.points ?? hand.tally ?? {})) fields[POINTS_OF + player] = [count];
  return Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values.filter((one) => one ?? false).map(String)]));
}

/** A correction keeps who said what, as long as the form does not contradict it: it only asks how often.
 *  @type {(hand: Hand, before: Hand) => Hand} */
export function carriedOver(hand, before) {
  if (hand.contract !== before.contract) return hand;
  const kept = { ...hand };
  for (const name of CALLS) {
    const said = before[name];
    if (Array.isArray(said) && said.length === hand[name]) kept[name] = said;
  }
  if (hand.top_trumps && hand.top_trumps.count === before.top_trumps?.count) kept.top_trumps = before.top_trumps;
  if (!("call" in hand) && before.call) kept.call = before.call;
  return kept;
}

// -- what a hand still lacks, in the words in which the server asks for it -----------------------------------------------

const ASKED = [
  ["declarer", "declarer_missing"], ["partner", "partner_missing"], ["team", "team_missing"], ["losers", "loser_missing"],
  ["march_by", "loser_missing"], ["winner", "winner_unknown"],
];

/** The first thing only, as the server's preview does: the code of a problem, or undefined. hand: of `handFrom`; line: the
 *  contract's line in the table.
 *  @type {(hand: Hand, line: (Partial<Omit<DeclaredLine, "report">> & Pick<Line, "report">) | undefined) => string | undefined} */
export function missing(hand, line) {
  /** @type {Record<string, any>} named by a string */
  const facts = hand;
  /** @type {(name: string) => boolean} */
  const isOpen = (name) => name in facts && !(facts[name]?.length || (name === "partner" && hand.no_fehlstich));
  const asked = ASKED.find(([name]) => isOpen(name));
  if (asked) return asked[1];
  if ("trump_suit" in hand && !hand.trump_suit && line?.suits?.[""] === undefined) return "trump_missing";
  if (line?.call_needed && !hand.call) return "called_card_missing";
  if (line?.report !== "agreed") return undefined;
  const told = hand.points ?? hand.tally ?? {};
  return Object.keys(told).length === 0 ? "agreed_points_missing" : hand.why ? undefined : "why_missing";
}
