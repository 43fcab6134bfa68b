// The evening has a new link: what the phone keeps under the old one, and what still waits there, goes on under the new.

import { addressOf } from "../keys.js";
import { change, evening, writings } from "./store.js";

const { was: old = "", is: fresh = "" } = document.getElementById("moved")?.dataset ?? {};
if (old !== fresh) await move(old, fresh).catch(() => {});

/** The new token, if the link was replaced elsewhere and this phone has a key of the club; else null.
 *  @type {(was: string) => Promise<string | null>} */
export async function renewed(was) {
  const { moved, club, sheet } = await evening(was) ?? {}, key = club?.id && addressOf(club.id);
  if (moved || !key || !sheet?.id) return moved ?? null;
  const answer = await fetch(`/api/v1/evenings/${key}.${sheet.id}`);
  const is = answer.ok && (await answer.json()).links.scribe.token;
  if (!is || is === was) return null;
  await move(was, is);
  return is;
}

/** @type {(was: string, is: string) => Promise<void>} */
async function move(was, is) {
  const [kept, waiting] = await Promise.all([evening(was), writings(was)]);
  if (!kept || kept.moved) return;
  await change((evenings, store) => {
    evenings.put({ ...kept, id: is, token: is });
    evenings.put({ id: was, moved: is });
    for (const one of waiting) store.put({ ...one, evening: is });
  });
}
