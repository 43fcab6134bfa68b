// This phone's keys for another one: as codes, as a link, and as a file. All three are made here, without a request.

import { copy } from "../link.js";
import { element, filled } from "../offline/element.js";
import { HASH } from "./fold.js";
import { ownKeys } from "./held_keys.js";
import { fileOf, written } from "./list.js";
import { MOST_VERSION, qrCode, room } from "./qr.js";

/** @typedef {import("./list.js").KeyList} KeyList */

const SVG = "http://www.w3.org/2000/svg";
const QUIET = 4; // modules without which no camera finds a code
const MOST_CODES = 6;
const FILE = "scorebook-keys.json";
const CODE = "[data-way=code]"; // the button that shows it
/** @type {(list: KeyList, home: string) => string} */
const linkOf = (list, home) => `${home}${HASH}${written(list)}`;

/** @type {WeakSet<Element>} */
const wired = new WeakSet();

/** Prepares the fold: each time it is opened it passes on what the phone holds by then.
 *  @type {(fold: HTMLElement) => Promise<void>} */
export async function passOn(fold) {
  if (!wired.has(fold)) wire(fold);
  wired.add(fold);
  const { clubs, evenings } = await ownKeys(), isEmpty = clubs.length + evenings.length === 0;
  fold.querySelector(".empty").hidden = !isEmpty;
  fold.querySelector(".pass-on").hidden = isEmpty;
  hideCode(fold);
}

/** @type {(fold: HTMLElement) => void} */
function wire(fold) {
  const { home = "", copied = "" } = fold.dataset, box = fold.querySelector(".pass-on");
  /** @type {(way: string, work: (list: KeyList) => unknown) => void} */
  const on = (way, work) => box.querySelector(way).addEventListener("click", async () => work(await ownKeys()));
  on(CODE, (list) => showCodes(fold, parts(list, home).map((part) => qrCode(linkOf(part, home)))));
  on("[data-way=copy]", (list) => copy(linkOf(list, home), box, copied));
  // Who changes their mind in the system's sheet has not failed.
  on("[data-way=share]", (list) => navigator.share({ url: linkOf(list, home) }).catch(() => {}));
  on("[data-way=file]", (list) => saveFile(fileOf(list, [...new Set([location.origin, new URL(home).origin])])));
  box.querySelector("[data-way=share]").hidden = !navigator.share;
  fold.addEventListener("toggle", () => hideCode(fold));
}

/** A list for each code, each whole in itself: a phone may read them in any order, and read one alone.
 *  @type {(list: KeyList, home: string) => KeyList[]} */
export function parts({ clubs, evenings }, home) {
  /** @type {KeyList[]} */
  const found = [];
  /** @type {(more: Partial<KeyList>) => void} */
  const add = ({ clubs: moreClubs = [], evenings: moreEvenings = [] }) => {
    const last = found.at(-1) ?? { clubs: [], evenings: [] };
    const grown = { clubs: [...last.clubs, ...moreClubs], evenings: [...last.evenings, ...moreEvenings] };
    if (found.length && linkOf(grown, home).length <= room(MOST_VERSION)) Object.assign(last, grown);
    else found.push({ clubs: moreClubs, evenings: moreEvenings });
  };
  for (const club of clubs) {
    add({ clubs: [club] });
    for (const evening of evenings) if (evening.club === club.id) add({ evenings: [evening] });
  }
  for (const evening of evenings) if (!clubs.some(({ id }) => id === evening.club)) add({ evenings: [evening] });
  return found;
}

/** One code at a time: a camera would choose one of several by itself.
 *  @type {(fold: HTMLElement, codes: (import("./qr.js").Code | null)[]) => void} */
function showCodes(fold, codes) {
  const { counted = "", many = "", named = "" } = fold.dataset;
  const figure = fold.querySelector("figure"), next = fold.querySelector(".next-code");
  const about = figure.querySelector("figcaption"), made = codes.flatMap((code) => code ?? []);
  const isMuch = codes.length > MOST_CODES || made.length < codes.length;
  let at = 0;
  const show = () => {
    about.textContent = isMuch ? many : made.length > 1 ? filled(counted, { n: at + 1, of: made.length }) : "";
    about.hidden = !about.textContent;
    figure.querySelector(".qr").replaceChildren(...(isMuch ? [] : [drawn(made[at], named)]));
    at = (at + 1) % made.length;
  };
  figure.querySelector(".qr").hidden = isMuch;
  figure.hidden = false;
  fold.querySelector(CODE).hidden = true;
  next.hidden = isMuch || made.length < 2;
  next.onclick = show;
  show();
  figure.scrollIntoView({ block: "nearest" });
}

/** A code of yesterday on the display would be keys for everybody who looks. @type {(fold: HTMLElement) => void} */
function hideCode(fold) {
  const figure = fold.querySelector("figure");
  figure.hidden = true;
  figure.querySelector(".qr").replaceChildren();
  fold.querySelector(".next-code").hidden = true;
  fold.querySelector(CODE).hidden = false;
  fold.querySelector(".pass-on [role=status]").textContent = "";
}

/** Attributes only: the content security policy refuses styles.
 *  @type {(code: import("./qr.js").Code, name: string) => Element} */
function drawn({ rows }, name) {
  const picture = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  const size = rows.length + 2 * QUIET, lines = rows.map((row) => row.map((isDark) => (isDark ? "1" : "0")).join(""));
  const runs = lines.flatMap((line, y) => [...line.matchAll(/1+/g)].map(({ 0: { length }, index }) => (
    `M${index + QUIET} ${y + QUIET}h${length}v1h-${length}z`)));
  picture.setAttribute("viewBox", `0 0 ${size} ${size}`);
  picture.setAttribute("shape-rendering", "crispEdges");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", name);
  path.setAttribute("d", runs.join(""));
  picture.append(path);
  return picture;
}

/** @type {(text: string) => Promise<void>} */
async function saveFile(text) {
  const file = new File([text], FILE, { type: "application/json" });
  // An installed app on an iPhone saves no download.
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
  const link = /** @type {HTMLAnchorElement} */ (element("a", { href: URL.createObjectURL(file), download: FILE }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
