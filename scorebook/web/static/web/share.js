// The evening's result and the settlement to pass on: as a picture, as text, on paper. Read off the page itself, so
// that it works without a network too.

import { copy } from "./link.js";
import { drawn } from "./picture.js";

const SPACE = /[ \t\r\n]+/g; // what HTML counts as white space: the space within an amount stays as it is
const read = (element) => element?.textContent.replace(SPACE, " ").trim() ?? "";
const all = (selector, /** @type {ParentNode} */ root = document) => [...root.querySelectorAll(selector)];
const colour = (element) => getComputedStyle(element).getPropertyValue("--p");

function readPlace(line) {
  return {
    rank: read(line.querySelector(".rank, .no")), name: read(line.querySelector(".name, th")), colour: colour(line),
    figures: all(".figure, .sum:not(.less, .more)", line).map(read), isWinner: line.matches(".is-winner"),
  };
}

/** Of a figure as people read it: with a sign of its own for minus, and with signs between the thousands. */
const count = (figure) => Number(figure.replace("\u2212", "-").replace(/[^\d-]/g, ""));

/** While an evening runs, the page shows its people as they sit: best first, and who is level shares a place. */
function readTotals() {
  const lines = all(".totals .total").map(readPlace), counts = lines.map(({ figures }) => count(figures[0]));
  const places = lines.map((line, no) => ({ ...line, rank: `${counts.filter((one) => one > counts[no]).length + 1}.` }));
  return places.sort((one, other) => Number.parseInt(one.rank, 10) - Number.parseInt(other.rank, 10));
}

function readPayment(line) {
  const names = all(".grow > span:not(.dot, .soft)", line).map(read);
  return { payer: names[0], payee: names.at(-1), amount: read(line.querySelector(".figure")) };
}

/** All that stands on the page of an evening or a year: `picture.js` draws the same. */
function result(box) {
  const summary = /** @type {HTMLElement} */ (document.querySelector(".summary, .year"));
  return {
    title: summary?.dataset.title ?? box.dataset.title,
    about: read(document.querySelector(".summary-about")) || box.dataset.about,
    places: summary ? all(".place, .year-table tr:has(th[scope=row])", summary).map(readPlace) : readTotals(),
    moments: all(".moments > div, .year-part").map((one) => ({
      // Of a year what is not folded.
      term: read(one.querySelector("dt, h2")), text: all("dt + dd, .year-text > p, .year-text summary", one).map(read).join(" "),
      note: read(one.querySelector("dd + dd")), isLong: one.matches(".year-part"),
    })),
    extra: all(".extra > li").map(read),
    payments: all(".payments .payment").map(readPayment),
    curves: all("figure.chart polyline").map((line) => ({ colour: colour(line), points: line.getAttribute("points") })),
    crown: document.querySelector(".crown path")?.getAttribute("d"),
  };
}

function asText({ title, about, places, moments, extra, payments }) {
  const parts = [
    [title, about],
    places.map(({ rank, name, figures }) => `${rank} ${name}: ${figures.join(" · ")}`),
    [...moments.map(({ term, text, note }) => `${term}: ${text}${note && ` (${note})`}`), ...extra],
    payments.map(({ payer, payee, amount }) => `${payer} → ${payee}: ${amount}`),
  ];
  return parts.filter((lines) => lines.length).map((lines) => lines.join("\n")).join("\n\n");
}

async function passOnText(box) {
  const found = result(box), text = asText(found);
  if (navigator.share) return navigator.share({ title: found.title, text });
  return copy(text, box, box.dataset.copied);
}

async function passOnPicture(box) {
  const found = result(box);
  const file = new File([await drawn(found)], `schafkopf-${box.dataset.day}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file], title: found.title });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const ways = { text: passOnText, picture: passOnPicture, print: () => print() };
// The document listens, because watchers get a new sheet with each hand, buttons included.
document.addEventListener("click", async (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-share]");
  if (!(button instanceof HTMLElement)) return;
  try {
    await ways[button.dataset.share](button.closest(".pass-on"));
  } catch {
    // A person who changes their mind in the system's dialog has not failed.
  }
});
