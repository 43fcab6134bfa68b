// A club's start page: tap who is here, in the order in which they sit.

import "./next.js";

const names = () => [...document.querySelectorAll('.start [name="names"]')];
const chips = [...document.querySelectorAll("[data-name]")];
/** @type {(text: string) => string} */
const folded = (text) => text.trim().toLowerCase();

function show() {
  const typed = names().map((input) => folded(input.value));
  for (const chip of chips) chip.setAttribute("aria-pressed", String(typed.includes(folded(chip.dataset.name ?? ""))));
  const more = document.querySelector("details.more-names");
  if (more && names().slice(4).some((input) => input.value)) more.open = true;
}

/** @type {(name: string) => void} */
function toggle(name) {
  const inputs = names();
  const at = inputs.findIndex((input) => folded(input.value) === folded(name));
  if (at >= 0) {
    // Those behind close up, as people do.
    const left = inputs.map((input) => input.value).filter((_, place) => place !== at);
    inputs.forEach((input, place) => { input.value = left[place] ?? ""; });
  } else {
    const free = inputs.find((input) => !input.value.trim());
    if (free) free.value = name;
  }
  show();
}

for (const chip of chips) chip.addEventListener("click", () => toggle(chip.dataset.name ?? ""));
for (const input of names()) input.addEventListener("input", show);
show();

// With a script, a scribe's page shows the way to the club (club_links.js).
document.querySelector(".start")?.addEventListener("formdata", ({ formData }) => formData.set("phone", "1"));
