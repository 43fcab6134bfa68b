// How near the agreed end of an evening is: scorebook/play/ending.py and web/table/ending.py for the phone. Pure.

import { filled } from "./element.js";

/** The phase, and after which hand a last round ends; null where nothing was agreed and no last round announced.
 *  @type {(end: AgreedEnd | null | undefined, at: Standing, now: number) => EndStanding | null} */
export function endStanding(end, { hands, place, state, totals }, now) {
  const deals = hands.filter(({ isDeal }) => isDeal), count = hands.length, { round } = state;
  /** @type {(left: number) => EndStanding} */
  const running = (left) => (left > 0 ? { phase: "running", no: count + left } : { phase: "over" });
  if (isLast(round)) return running(round?.left ?? 0);
  if (isLast(deals.at(-1)?.before.round)) return { phase: "over" };
  if (!end) return null;
  if (end.deals) return running(end.deals - deals.length);
  const { at, points: most, rounds = 0 } = end;
  const isReached = at ? now >= Date.parse(at) : most && totals.some(({ points, tally }) => (tally ?? points) >= most);
  if (at || most) return { phase: isReached ? "reached" : "agreed" };
  if (place.no < rounds) return { phase: "agreed" };
  if (place.no === rounds && place.hand === 1) return { phase: "last" };
  return running(place.no === rounds ? place.of - place.hand + 1 : 0);
}

/** @type {(round: Round | null | undefined) => boolean} */
const isLast = (round) => round?.kind === "last";

/** @type {(end: AgreedEnd | null | undefined, standing: EndStanding, words: Texts, clock: (at: string) => string) => string} */
export function endText(end, { phase, no }, words, clock) {
  if (phase !== "agreed") return filled(words[`end_${phase}`], { no });
  if (end?.at) return filled(words.end_at, { time: clock(end.at) });
  return filled(words[end?.points ? "end_points" : "end_rounds"], { no: end?.points ?? end?.rounds });
}
