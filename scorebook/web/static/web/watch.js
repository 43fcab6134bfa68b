// Who looks on hears of a new hand within two seconds and fetches the sheet. Where no stream comes, the page asks.

const EVERY_MS = 2800; // a new hand is there within 3 s, answer included
const SILENT_MS = 35000; // an open stream says something every 15 s
const AGAIN_MS = 60000;
const watched = document.querySelector("#watched");
let { version } = watched.dataset;
let turn = Promise.resolve();
let stream = null;
let heard = 0;

async function fetchSheet() {
  if (document.hidden) return;
  try {
    const response = await fetch(watched.dataset.sheet, { headers: { "If-None-Match": version }, cache: "no-store" });
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

function isSilent() {
  return Date.now() - heard > SILENT_MS;
}

// Hidden, a page keeps no connection.
function listen() {
  stream?.close();
  heard = 0;
  if (document.hidden || !watched.dataset.changes) return;
  stream = new EventSource(watched.dataset.changes);
  stream.onmessage = ({ data }) => {
    heard = Date.now();
    if (!version.includes(`"${data}.`)) renew();
  };
  stream.onerror = () => {
    heard = 0;
  };
}

listen();
setInterval(() => isSilent() && renew(), EVERY_MS);
setInterval(() => isSilent() && listen(), AGAIN_MS);
document.addEventListener("visibilitychange", () => {
  listen();
  renew();
});
