// The table page with a phone's memory: what is recorded is kept here first and then sent; with the network gone the
// page goes on with what the phone knows. With the network there, the server's own page is what is seen.
//
//   known    what the page knows          preview  the hand judged while it is tapped
//   writing  kept, then sent              look     the server's page again, with what others wrote
//   show     the page from what is known, and a line that says what was written

import { isNewest, listen } from "../stream.js";
import "../table.js";
import { keepPage } from "./keep.js";
import { config, form, isCurrent, isTablePage, known, load, loaded, onPhone, remember, tablePath } from "./known.js";
import { look } from "./look.js";
import { judge, whatIsMissing } from "./preview.js";
import { show, showKept, showState, showTable, tellLoaded } from "./show.js";
import { choose, deliver, strikeOut } from "./writing.js";

const EVERY_MS = 2800; // a hand that another phone wrote is there within 3 s, answer included
const TAPPED = "[data-correct], [data-void], [data-choice], .back-to-next, a[href^='?dealer='], a[href*='/hands/']";

document.addEventListener("click", async (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const tapped = /** @type {HTMLAnchorElement | null} */ (target.closest(TAPPED));
  if (!tapped || !known.book) return;
  const [, hand] = /\/hands\/(\d+)\/$/.exec(tapped.pathname ?? "") ?? [];
  if (hand) {
    // Without a network the hand's own page would not open; this one can correct it too.
    if (!(isTablePage && form && isCurrent() && (known.isAway || navigator.onLine === false))) return;
    event.preventDefault();
    return correctHere(Number(hand));
  }
  if (tapped.dataset.correct && known.isDrawn) return correctHere(Number(tapped.dataset.correct));
  if (tapped.matches(".back-to-next")) return correctHere(null);
  if (tapped.dataset.void) return strikeOut(Number(tapped.dataset.void), tapped.dataset.event);
  if (tapped.dataset.choice) return choose(tapped.dataset.choice);
  if (tapped.href && known.isDrawn) {
    event.preventDefault();
    known.dealtBy = new URLSearchParams(tapped.search).get("dealer");
    tapped.closest("details").open = false;
    showTable();
  }
});

function correctHere(no) {
  known.correcting = no;
  showTable();
  form.scrollIntoView({ block: "start" });
}

async function begin() {
  // What the phone knows already does not wait for a network that may never answer.
  await loaded;
  present();
  await learn();
  keep();
  tellLoaded(true);
  await deliver();
  setInterval(lookAgain, EVERY_MS);
  if (config.has_changes && isTablePage) listen(`${tablePath(known.id)}changes`, lookAgain);
}

async function learn() {
  await remember().catch(() => {});
  await load().catch(() => {});
  present();
}

async function keep() {
  if (isTablePage && !onPhone && await keepPage(config.lookup)) showKept();
}

// With whatever the first questions did not bring: the phone tries until it has it.
async function lookAgain() {
  if (!known.book) await learn();
  keep();
  if (known.isAway || known.isDrawn || !isCurrent() || !isNewest(config.version)) await look();
}

function present() {
  if (!known.book) return;
  if (onPhone) document.documentElement.classList.add("on-phone");
  if (form) Object.assign(form, { judge, whatIsMissing });
  // The page comes from the server and knows what is done by then, unless it was kept here from before.
  const { book, waiting, isDrawn } = known;
  const isOlder = book.sheet.revision > config.revision || waiting.some(({ done }) => !(done <= config.revision)) || onPhone;
  if (isTablePage && !isDrawn && isOlder) show();
  else showState();
  form?.dispatchEvent(new Event("change"));
  tellLoaded(false);
}

addEventListener("online", () => deliver({ isPromising: true }));
document.addEventListener("visibilitychange", () => { if (!document.hidden) deliver().then(look); });
begin();
