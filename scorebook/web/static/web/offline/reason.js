// Why a hand is worth what it is, in one line. Nothing is known of the rules here either: the hand is looked up again
// and again, each time with one thing more of what was said, and each time the difference is written down.

import { evaluate } from "../evaluate.js";

/**
 * at: as `evaluate` takes it; score: its answer; names: { contract, schneider, schwarz, top_trumps, laid, kontra, state }.
 * "Rufer 20 + Schneider 10 = 30 × 2 (Stoß) = 60"; without parts only "Rufer 20".
 */
export function reasonLine(table, at, score, names) {
  const parts = steps(at.hand, score, names).map(({ text, hand }) => {
    const found = evaluate(table, { ...at, hand, state: unmoved(at.state) });
    return found && { text, value: found.value };
  });
  parts.push({ text: names.state, value: score.value });
  const [base, ...more] = parts;
  if (!base) return `${names.contract} ${score.value}`;
  let line = `${names.contract} ${base.value}`, value = base.value, isSum = false;
  for (const part of more) {
    if (!part || part.value === value) continue;
    const isTimes = part.isTimes || part.text === names.state || part.text === names.laid || part.text === names.kontra;
    if (isTimes && value > 0 && part.value % value === 0) {
      line += `${isSum ? ` = ${value}` : ""} × ${part.value / value} (${part.text})`;
      isSum = true;
    } else {
      const sign = part.value > value ? "+" : "−";
      line += ` ${sign} ${part.text} ${Math.abs(part.value - value)}`;
      isSum = true;
    }
    value = part.value;
  }
  return isSum ? `${line} = ${score.value}` : line;
}

function steps(hand, { won, level }, names) {
  const { top_trumps: run, laid, kontra, card_points: counted, ...bare } = hand;
  const told = counted === undefined || counted === null ? {} : { won };
  const plain = { ...bare, ...told, ...("level" in hand || level ? { level: "plain" } : {}) };
  const found = [{ text: names.contract, hand: plain }], now = { ...plain };
  const next = (text, more) => found.push({ text, hand: { ...Object.assign(now, more) } });
  if (level && level !== "plain") next(names[level], { level });
  if (run) next(`${names.top_trumps} ${run.count}`, { top_trumps: run });
  if (calls(laid)) next(names.laid, { laid });
  if (calls(kontra)) next(names.kontra, { kontra });
  return found;
}

const calls = (said) => (Array.isArray(said) ? said.length : said);
// Bock hands and rounds multiply at the end; a running match is what the hand is played in.
const unmoved = ({ match } = {}) => (match ? { match } : {});
