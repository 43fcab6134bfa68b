// AbortSignal.timeout, which iOS has from 16 on: without it a request that nobody answers would wait for ever.

/** @type {(ms: number) => AbortSignal} */
export function within(ms) {
  if (AbortSignal.timeout) return AbortSignal.timeout(ms);
  const patience = new AbortController();
  setTimeout(() => patience.abort(), ms);
  return patience.signal;
}
