// Requests of an open page to its own site.

const PATIENCE_MS = 8000;

/** A request that nobody answers would wait for ever. iOS has AbortSignal.timeout from 16 on.
 *  @type {() => AbortSignal} */
export function inTime() {
  if (AbortSignal.timeout) return AbortSignal.timeout(PATIENCE_MS);
  const patience = new AbortController();
  setTimeout(() => patience.abort(), PATIENCE_MS);
  return patience.signal;
}

/** Raises where no answer came. A redirect means that the club has moved to another site: then the page goes there.
 *  evening: the one that the request is about; none on the page of those who look on.
 *  @type {(path: string, evening?: string, options?: RequestInit) => Promise<Response>} */
export async function ask(path, evening, options) {
  const response = await fetch(path, { signal: inTime(), redirect: "manual", ...options });
  if (response.type !== "opaqueredirect") return response;
  await import("./moving/leave.js").then(({ leave }) => leave(evening));
  throw new Error("moved");
}
