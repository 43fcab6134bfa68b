// Before anything is painted: with a script the table page shows one row of players instead of two.
document.documentElement.classList.add("js");
