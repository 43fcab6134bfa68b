// Enter in a name goes on to the next empty one, as the key on the phone's keyboard says; else it starts the evening.

// Those beyond the first four may lie folded away.
/** @type {(field: HTMLElement) => boolean} */
const isSeen = (field) => !field.closest("details:not([open])");
const fields = [...document.querySelectorAll('.start [name="names"]')];

for (const [place, field] of fields.entries()) {
  field.addEventListener("keydown", (event) => {
    const next = fields.slice(place + 1).find((one) => !one.value.trim());
    if (event.key !== "Enter" || event.isComposing || !field.value.trim() || !next || !isSeen(next)) return;
    event.preventDefault();
    next.focus();
  });
}
