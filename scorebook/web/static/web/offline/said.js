// A hand in one line, as it stands on the sheet: what rules.words.hand_text says on the server.

import { reasonLine, reasonText } from "./reason.js";

const HEARTS_GAMES = ["rufer", "assrufen", "hochzeit", "muss", "kreuzbock", "ramsch_tout"];
const MADE_ITS_VALUE = /^\*?(matadors|hoch|kontra|stoss|laid|bock)/;

/** score: of `evaluate`; kind: of the contract's line; texts: of the table; contract: what the chosen one is called;
 *  hand: as it is told; nameOf: id -> name. "Anna with Beppo: Rufer, won with Schneider, 94 card points, Stoss"
 *  @type {(score: Score, at: Saying & { kind: Line["report"] }) => string} */
export function handLine(score, { kind, texts, contract, hand, nameOf }) {
  const at = { score, texts, contract, hand, nameOf };
  if (kind === "agreed") return reasonLine(score, at);
  if (kind === "round") return texts[`round.${hand.round}`] ?? contract;
  if (kind === "thrown_in") return contract;
  if (kind === "ramsch") return [ramsch(at), ...extras(at)].join(", ");
  if (texts["hand.sasku_tie"]) return strokes(at);
  return kind === "fixed" ? sides(at) : declared(at);
}

/** @type {(at: Sentence, code: string, facts?: Record<string, unknown>) => string} */
const say = ({ texts }, code, facts = {}) => texts[`hand.${code}`].replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) => facts[name]);
/** @type {(at: Sentence) => string[]} */
const extras = ({ score, texts, hand, nameOf }) => score.why.filter(([code]) => MADE_ITS_VALUE.test(code))
  .map((reason) => reasonText(reason, { texts, contract: "", hand, nameOf }));
/** @type {(at: Sentence, sign: number) => string} */
const those = ({ score, nameOf }, sign) => Object.keys(score.points)
  .filter((player) => score.points[player] * sign > 0).map(nameOf).join(", ");

/** @type {(at: Sentence) => string} */
function declared(at) {
  const { score, texts, hand, nameOf } = at, { trump_suit: suit, card_points: points } = hand;
  const isNamed = suit && !HEARTS_GAMES.includes(hand.contract);
  const contract = isNamed ? say(at, "suit", { contract: at.contract, suit: texts[`suit.${suit}`] }) : at.contract;
  const who = score.declarers.map(nameOf);
  const start = say(at, who.length > 1 ? "partners" : "alone", { declarer: who[0], partner: who.at(-1), contract });
  const counted = (points ?? null) === null ? [] : [say(at, "card_points", { points })];
  return [start, withLevel(at, say(at, score.won ? "won" : "lost")), ...counted, ...extras(at)].join(", ");
}

/** @type {(at: Sentence, result: string) => string} */
function withLevel(at, result) {
  const { level } = at.score;
  return !level || level === "plain" ? result : say(at, "with_level", { result, level: at.texts[`level.${level}`] });
}

/** @type {(at: Sentence) => string} */
function ramsch(at) {
  const isMarch = at.score.why.some(([code]) => code === "march"), players = those(at, isMarch ? 1 : -1);
  return say(at, isMarch ? "ramsch_march" : players.includes(",") ? "ramsch_lost_by_two" : "ramsch_lost_by", { players });
}

/** @type {(at: Sentence) => string} */
function sides(at) {
  return say(at, "sides", { players: those(at, 1), contract: at.contract, result: withLevel(at, say(at, "won")) });
}

/** @type {(at: Sentence) => string} */
function strokes(at) {
  const { score, texts, hand, nameOf } = at, who = score.declarers.map(nameOf), tally = score.tally ?? {};
  const winners = Object.keys(tally).filter((player) => tally[player]).map(nameOf).join(", ");
  const contract = hand.trump_suit ? texts[`suit.${hand.trump_suit}`] : at.contract;
  const start = who.length ? say(at, "partners", { declarer: who[0], partner: who.at(-1), contract })
    : say(at, winners ? "sasku_passed" : "sasku_passed_tie", { players: winners });
  if (!score.level) return say(at, "sasku_tie", { start });
  const isLost = score.won === false, result = say(at, isLost ? "lost" : "won");
  if (score.level === "plain") return `${start}, ${result}`;
  const code = score.level === "schwarz" ? "sasku_lambapea" : isLost ? "sasku_under_30" : "sasku_over_90";
  return `${start}, ${say(at, code, { result })}`;
}
