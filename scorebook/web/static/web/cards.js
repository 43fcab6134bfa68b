// Counting beside the table: the sums follow each tap; taking over goes back to the table with them.

import { counting } from "./pile.js";

counting(document.querySelector("#entry"));
