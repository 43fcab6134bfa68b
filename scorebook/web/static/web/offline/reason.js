// Why a hand is worth what it is, in one line: what rules.words.sum_text says on the server.

const AFTER = /^(pot_|game_won|to_nil|games_counted|strokes_carried)/;

/** score: of `evaluate`; texts: of the table; contract: what the chosen one is called; hand: as it is told;
 *  nameOf: id -> name. "Rufer 20 + Schneider 10 = 30 × 2 (Stoß) = 60"
 *  @type {(score: Pick<Score, "why" | "value">, at: Saying) => string} */
export function reasonLine({ why, value }, at) {
  /** @type {{ before: string[], part: [string, number][], factor: string[], after: string[] }} */
  const kinds = { before: [], part: [], factor: [], after: [] };
  for (const reason of why) {
    const [code, amount] = reason, bare = code.replace("*", ""), text = reasonText(reason, at);
    if (bare !== code) kinds.factor.push(` × ${amount} (${text})`);
    else if (typeof amount === "number") kinds.part.push([`${text} ${halves(amount)}`, amount]);
    else kinds[AFTER.test(code) ? "after" : "before"].push(text);
  }
  const { before, part, factor, after } = kinds, total = part.reduce((sum, [, amount]) => sum + amount, 0);
  const isSum = part.length > 1, middle = isSum && factor.length ? ` = ${halves(total)}` : "";
  const end = isSum || factor.length || total !== 2 * value ? ` = ${value}` : "";
  const line = part.length ? [part.map(([text]) => text).join(" + ") + middle + factor.join("") + end] : [];
  return [...before, ...line, ...after].join("; ");
}

/** A reason without its figure.
 *  @type {(reason: Reason, at: Saying) => string} */
export function reasonText([code, amount, count = 1], { texts, contract, hand, nameOf }) {
  const bare = code.replace("*", ""), forms = bare === "tariff" ? contract : texts[bare] ?? bare;
  const people = hand.march_by ? [hand.march_by] : hand.maidens?.length ? hand.maidens : [hand.partner ?? ""];
  const given = typeof amount === "object" ? amount : {};
  /** @type {Record<string, any>} */
  const facts = { count, ...given, player: (given.player ?? people).map(nameOf).join(", ") };
  const form = Array.isArray(forms) ? forms[Math.min(facts.count, forms.length) - 1] : forms;
  return form.replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) => facts[name]);
}

/** @type {(twice: number) => string | number} */
const halves = (twice) => (twice % 2 ? `${Math.floor(twice / 2) || ""}½` : twice / 2);
