// The parts of the entry form that change with the people and with the state of the evening.

import { element } from "./element.js";

// Each team is named by the first of its players, as they sit: it keeps its place whoever deals.
export function drawTeams(form, seated, people) {
  form.querySelectorAll('[name="team"]:not([value="tied"])').forEach((input, place) => {
    const team = seated.filter((_, seat) => seat % 2 === place);
    input.value = team[0];
    input.nextElementSibling.textContent = team.map((player) => people[player].name).join(" + ");
  });
}

export function drawAgreed(form, players, people) {
  form.querySelectorAll(".agreed > label").forEach((label, place) => {
    const player = players[place], { name, colour } = people[player] ?? {};
    label.hidden = player === undefined;
    if (label.hidden) return;
    label.querySelector("input").name = `points_${player}`;
    label.querySelector(".name").replaceChildren(element(`span.dot.p${colour}`), name);
  });
}

// After a tie there is only its replay, and without one there is none.
export function offerContracts(form, replay, tie, isCorrection) {
  const isTied = Boolean(tie) && !isCorrection;
  if (!replay) return;
  if (!form.querySelector('[name="contract"][value="replay"]')) {
    form.querySelector(".contracts").prepend(element("label.chip", {},
      element("input", { type: "radio", name: "contract", value: "replay" }), element("span", {}, replay.text)));
  }
  for (const input of form.querySelectorAll('[name="contract"]')) {
    const isReplay = input.value === "replay";
    if (isReplay) input.className = tie && !tie.maker ? replay.of_passed : replay.of_trumps;
    input.closest("label").hidden = !isCorrection && input.value !== "agreed" && isReplay !== isTied;
    if (!isCorrection && isReplay && isTied) input.checked = true;
  }
}

export function fill(form, fields) {
  for (const input of form.elements) {
    const values = fields[input.name];
    if (!values) continue;
    if (input.type === "radio" || input.type === "checkbox") input.checked = values.includes(input.value);
    else if (input.type !== "hidden") input.value = values[0] ?? "";
  }
}
