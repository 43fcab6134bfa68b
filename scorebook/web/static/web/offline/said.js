// A hand in one line, as it stands on the sheet: what rules.words.hand_text says on the server.

import { reasonLine, reasonText } from "./reason.js";

const HEARTS_GAMES = ["rufer", "assrufen", "hochzeit", "muss", "kreuzbock", "ramsch_tout"];
const MADE_ITS_VALUE = /^\*?(matadors|hoch|kontra|stoss|laid|bock)/;

/**
 * score: of `evaluate`; kind: of the contract's line; texts: of the table; contract: what the chosen one is called;
 * hand: as it is told; nameOf: id -> name. "Anna with Beppo: Rufer, won with Schneider, 94 card points, Stoss"
 */
export function handLine(score, { kind, texts, contract, hand, nameOf }) {
  const at = { score, texts, contract, hand, nameOf };
  if (kind === "agreed") return reasonLine(score, at);
  if (kind === "round") return texts[`round.${hand.round}`] ?? contract;
  if (kind === "thrown_in") return contract;
  if (kind === "ramsch") return [ramsch(at), ...extras(at)].join(", ");
  if (texts["hand.sasku_tie"]) return strokes(at);
  return kind === "fixed" ? sides(at) : declared(at);
}

const say = ({ texts }, code, facts = {}) => texts[`hand.${code}`].replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const extras = ({ score, texts, hand, nameOf }) => score.why.filter(([code]) => MADE_ITS_VALUE.test(code))
  .map((reason) => reasonText(reason, { texts, hand, nameOf }));
const those = ({ score, nameOf }, sign) => Object.keys(score.points)
  .filter((player) => score.points[player] * sign > 0).map(nameOf).join(", ");

function declared(at) {
  const { score, texts, hand, nameOf } = at, { trump_suit: suit, card_points: points } = hand;
  const isNamed = suit && !HEARTS_GAMES.includes(hand.contract);
  const contract = isNamed ? say(at, "suit", { contract: at.contract, suit: texts[`suit.${suit}`] }) : at.contract;
  const who = score.declarers.map(nameOf);
  const start = say(at, who.length > 1 ? "partners" : "alone", { declarer: who[0], partner: who.at(-1), contract });
  const counted = (points ?? null) === null ? [] : [say(at, "card_points", { points })];
  return [start, withLevel(at, say(at, score.won ? "won" : "lost")), ...counted, ...extras(at)].join(", ");
}

function withLevel(at, result) {
  const { level } = at.score;
  return !level || level === "plain" ? result : say(at, "with_level", { result, level: at.texts[`level.${level}`] });
}

function ramsch(at) {
  const isMarch = at.score.why.some(([code]) => code === "march"), players = those(at, isMarch ? 1 : -1);
  return say(at, isMarch ? "ramsch_march" : players.includes(",") ? "ramsch_lost_by_two" : "ramsch_lost_by", { players });
}

function sides(at) {
  return say(at, "sides", { players: those(at, 1), contract: at.contract, result: withLevel(at, say(at, "won")) });
}

function strokes(at) {
  const { score, texts, hand, nameOf } = at, who = score.declarers.map(nameOf);
  const winners = Object.keys(score.tally).filter((player) => score.tally[player]).map(nameOf).join(", ");
  const contract = hand.trump_suit ? texts[`suit.${hand.trump_suit}`] : at.contract;
  const start = who.length ? say(at, "partners", { declarer: who[0], partner: who.at(-1), contract })
    : say(at, winners ? "sasku_passed" : "sasku_passed_tie", { players: winners });
  if (!score.level) return say(at, "sasku_tie", { start });
  const isLost = score.won === false, result = say(at, isLost ? "lost" : "won");
  if (score.level === "plain") return `${start}, ${result}`;
  const code = score.level === "schwarz" ? "sasku_lambapea" : isLost ? "sasku_under_30" : "sasku_over_90";
  return `${start}, ${say(at, code, { result })}`;
}
