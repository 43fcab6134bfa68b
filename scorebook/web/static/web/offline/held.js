// The evenings that this phone holds, the one that was open last first, as lines of a list. Nothing is fetched from the server:
// which links a phone has is nobody's business.

import { element, filled } from "./element.js";
import { evenings, storage, writings } from "./store.js";

/** @type {Intl.DateTimeFormatOptions} */
const MOMENT = { dateStyle: "medium", timeStyle: "short" };
/** @type {(evening: { id: string, token?: string | null }) => string} */
export const pathOf = ({ id, token }) => (token ? `/t/${token}/` : `/phone/${id}/`);
export const namesOf = ({ sheet, label }) => sheet?.people.filter(({ present }) => present).map(({ name }) => name).join(", ") ?? label.name;
/** @type {(evening: Evening) => string} */
const seenAt = ({ seen, sheet }) => seen ?? sheet.started_at;

/** [{ ...evening, unsent: what waits of it, isRunning }]; empty where the browser refuses its storage. */
export async function held() {
  const waiting = await writings().catch(() => []), found = (await evenings().catch(() => [])).filter(({ sheet, label }) => sheet ?? label);
  showRefused();
  return found.sort((one, other) => (seenAt(one) < seenAt(other) ? 1 : -1)).map((one) => ({
    ...one, isRunning: !(one.isClosed ?? one.sheet?.closed_at),
    unsent: waiting.filter(({ evening, done }) => evening === one.id && done === undefined),
  }));
}

/** Says that this phone keeps nothing, where that is so. */
export function showRefused() { document.querySelector(".refused").hidden = !storage.isFailing; }

export const handsOf = ({ sheet, unsent }) => sheet.hand_count + unsent.filter(({ kind }) => kind === "record").length;
export const beganAt = ({ sheet }) => new Intl.DateTimeFormat(document.documentElement.lang, MOMENT).format(new Date(sheet.started_at));

/** An evening that came from another phone has no sheet before its page was open here: then its day is all that is known. */
export function line(one, words) {
  const { sheet, label, unsent } = one, hands = sheet && handsOf(one);
  const facts = sheet ? `${hands === 1 ? words.one_hand : filled(words.hands, { n: hands })} · ${beganAt(one)}` : label.day;
  return element("li.held", {}, element("a.cover", { href: pathOf(one) },
    element("span.grow", {}, element("b", {}, namesOf(one)), element("span.small.soft", {}, facts)),
    unsent.length > 0 && element("span.tag", {}, unsent.some(({ trouble }) => trouble) ? words.look : filled(words.waiting, { n: unsent.length }))));
}

/** Whether the browser may throw away what waits here. */
export async function mayBeErased(all) {
  return all.some(({ unsent }) => unsent.length) && !(await navigator.storage?.persisted?.());
}

/** Sends what waits, wherever it was written; false where nothing did. */
export async function sendAll(all) {
  const waiting = all.filter(({ unsent }) => unsent.length);
  if (!waiting.length) return false;
  const { refresh, send } = await import("./queue.js");
  for (const { id } of waiting) {
    const { moved } = await send(id);
    await refresh(moved ?? id);
  }
  return true;
}
