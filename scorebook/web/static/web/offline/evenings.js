// The page that opens without a network: the evenings on this phone, and a new one with known people.

import { element, filled } from "./element.js";
import { held as allHeld, line, mayBeErased, pathOf, sendAll, showRefused } from "./held.js";
import { change, uuid } from "./store.js";

const { words } = JSON.parse(document.querySelector("#phone").dataset.phone);
const form = document.querySelector("#begin"), like = form.elements.like, known = form.querySelector(".known");
const language = document.documentElement.lang;
const folded = (name) => name.trim().toLowerCase();
let held = [], chosen = []; // chosen: [{ id, name }] in seating order
const dayOf = ({ sheet }) => new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(new Date(sheet.started_at));

async function list() {
  held = await allHeld();
  const lines = held.map((one) => line(one, words)), found = document.querySelector("#evenings > ul");
  found.hidden = lines.length === 0;
  document.querySelector("#none").hidden = lines.length > 0;
  found.replaceChildren(...lines);
  document.querySelector(".erased").hidden = !(await mayBeErased(held));
}

// Explains why the evening cannot be closed here, with a link back.
function explainClosing() {
  const [, token] = /^\/t\/([\w.-]+)\/(?:close|settle)/.exec(location.pathname) ?? [];
  if (!token) return;
  const box = document.querySelector("#closing"), left = held.find(({ id }) => id === token)?.unsent ?? [];
  box.querySelector("a").href = pathOf({ id: token, token });
  document.querySelector("#closing-left").textContent = left.length ? filled(words.closing_left, { n: left.length }) : "";
  box.hidden = false;
}

// Rules, stake and the form come from an evening that this phone has seen.
async function offerStart() {
  const pages = await self.caches?.open("pages").catch(() => {});
  if (!pages) return;
  const usable = [];
  for (const one of held) if (one.sheet && one.token && one.table && await pages.match(pathOf(one))) usable.push(one);
  like.replaceChildren(...usable.map((one) => element("option", { value: one.id }, `${one.sheet.game.name}, ${dayOf(one)}`)));
  form.hidden = usable.length === 0;
  if (usable.length) people();
}

const source = () => held.find(({ id }) => id === like.value);

function people() {
  const all = Object.entries(source().people).map(([id, person]) => ({ id, ...person }));
  const added = chosen.filter(({ isNew }) => isNew);
  known.replaceChildren(...[...all, ...added].map((person) => {
    const place = chosen.findIndex(({ id }) => id === person.id);
    const button = element(`button.seat-toggle.p${person.colour}`, { type: "button", "aria-pressed": String(place >= 0) },
      place >= 0 && `${place + 1}. `, element("span.name", {}, person.name));
    button.addEventListener("click", () => {
      chosen = place >= 0 ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person];
      people();
    });
    return button;
  }));
}

function add() {
  const field = form.elements.name, name = field.value.trim();
  const taken = [...Object.values(source().people), ...chosen].some((person) => folded(person.name) === folded(name));
  problem(taken ? words.name_twice : "");
  if (!name || taken) return;
  chosen = [...chosen, { id: uuid(), name, colour: (Object.keys(source().people).length + chosen.length) % 10, isNew: true }];
  field.value = "";
  people();
}

function problem(text) {
  const line = form.querySelector(".problem");
  line.hidden = !text;
  line.textContent = text;
}

async function begin(event) {
  event.preventDefault();
  const from = source(), [, list] = from.table.people[from.sheet.next.players.length] ?? [];
  const seats = from.table.people[chosen.length];
  if (!chosen.length) return problem(words.people_missing);
  if (!seats || seats[1] !== list) return problem(words.people_number);
  const id = uuid(), { ruleset, unit, stake_minor: stake, game } = from.sheet;
  const { addressOf } = await import("../keys.js"), token = addressOf(from.club?.id) ?? from.club?.token;
  const players = chosen.map(({ id: player }) => player);
  const sheet = {
    game, ruleset, unit, stake_minor: stake, revision: 0, hand_count: 0, hands: [], pot_shares: {}, links: {},
    started_at: new Date().toISOString(), next: { no: 1, players, dealer: players[0] },
    people: chosen.map((person, place) => ({ id: person.id, name: person.name, place: place + 1, present: true })),
  };
  const wanted = {
    game: ruleset.game, house_rules: ruleset.house_rules, unit, stake_minor: stake,
    people: chosen.map(({ name }) => name), ...(token && { club_token: token }),
  };
  const seen = Object.fromEntries(chosen.map((person) => [person.id, { name: person.name, colour: person.colour }]));
  const path = `/phone/${id}/`, pages = await caches.open("pages");
  // The page of that evening, at an address of its own: its script draws these people into it.
  await pages.put(path, await pages.match(pathOf(from)));
  await change((store, queue) => {
    store.put({ id, token: null, sheet, table: from.table, club: from.club, people: { ...from.people, ...seen } });
    queue.add({ kind: "open", evening: id, id: uuid(), wanted });
  });
  location.assign(path);
}

like.addEventListener("change", () => { chosen = []; people(); });
form.querySelector("#add").addEventListener("click", add);
form.elements.name.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); add(); } });
form.addEventListener("submit", (event) => { begin(event).catch(showRefused); });

// Opened in place of another page, which there is no network for.
if (location.pathname !== "/offline/") document.querySelector(".bar h1").textContent = words.without_network;
await list();
explainClosing();
await offerStart();
import("../keyring/offline.js").then((ring) => ring.add(list), () => {});
// The network may be back: what waits goes out from here too.
if (await sendAll(held)) await list();
