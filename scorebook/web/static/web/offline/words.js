// A hand and its reasons, a line each: what rules.wording.words.hand_text and rules.wording.words.sum_text say on the server.

import { roofOf } from "../facts.js";

const DECIDED = /^\*?(surrender|revoked|criticised|schwarz_not_claimed|maiden|matadors|hoch(?!zeit)|kontra|stoss|retour|laid|bock)/;
const AFTER = /^(pot_|roof_|game_won|to_nil|games_counted|strokes_carried)/;
const CORRECTION = /^(rounded|overclaimed|recouped)/;

/** score: of `evaluate`; line: of the contract; texts: of the table; contract: what the chosen one is called;
 *  hand: as it is reported; nameOf: id -> name. "Anna with Beppo: Rufer, won with Schneider, 94 card points, Stoss"
 *  @type {(score: Score, at: Wording & { line: Line, hand: Hand }) => string} */
export function handLine(score, { line: of, ...about }) {
  const at = { score, ...about }, { note } = about.hand, line = lineOf(of, at);
  return note ? say(at, "note", { line, note }) : line;
}

/** @type {(line: Line, at: Sentence) => string} */
function lineOf(line, at) {
  const { score, texts, contract, hand } = at, { report: kind } = line;
  if (kind === "agreed") return reasonLine(score, at);
  if (kind === "round") return texts[`round.${hand.round}`] ?? contract;
  if (kind === "thrown_in") return contract;
  if (kind === "ramsch") return [ramsch(at), ...extras(at)].join(", ");
  if (texts["hand.sasku_tie"]) return strokes(at);
  return kind === "fixed" ? sides(at) : declared(/** @type {DeclaredLine} */ (line), at);
}

/** @type {(at: Sentence, code: string, facts?: Record<string, unknown>) => string} */
const say = ({ texts }, code, facts = {}) => texts[`hand.${code}`].replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) => facts[name]);
/** @type {(at: Sentence) => string[]} */
const extras = ({ score, texts, nameOf }) => score.why.filter(([code]) => DECIDED.test(code))
  .map((reason) => reasonText(reason, { texts, contract: "", nameOf }));
/** @type {(at: Sentence, sign: number) => string} */
const those = ({ score, nameOf }, sign) => Object.keys(score.points)
  .filter((player) => score.points[player] * sign > 0).map(nameOf).join(", ");

/** Trumps that are always hearts are not named.
 *  @type {(line: DeclaredLine, at: Sentence) => string} */
function declared({ suits }, at) {
  const { score, texts, hand, nameOf } = at, { trump_suit: suit, card_points: points } = hand;
  const isNamed = suit && Object.keys(suits).join() !== ",hearts";
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
  if (!players) return at.contract;
  const line = say(at, isMarch ? "ramsch_march" : players.includes(",") ? "ramsch_lost_by_two" : "ramsch_lost_by", { players });
  return at.texts["hand.ramsch_fewest"] && !isMarch ? say(at, "ramsch_fewest", { line, player: those(at, 1) }) : line;
}

/** @type {(at: Sentence) => string} */
function sides(at) {
  return say(at, "sides", { players: those(at, 1), contract: at.contract, result: withLevel(at, say(at, "won")) });
}

/** @type {(at: Sentence) => string} */
function strokes(at) {
  const { score, texts, hand, nameOf } = at, who = score.declarers.map(nameOf), tally = score.tally ?? {};
  // Where both teams write strokes down, one of them does so for a roof of the other, which has won.
  const players = Object.keys(tally), roof = roofOf(hand), shown = players.indexOf(roof);
  const winners = players.filter((player, place) => tally[player] && !(tally[roof] && (place + shown) % 2)).map(nameOf).join(", ");
  const contract = hand.trump_suit ? texts[`suit.${hand.trump_suit}`] : at.contract;
  const start = who.length ? say(at, "partners", { declarer: who[0], partner: who.at(-1), contract })
    : say(at, winners ? "sasku_passed" : "sasku_passed_tie", { players: winners });
  if (!score.level) return say(at, "sasku_tie", { start });
  const isLost = score.won === false, result = say(at, isLost ? "lost" : "won");
  if (score.level === "plain") return `${start}, ${result}`;
  const code = score.level === "schwarz" ? "sasku_lambapea" : isLost ? "sasku_under_30" : "sasku_over_90";
  return `${start}, ${say(at, code, { result })}`;
}

// -- why it is worth what it is ----------------------------------------------------------------------------------------

/** score: of `evaluate`; texts: of the table; contract: what the chosen one is called;
 *  nameOf: id -> name. "(Rufer 20 + with 3 matadors × 10) × 2 (Stoss) = 100": true as arithmetic without its words, and
 *  broken between terms only.
 *  @type {(score: Pick<Score, "why" | "value">, at: Wording) => string} */
export function reasonLine({ why, value }, at) {
  /** @type {Record<"before" | "part" | "factor" | "correction" | "after", string[]>} */
  const kinds = { before: [], part: [], factor: [], correction: [], after: [] };
  for (const reason of why) {
    const [code, amount, count = 0] = reason, bare = code.replace("*", ""), text = reasonText(reason, at);
    if (bare !== code) kinds.factor.push(` × ${unbroken(`${amount} (${text})`)}`);
    else if (typeof amount !== "number") kinds[AFTER.test(code) ? "after" : "before"].push(text);
    else if (CORRECTION.test(code)) kinds.correction.push(` ${amount < 0 ? "−" : "+"} ${unbroken(`${halves(Math.abs(amount))} (${text})`)}`);
    else kinds.part.push(unbroken(!count ? `${text} ${halves(amount)}` : amount === 2 * count ? text : `${text} × ${halves(amount / count)}`));
  }
  const { before, part, factor, correction, after } = kinds, isMore = part.length > 1, added = part.join(" + ");
  const left = (isMore && factor.length ? `(${added})` : added) + [...factor, ...correction].join("");
  const line = isMore || correction.length || left.includes("×") ? `${left} = ${value}`.replace("= -", "= −") : left;
  // An operator stands before what it is about: the line breaks before it.
  return [...before, ...(part.length ? [line.replace(/([+−×=]) /g, "$1\u00a0")] : []), ...after].join("; ");
}

/** @type {(text: string) => string} */
const unbroken = (text) => text.replaceAll(" ", "\u00a0");

/** A reason without its figure.
 *  @type {(reason: Reason, at: Wording) => string} */
export function reasonText([code, amount, count = 1, held = 0], { texts, contract, nameOf }) {
  const bare = code.replace("*", ""), forms = bare === "tariff" ? contract : texts[held > count ? `${bare}_capped` : bare] ?? bare;
  const given = typeof amount === "object" ? amount : {};
  /** @type {Record<string, any>} */
  const facts = { count, held, ...given, player: given.player?.map(nameOf).join(", ") };
  const form = Array.isArray(forms) ? forms[Math.min(facts.count, forms.length) - 1] : forms;
  return form.replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) => facts[name]);
}

/** @type {(twice: number) => string | number} */
const halves = (twice) => (twice % 2 ? `${Math.floor(twice / 2) || ""}½` : twice / 2);
