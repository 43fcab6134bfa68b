// Keeps the table page and its table in the phone, so that both open without a network.

import { asSent } from "../table.js";

/** @type {Promise<boolean> | null} */
let keeping = null;

/** True once the page opens without a network; false where it never will. Asked again, it tries again what failed.
 *  @type {(lookup: string) => Promise<boolean>} */
export function keepPage(lookup) {
  keeping ??= keep(lookup).catch(() => {
    keeping = null;
    return false;
  });
  return keeping;
}

// The first visit comes before there is a service worker to keep it.
/** @type {(lookup: string) => Promise<boolean>} */
async function keep(lookup) {
  if (!self.caches || location.search) return false;
  await navigator.serviceWorker?.ready;
  const pages = await caches.open("pages");
  if (!(await pages.match(location.pathname))) await keepAsSent(pages);
  if (!(await pages.match(lookup))) await pages.add(lookup);
  return true;
}

// With the head of the page for offline, whose security policy is that of every page; without it, asked for once more.
/** @type {(pages: Cache) => Promise<void>} */
async function keepAsSent(pages) {
  const other = asSent && await pages.match("/offline/");
  if (!other) return pages.add(location.pathname);
  const headers = new Headers(other.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Set-Cookie", "Vary"]) headers.delete(name);
  return pages.put(location.pathname, new Response(asSent, { headers }));
}
