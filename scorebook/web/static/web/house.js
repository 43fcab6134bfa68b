// The house rules of the chosen tariff: fetched when somebody opens them, and again when the tariff changes.

const form = document.querySelector(".start");
const house = form?.querySelector("details.house");

async function fetchRules() {
  const shown = house.querySelector("[data-shown]");
  const data = new FormData(form);
  data.append("show_rules", "1");
  const open = new Set([...shown.querySelectorAll("details[open] > summary")].map((one) => one.textContent));
  const response = await fetch(house.dataset.houseRules, { method: "POST", body: data });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const group of page.querySelectorAll("details")) {
    if (open.has(group.querySelector("summary").textContent)) group.open = true;
  }
  shown.replaceChildren(...page.body.childNodes);
}

function renew() {
  // Without the network nothing is lost: the tariff itself is still sent.
  if (house.open) fetchRules().catch(() => {});
}

if (house) {
  house.addEventListener("toggle", () => {
    if (!house.querySelector('[name="rules_of"]')) renew();
  });
  form.addEventListener("change", (event) => {
    const { name } = /** @type {HTMLInputElement} */ (event.target);
    if (name === "game" || name?.startsWith("stake_")) renew();
  });
}
