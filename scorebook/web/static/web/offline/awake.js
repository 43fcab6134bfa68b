// The screen stays on while the evening's table is open; phones give the lock back whenever the page is hidden.

async function stayAwake() {
  if (document.hidden) return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // An almost empty battery may refuse it.
  }
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
