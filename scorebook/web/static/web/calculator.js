// The calculator with a script: the answer follows each tap, and the address follows the answer.

import { counting } from "./pile.js";

const form = document.querySelector("#entry");
const answer = document.querySelector("#answer");

form.addEventListener("previewed", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  if (detail.html === undefined) {
    answer.replaceChildren();
    return;
  }
  const page = new DOMParser().parseFromString(detail.html, "text/html");
  answer.replaceChildren(...page.body.childNodes);
  history.replaceState(null, "", detail.link);
});

for (const select of form.querySelectorAll("[data-reload]")) {
  // Another game has other questions: those come from the server.
  select.addEventListener("change", () => form.querySelector('[name="show"]').click());
}

counting(form);
