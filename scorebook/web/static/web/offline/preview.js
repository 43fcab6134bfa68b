// The hand that the form tells, judged on the phone while it is tapped. What only the server can judge is left to it.

import { evaluate } from "../evaluate.js";
import { missing } from "./handform.js";
import { asked, form, isCurrent, known, lineOf, nameOf, toldHand, words } from "./known.js";
import { pointsText } from "./money.js";
import { handLine, reasonLine } from "./words.js";

/** What table.js shows instead of asking the server; null where only the server can tell. */
export function judge() {
  if (!isCurrent() || !asked()) return null;
  const { table } = known.book, where = { ...asked(), hand: toldHand() }, score = evaluate(table, where);
  if (!score) return null;
  const sum = reasonLine(score, { texts: table.texts, contract: chipText(where.hand.contract), hand: where.hand, nameOf });
  return {
    problems: [], won: score.won, level: score.level, sum, gains: score.points,
    points: where.players.map((player) => ({ id: player, name: nameOf(player), points: gainText(score, player) })),
  };
}

/** Offline the button names what the hand still lacks, as the server does. */
export function whatIsMissing() {
  const where = asked(), hand = where && toldHand(), code = hand && missing(hand, lineOf(hand.contract, where.players));
  return known.book.table.texts[`problem.${code}`] ?? words.not_whole;
}

/** The hand as the sheet will say it; what only the server can judge is told by its contract until it has. */
export function saidOf(hand) {
  const { table } = known.book, contract = table.texts[`contract.${hand.contract}`] ?? chipText(hand.contract);
  const where = asked(), score = where && evaluate(table, { ...where, hand });
  if (!score) return contract;
  return handLine(score, { kind: lineOf(hand.contract, where.players).report, texts: table.texts, contract, hand, nameOf });
}

const chipText = (contract) => form.querySelector(`[name="contract"][value="${CSS.escape(contract)}"] + span`)?.textContent.trim() ?? contract;

/** Where the sheet holds a tally, what is paid for it stands behind it.
 *  @type {(score: Pick<Score, "points" | "tally">, player: Player) => string} */
function gainText({ points, tally }, player) {
  if (!tally) return pointsText(points[player]);
  return `${pointsText(tally[player], false)}${points[player] ? ` (${pointsText(points[player])})` : ""}`;
}
