// Who looks on sees a new hand within seconds; an unchanged sheet costs the server next to nothing.

const EVERY_MS = 2800; // a new hand is there within 3 s, answer included
const watched = document.querySelector("#watched");
let version = null;

async function renew() {
  if (document.hidden) return;
  try {
    const response = await fetch(watched.dataset.sheet, { headers: version ? { "If-None-Match": version } : {}, cache: "no-store" });
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

setInterval(renew, EVERY_MS);
document.addEventListener("visibilitychange", renew);
