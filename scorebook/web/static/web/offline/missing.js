// What a hand still lacks, in the words in which the server asks for it: the first thing only, as its preview does.

const ASKED = [
  ["declarer", "declarer_missing"], ["partner", "partner_missing"], ["team", "team_missing"], ["losers", "loser_missing"],
  ["march_by", "loser_missing"], ["winner", "winner_unknown"],
];

/** hand: of `handFrom`; line: the contract's line in the table. Gives the code of a problem, or undefined. */
export function missing(hand, line) {
  const isOpen = ([name]) => name in hand && !(hand[name]?.length || (name === "partner" && hand.no_fehlstich));
  const [, code] = ASKED.find(isOpen) ?? [];
  if (code) return code;
  if ("trump_suit" in hand && !hand.trump_suit && line?.suits?.[""] === undefined) return "trump_missing";
  if (line?.call_needed && !hand.call) return "called_card_missing";
  if (line?.report !== "agreed") return undefined;
  const told = hand.points ?? hand.tally ?? {};
  return Object.keys(told).length === 0 ? "agreed_points_missing" : hand.why ? undefined : "why_missing";
}
