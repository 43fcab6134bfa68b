// Who looks on hears of a new hand within two seconds and fetches the sheet. Where no stream comes, the page asks.

import { ask } from "./ask.js";
import { isNewest, listen } from "./stream.js";

const EVERY_MS = 2800; // a new hand is there within 3 s, answer included
const watched = document.querySelector("#watched");
let { version } = watched.dataset;
let turn = Promise.resolve();

async function fetchSheet() {
  if (document.hidden || isNewest(version)) return;
  try {
    const response = await ask(watched.dataset.sheet, undefined, { headers: { "If-None-Match": version }, cache: "no-store" });
    if (response.status === 404) return location.reload(); // the link was renewed
    if (response.status !== 200) return;
    version = response.headers.get("ETag");
    const open = new Set([...watched.querySelectorAll("tbody:has(details[open])")].map((body) => body.id));
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    watched.replaceChildren(...page.body.childNodes);
    for (const body of watched.querySelectorAll("tbody")) {
      if (open.has(body.id)) body.querySelector("details").open = true;
    }
  } catch {
    // No network in the cellar: the next turn tries again.
  }
}

// One after the other, so that an older sheet never comes after a newer one.
function renew() {
  turn = turn.then(fetchSheet);
}

if (watched.dataset.changes) listen(watched.dataset.changes, renew);
setInterval(renew, EVERY_MS);
document.addEventListener("visibilitychange", renew);
