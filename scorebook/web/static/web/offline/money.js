// Amounts as people write them: scorebook/web/core/money.py for the phone. Whole minor units in, text out.

const MINUS = "\u2212", NO_BREAK = "\u00a0";
const language = () => document.documentElement.lang || "de";
/** @type {(whole: number) => string} */
const grouped = (whole) => new Intl.NumberFormat(language(), { useGrouping: "always" }).format(whole);

/** @type {(points: number, signed?: boolean) => string} */
export function pointsText(points, signed = true) {
  return `${points < 0 ? MINUS : signed && points > 0 ? "+" : ""}${grouped(Math.abs(points))}`;
}

/** money: the unit, and of a currency how it is written, as the page says; pts: what points are called.
 *  @type {(minor: number, money: Money, how?: { signed?: boolean, pts?: string }) => string} */
export function amountText(minor, { unit, currency }, { signed = false, pts = "" } = {}) {
  if (!currency) {
    const [one, many = one] = unit.split("/"); // "litre/litres"
    return `${pointsText(minor, signed)}${NO_BREAK}${unit === "points" ? pts : Math.abs(minor) === 1 ? one : many}`;
  }
  const { symbol, digits } = currency, sign = minor < 0 ? MINUS : signed && minor > 0 ? "+" : "";
  const one = 10 ** digits, part = Math.abs(minor) % one, isEnglish = language() !== "de";
  const behind = digits ? `${isEnglish ? "." : ","}${String(part).padStart(digits, "0")}` : "";
  const figure = `${grouped((Math.abs(minor) - part) / one)}${behind}`;
  if (isEnglish) return `${sign}${symbol}${symbol.length === 1 ? "" : NO_BREAK}${figure}`;
  return `${sign}${figure}${NO_BREAK}${symbol}`;
}

/** @type {(number: number) => string} */
export const tone = (number) => (number > 0 ? "gain" : number < 0 ? "loss" : "");
