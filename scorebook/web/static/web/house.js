// The house rules of the chosen tariff: fetched when they are opened, and again when the tariff changes.
// Hidden on the page, they would be 56 questions sent with every form.

const form = document.querySelector(".start");
const house = form?.querySelector("details.house");
let latest = 0;

async function fetchRules() {
  const turn = ++latest;
  const shown = house.querySelector("[data-shown]");
  const data = new FormData(form);
  data.append("show_rules", "1");
  const open = new Set([...shown.querySelectorAll("details[open] > summary")].map((one) => one.textContent));
  const response = await fetch(house.dataset.houseRules, { method: "POST", body: data });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (turn !== latest) return; // another tariff was chosen meanwhile
  for (const group of page.querySelectorAll("details")) {
    if (open.has(group.querySelector("summary").textContent)) group.open = true;
  }
  shown.replaceChildren(...page.body.childNodes);
}

const FIELD = "rule_";

// Whether the house rules without which this one changes nothing are set so; of several alternatives one is enough. A
// number is set where it is not nothing.
function hasEffect(rule) {
  if (!rule?.dataset.needs) return true;
  return JSON.parse(rule.dataset.needs).some((needs) => Object.entries(needs).every(([name, wanted]) => isMet(name, wanted)));
}

function isMet(name, wanted) {
  const data = new FormData(form), values = data.getAll(FIELD + name).filter((value) => value !== ""), [first = ""] = values;
  const isSet = values.length > 0 && !["no", "0"].includes(String(first));
  const met = typeof wanted === "boolean" ? isSet === wanted : wanted.some((one) => (one === null ? !isSet : values.includes(String(one))));
  return met && hasEffect(document.getElementById(`rule-${name}`));
}

// A rule without effect beside the others is hidden.
function showEffects() {
  for (const group of house.querySelectorAll(".rule-group")) {
    const rules = [...group.querySelectorAll(".house-rule")];
    for (const one of group.querySelectorAll("[data-needs]")) one.hidden = !hasEffect(one);
    group.hidden = rules.every((rule) => rule.hidden);
  }
}

// What is set otherwise than the tariff has it, in one line.
function sayChanges() {
  const rules = [...house.querySelectorAll(".house-rule:not([hidden])")].filter(isChanged);
  house.querySelector(".house-text").textContent = rules.map(sayRule).join("; ");
}

// The fields that hold an answer; contracts of the table's own count by their names.
const answers = (rule) => [...rule.querySelectorAll(rule.querySelector(".own-contract") ? '[name$="-name"]' : ".field, :checked")].filter(({ value }) => value);

function isChanged(rule) {
  const held = answers(rule).map(({ value }) => value).sort();
  return JSON.stringify(held) !== JSON.stringify(JSON.parse(rule.dataset.preset).sort());
}

function sayRule(rule) {
  const texts = answers(rule).map((field) => (field.checked ? field.nextElementSibling.textContent.trim() : field.value));
  if (rule.querySelector(".own-contract")) return texts.join(", ");
  return `${rule.querySelector("legend").textContent.trim().replace(/\.$/, "")}: ${texts.join(", ") || "–"}`;
}

async function renew() {
  // Without the network nothing is lost: the tariff itself is still sent.
  if (house.open) await fetchRules().catch(() => {});
}

if (house) {
  const fill = () => { if (!house.querySelector('[name="rules_of"]')) renew(); };
  house.addEventListener("toggle", fill);
  fill(); // it may have been opened before this script came
  // One more row.
  form.addEventListener("submit", async (event) => {
    if (event.submitter?.getAttribute("name") !== "show_rules") return;
    event.preventDefault();
    await renew();
    /** @type {HTMLElement | null} */ (house.querySelector(".own-contract:last-child input"))?.focus();
  });
  form.addEventListener("change", (event) => {
    const { name } = /** @type {HTMLInputElement} */ (event.target);
    if (name === "game" || name?.startsWith("stake_")) renew();
  });
  // While it is typed: what appears only once the field is left pushes away what was tapped to leave it.
  form.addEventListener("input", (event) => {
    if (!(/** @type {HTMLInputElement} */ (event.target).name?.startsWith(FIELD))) return;
    showEffects();
    sayChanges();
  });
}
