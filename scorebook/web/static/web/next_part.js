// A long import goes on by itself; without this script a person presses the button.

/** @type {HTMLButtonElement} */ (document.querySelector("[data-goes-on]")).click();
