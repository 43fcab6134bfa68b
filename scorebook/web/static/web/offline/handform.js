// From the fields of the entry form to a hand as the rules read it, and back for a correction: what
// scorebook/web/handform.py does on the server. What a contract asks stands in the classes of its button.

const POINTS_OF = "points_"; // the field of one player's points in a hand agreed by hand
const ALL_CARD_POINTS = 120;

/**
 * asks: whether the chosen contract asks a question; table: of rules.lookup; line: the contract's line in it;
 * players: ids of all at the table.
 */
export function handFrom(data, { asks, table, line, players }) {
  const one = (name) => String(data.getAll(name).at(-1) ?? "").trim(), all = (name) => data.getAll(name).map(String);
  const contract = one("contract"), form = { one, all, asks };
  if (one("thrown_in")) return { contract: "thrown_in" };
  if (!line) return { contract };
  if (asks("round")) return { contract, round: one("round") };
  if (asks("agreed")) return { contract, ...agreed(form, players, table) };
  if (asks("losers")) return { contract, ...ramsch(form) };
  if (line.report === "fixed") return { contract, winner: one("team") || null, level: one("level") || null };
  if (!asks("declarer")) return { contract, ...withoutMaker(form) };
  return { contract, ...declared(form) };
}

function declared(form) {
  const { one, asks } = form, hand = { declarer: one("declarer") || null };
  if (asks("partner")) hand.partner = one("partner") || null;
  if (asks("trump")) hand.trump_suit = one("trump_suit") || null;
  if (asks("top")) hand.top_trumps = whole(one("top_trumps")) ? { count: whole(one("top_trumps")) } : null;
  for (const name of ["kontra", "laid"]) if (asks(name)) hand[name] = whole(one(name)) ?? 0;
  if (asks("surrender")) hand.surrender = one("surrender") || null;
  if (asks("call")) {
    const [rank, suit] = one("called_card").split(" ");
    hand.call = rank ? { card: { rank, suit } } : null;
  }
  if (asks("nobody") && one("nobody")) Object.assign(hand, { partner: null, no_fehlstich: true });
  return { ...hand, ...outcome(form) };
}

// Card points say who won and how; only whether the losers took a trick has to be told beside them.
function outcome({ one, asks }) {
  const level = one("level") || "plain", points = asks("points") ? whole(one("card_points")) : null;
  if (points !== null) {
    if ([0, ALL_CARD_POINTS].includes(points) && level !== "schwarz") return { card_points: points, level: "schneider" };
    return { card_points: points, ...(level === "schwarz" && { level }) };
  }
  if (asks("won") && one("won") === "tied") return { tied: true };
  return { ...(asks("won") && { won: { yes: true, no: false }[one("won")] ?? null }), ...(asks("level") && { level }) };
}

function withoutMaker(form) {
  const { one, asks } = form, team = one("team");
  if (!asks("team") && !team) return outcome(form);
  if (team === "tied") return { tied: true };
  // However high it was won, a passed hand counts the same; only the lambapea is the whole game.
  return { team: team || null, won: true, level: one("level") === "schwarz" ? "schwarz" : "plain" };
}

function ramsch({ one, all, asks }) {
  const losers = all("losers"), maidens = all("maidens"), laid = asks("laid") ? { laid: whole(one("laid")) ?? 0 } : {};
  return one("march") ? { march_by: losers[0] ?? null, ...laid } : { losers, maidens, ...laid };
}

function agreed({ one }, players, table) {
  const told = players.map((player) => [player, whole(one(POINTS_OF + player))]).filter(([, count]) => count !== null);
  // Where the sheet holds a tally, it is the tally that is put right.
  return { [table.tally ? "tally" : "points"]: Object.fromEntries(told), why: one("why") };
}

// A whole number where it is one, else the text as it stands, which nothing accepts; null where empty.
function whole(text) {
  const bare = text.replace("\u2212", "-").replace(/^\+/, "");
  return /^-?\d{1,12}$/.test(bare) ? Number(bare) : text || null;
}

/** A recorded hand as fields of the form: name -> values. */
export function fieldsOf(hand) {
  const times = (said) => String(Array.isArray(said) ? said.length : said ?? 0), { card } = hand.call ?? {};
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

/** A correction keeps who said what, as long as the form does not contradict it: it only asks how often. */
export function carriedOver(hand, before) {
  if (hand.contract !== before.contract) return hand;
  const kept = { ...hand };
  for (const name of ["kontra", "laid"]) {
    if (Array.isArray(before[name]) && before[name].length === hand[name]) kept[name] = before[name];
  }
  if (hand.top_trumps && hand.top_trumps.count === before.top_trumps?.count) kept.top_trumps = before.top_trumps;
  if (!("call" in hand) && before.call) kept.call = before.call;
  return kept;
}
