// A form of selects shows its page as soon as something is chosen; without a script it has a button.
for (const form of document.querySelectorAll("[data-selects]")) {
  form.addEventListener("change", () => /** @type {HTMLFormElement} */ (form).requestSubmit());
}
