// The evening's result and the settlement to pass on: as text, as a picture, on paper. Read off the page itself, so
// that it works without a network too.

import { copy } from "./link.js";

const WIDTH = 720, EDGE = 40, LINE = 64;
const box = document.querySelector(".pass-on");
const { title, copied } = box.dataset;
const textOf = (root, selector) => root.querySelector(selector)?.textContent.trim() ?? "";

function read() {
  const totals = [...document.querySelectorAll(".totals .total")].map((line) => ({
    name: textOf(line, ".name"), figures: [...line.querySelectorAll(".figure")].map((one) => one.textContent.trim()),
    colour: getComputedStyle(line).getPropertyValue("--p"),
  }));
  const payments = [...document.querySelectorAll(".payments .payment")].map((line) => {
    const names = [...line.querySelectorAll(".grow > span:not(.dot, .soft)")].map((one) => one.textContent.trim());
    return { payer: names[0], payee: names.at(-1), amount: textOf(line, ".figure") };
  });
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" }).format(new Date());
  return { heading: `${title} · ${day}`, totals, payments };
}

function asText({ heading, totals, payments }) {
  const results = totals.map(({ name, figures }) => `${name}: ${figures.join(" · ")}`);
  const plan = payments.map(({ payer, payee, amount }) => `${payer} → ${payee}: ${amount}`);
  return [heading, ...results, ...(plan.length ? ["", ...plan] : [])].join("\n");
}

function asPicture({ heading, totals, payments }) {
  const canvas = document.createElement("canvas"), style = getComputedStyle(document.documentElement);
  const lines = totals.length + payments.length + (payments.length ? 1 : 0);
  canvas.width = WIDTH;
  canvas.height = 2 * EDGE + LINE * (lines + 1);
  const draw = canvas.getContext("2d"), ink = style.getPropertyValue("--ink"), sans = style.getPropertyValue("--sans");
  draw.fillStyle = style.getPropertyValue("--paper");
  draw.fillRect(0, 0, canvas.width, canvas.height);
  draw.textBaseline = "middle";
  let y = EDGE + LINE / 2;
  const write = (left, right, font = `30px ${sans}`) => {
    draw.font = font;
    draw.fillStyle = ink;
    draw.textAlign = "right";
    draw.fillText(right, WIDTH - EDGE, y);
    draw.textAlign = "left";
    draw.fillText(left, EDGE + 24, y, WIDTH - 2 * EDGE - 48 - draw.measureText(right).width);
    y += LINE;
  };
  write(heading, "", `bold 34px ${style.getPropertyValue("--serif")}`);
  for (const { name, figures, colour } of totals) {
    draw.fillStyle = colour;
    draw.fillRect(EDGE, y - 20, 8, 40);
    write(name, figures.join("   "));
  }
  if (payments.length) y += LINE / 2;
  for (const { payer, payee, amount } of payments) write(`${payer} → ${payee}`, amount);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

async function passOnText() {
  const text = asText(read());
  if (navigator.share) return navigator.share({ title, text });
  return copy(text, box, copied);
}

async function passOnPicture() {
  const file = new File([await asPicture(read())], "schafkopf.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file], title });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const ways = { text: passOnText, picture: passOnPicture, print: () => print() };
for (const button of box.querySelectorAll("[data-share]")) {
  // Who changes their mind in the system's sheet has not failed.
  button.addEventListener("click", () => Promise.resolve(ways[button.dataset.share]()).catch(() => {}));
}
