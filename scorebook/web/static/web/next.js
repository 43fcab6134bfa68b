// Enter in a name goes on to the next empty one, as the key on the phone's keyboard says; else it starts the evening.

const fields = [...document.querySelectorAll('.start [name="names"]')];

for (const [place, field] of fields.entries()) {
  field.addEventListener("keydown", (event) => {
    const next = fields.slice(place + 1).find((one) => !one.value.trim());
    if (event.key !== "Enter" || event.isComposing || !field.value.trim() || !next?.getClientRects().length) return;
    event.preventDefault();
    next.focus();
  });
}
