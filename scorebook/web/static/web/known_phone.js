// Before anything is painted: on a phone that goes on with something, the form for a new evening is shut, and the place
// of the card above it is kept. going.js fills the card; it also notes whether the phone has one.

try {
  const form = /** @type {HTMLDetailsElement} */ (document.querySelector("#new[data-fresh]"));
  if (form && localStorage.goesOn) document.querySelector("#go-on").hidden = form.open = false;
} catch {
  // A phone that keeps nothing goes on with nothing.
}
