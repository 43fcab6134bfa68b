// The keys of this phone on a page: its clubs, and what takes them to another phone. What only a fold or a link with
// keys needs is fetched with it.

import { addressOf, clubs } from "../keys.js";
import { element } from "../offline/element.js";

/** Before a list of keys in an address: what follows the "#" is sent to no server. */
export const HASH = "#keys=";

/** redraw: draws the page's evenings again, after its clubs. @type {(redraw: () => Promise<unknown>) => Promise<void>} */
export async function keyRing(redraw) {
  const fold = document.querySelector("details#ring"), file = document.querySelector('#ring [name="file"]');
  const draw = () => { drawClubs(); return redraw(); };
  const fill = () => { if (fold.open) lazily(fold, async () => (await import("./pass_on.js")).passOn(fold)); };
  fold.addEventListener("toggle", fill);
  fill(); // it may have been opened before this script came
  file.addEventListener("change", () => lazily(fold, async () => {
    const [chosen] = file.files ?? [];
    if (chosen) await (await import("./arrival.js")).showFile(chosen, draw);
    file.value = ""; // the same file may be chosen again
  }));
  addEventListener("hashchange", () => showKeys(location.hash, draw));
  await showKeys(location.hash, draw);
}

/** Shows the keys in an address, where there are any. @type {(hash: string, draw: () => unknown) => Promise<void>} */
export async function showKeys(hash, draw) {
  if (!hash.startsWith(HASH)) return;
  await lazily(document.querySelector("#ring"), async () => {
    await (await import("./arrival.js")).showText(hash.slice(HASH.length), draw);
  });
}

/** Where an evening still holds its club's link, it goes to the clubs. @type {(all: Evening[]) => Promise<void>} */
export async function moveClubLinks(all) {
  const old = all.filter(({ club }) => club?.id && club.token);
  if (old.length) await (await import("./held_keys.js")).moveClubLinks(old);
}

/** Without a network a script may be missing; the fold says so.
 *  @type {(fold: HTMLElement, work: () => Promise<void>) => Promise<void>} */
async function lazily(fold, work) {
  const problem = fold.querySelector(".problem");
  try {
    problem.hidden = true;
    await work();
  } catch {
    problem.textContent = fold.dataset.away ?? "";
    problem.hidden = false;
  }
}

/** The clubs that this phone has keys of, the one used last first. */
export function drawClubs() {
  const section = document.querySelector("#clubs"), found = clubsByUse();
  section.querySelector(".chips").replaceChildren(...found.map(([id, { name }]) => (
    element("a.chip", { href: `/c/${addressOf(id)}/` }, name || section.dataset.unnamed))));
  greet(section, found.find(([, { me }]) => me)?.[1].me);
  section.hidden = found.length === 0;
}

/** @type {(section: HTMLElement, name?: string) => void} */
function greet(section, name) {
  const hello = /** @type {HTMLElement} */ (section.querySelector(".hello"));
  hello.textContent = (section.dataset.hello ?? "").replace("{name}", name ?? "");
  hello.hidden = !name;
}

/** [id, club], the one used last first. @type {() => [string, import("../keys.js").Club][]} */
export function clubsByUse() {
  return Object.entries(clubs()).sort(([, one], [, other]) => (other.seen ?? "").localeCompare(one.seen ?? ""));
}
