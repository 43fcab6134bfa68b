// The server's page again, in place of what the phone has drawn, and with what another phone wrote.

import { config, form, isCurrent, isTablePage, isTouched, known, load, ofPage, onPhone, tablePath, unsent } from "./known.js";
import { refresh } from "./queue.js";
import { ask, renewForm, renewSheet } from "./renewal.js";
import { showSheet, showState, tellOfAnother } from "./show.js";
import { renew } from "./store.js";

let isLooking = false;

export async function look() {
  if (isLooking || known.isBusy || document.hidden || !isTablePage || unsent().length) return;
  if (onPhone) return onServer();
  isLooking = true;
  try {
    const found = await ask(`${tablePath(known.id)}sheet`, known.isDrawn && known.correcting === null ? null : config.version);
    known.isAway = false;
    if (found && !known.isBusy) await catchUp(found);
    // The page came, and its sheet did not: without it this phone judges no hand once the network is gone.
    if (!found && !isCurrent() && await refresh(known.id)) await load();
  } catch {
    known.isAway = true;
  }
  isLooking = false;
  showState();
}

// An evening that was started here has its own address on the server.
function onServer() {
  if (known.id !== onPhone && !known.isBusy && !isTouched()) location.replace(tablePath(known.id));
}

async function catchUp({ page, now: fresh }) {
  const before = known.now?.hands;
  await refresh(known.id);
  await load().catch(() => {});
  if (known.isBusy) return;
  // Closed or open again: another page altogether.
  if (Boolean(form) === fresh.is_closed && !isTouched()) return location.reload();
  const came = before ? known.now.hands.filter(({ id }) => !before.some((hand) => hand.id === id)) : [];
  for (const hand of came) known.others.add(hand.id);
  if (known.correcting !== null) {
    config.version = fresh.version;
    return showSheet();
  }
  await renewPage(page, fresh);
  const hand = came.at(-1);
  if (hand && hand.no > before.length) tellOfAnother(hand);
}

async function renewPage(page, fresh) {
  const isNew = known.isDrawn || Number(page.querySelector('[name="known_hands"]')?.value) !== Number(form?.elements.known_hands.value);
  renewSheet(page);
  if (form && !fresh.is_closed && (isNew || !(known.dealtBy ?? form.elements.dealer))) renewForm(form, page);
  known.isDrawn = false;
  document.documentElement.classList.remove("is-drawn");
  if (isNew) known.dealtBy = null;
  Object.assign(config, fresh);
  await renew(known.id, (old) => ({ ...old, ...ofPage(old) })).catch(() => {});
  await load().catch(() => {});
  if (known.others.has(known.now?.hands.at(-1)?.id)) document.querySelector("#last form")?.remove();
  form?.dispatchEvent(new Event("change"));
}
