// This device was removed by its own hand: its keys of the club go, and the club's evenings unless something written here
// is not sent yet.

import { clubs } from "./keys.js";
import { evenings as stored, change, writings } from "./offline/store.js";

const { club = "" } = /** @type {HTMLElement} */ (document.getElementById("forgotten")).dataset;
const { [club]: _, ...others } = clubs();
localStorage.clubs = JSON.stringify(others);
for (const { id, club: its } of await stored()) {
  if (its?.id !== club || (await writings(id)).some(({ done }) => done === undefined)) continue;
  await change((evenings) => evenings.delete(id));
}
