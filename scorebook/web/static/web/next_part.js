// A long import goes on by itself; without this script somebody presses the button.

/** @type {HTMLButtonElement} */ (document.querySelector("[data-goes-on]")).click();
