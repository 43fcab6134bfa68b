// Before anything is painted: with a script the table page shows one row of players instead of two.
document.documentElement.classList.add("js");

// The menu closes by a tap beside it, by a tap on what it offers, and by Esc. On pointerdown: WebKit on a phone sends no
// click from what cannot be clicked.
const closeMenu = () => {
  for (const menu of document.querySelectorAll("details.menu[open]")) menu.open = false;
};
/** @type {(event: Event) => Element} */
const touched = ({ target }) => /** @type {Element} */ (target);
document.addEventListener("pointerdown", (event) => { if (!touched(event).closest(".menu")) closeMenu(); });
document.addEventListener("click", (event) => { if (touched(event).closest(".menu a")) closeMenu(); });
document.addEventListener("keydown", ({ key }) => {
  const summary = document.querySelector(".menu[open] > summary");
  if (key !== "Escape" || !summary) return;
  closeMenu();
  summary.focus();
});
