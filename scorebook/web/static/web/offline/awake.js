// The screen stays on while the evening's table is open. Phones give the lock back whenever the page is hidden, and
// WebKit grants it only in a tap, so that every tap without one asks again.

/** @type {Promise<WakeLockSentinel> | null} */
let held = null;

async function stayAwake() {
  if (document.hidden || held) return;
  held = navigator.wakeLock?.request("screen") ?? null;
  try {
    const lock = await held;
    lock?.addEventListener("release", () => { held = null; stayAwake(); });
  } catch {
    // Before the first tap, or with an almost empty battery.
    held = null;
  }
}

document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("click", stayAwake);
stayAwake();
