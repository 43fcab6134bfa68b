// A payment to pass on as text; and an IBAN that stays on this phone alone, where its owner asks for it.

const message = document.querySelector("#transfer-text");
const button = document.querySelector("[data-pass-on]");
const status = button.parentElement.querySelector("[role=status]");

async function passOn() {
  const text = message.textContent;
  if (navigator.share) return navigator.share({ text });
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without HTTPS there is no clipboard to write to: selected, a long press copies it.
    getSelection().selectAllChildren(message);
    if (!document.execCommand("copy")) return;
  }
  status.textContent = button.parentElement.dataset.copied;
}

// Who changes his mind in the system's sheet has not failed.
button.addEventListener("click", () => passOn().catch(() => {}));

const form = document.querySelector("#giro");

function remember() {
  const place = `scorebook-iban:${form.dataset.payee}`;
  const { iban, name } = form.elements, box = /** @type {HTMLInputElement} */ (form.querySelector("#remember"));
  const kept = JSON.parse(localStorage.getItem(place) ?? "null");
  box.checked = kept !== null;
  if (kept && !iban.value) [iban.value, name.value] = [kept.iban, kept.name];
  form.addEventListener("submit", () => {
    if (box.checked) localStorage.setItem(place, JSON.stringify({ iban: iban.value, name: name.value }));
    else localStorage.removeItem(place);
  });
}

try {
  if (form) remember();
} catch {
  // A browser without storage, as in a private window: then it is typed again.
  form.querySelector(".remember").hidden = true;
}
