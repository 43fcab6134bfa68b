// Amounts as people write them: scorebook/web/money.py for the phone. Whole minor units in, text out.

const MINUS = "\u2212", NO_BREAK = "\u00a0";
/** @type {Record<string, string>} */
const CURRENCIES = { EUR: "€", CHF: "CHF" };
const language = () => document.documentElement.lang || "de";
/** @type {(whole: number) => string} */
const grouped = (whole) => new Intl.NumberFormat(language(), { useGrouping: "always" }).format(whole);

/** @type {(points: number, signed?: boolean) => string} */
export function pointsText(points, signed = true) {
  return `${points < 0 ? MINUS : signed && points > 0 ? "+" : ""}${grouped(Math.abs(points))}`;
}

/** pts: what points are called.
 *  @type {(minor: number, unit: string, how?: { signed?: boolean, pts?: string }) => string} */
export function amountText(minor, unit, { signed = false, pts = "" } = {}) {
  const symbol = CURRENCIES[unit];
  if (!symbol) {
    const [one, many = one] = unit.split("/"); // "litre/litres"
    return `${pointsText(minor, signed)}${NO_BREAK}${unit === "points" ? pts : Math.abs(minor) === 1 ? one : many}`;
  }
  const sign = minor < 0 ? MINUS : signed && minor > 0 ? "+" : "", part = Math.abs(minor) % 100;
  const isEnglish = language() === "en";
  const figure = `${grouped((Math.abs(minor) - part) / 100)}${isEnglish ? "." : ","}${String(part).padStart(2, "0")}`;
  if (isEnglish) return `${sign}${symbol}${symbol.length === 1 ? "" : NO_BREAK}${figure}`;
  return `${sign}${figure}${NO_BREAK}${symbol}`;
}

/** @type {(number: number) => string} */
export const tone = (number) => (number > 0 ? "gain" : number < 0 ? "loss" : "");
