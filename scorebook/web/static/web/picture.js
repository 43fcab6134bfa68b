// The result of an evening as a picture for the group chat, in the colours of the page that it was read off.

const WIDTH = 1080, EDGE = 64, MOST_HEIGHT = 4096;
const CURVE_HEIGHT = 320, CROWN = 24; // the side of the field that the crown is drawn on
const MOST_LINES = 3; // of a hand's text
const MOST_LINES_OF_YEAR = 20; // of a part of its report

/** Draws from the top to the bottom; `y` is where the next thing begins. */
class Sheet {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.canvas.width = WIDTH;
    this.canvas.height = MOST_HEIGHT;
    this.draw = this.canvas.getContext("2d");
    this.draw.textBaseline = "middle";
    this.y = EDGE;
    const style = getComputedStyle(document.documentElement);
    this.token = (name) => style.getPropertyValue(`--${name}`).trim();
    this.box(0, 0, WIDTH, MOST_HEIGHT, this.token("paper"));
  }

  box(x, y, width, height, colour, round = 0) {
    this.draw.fillStyle = colour;
    this.draw.beginPath();
    if (round && this.draw.roundRect) this.draw.roundRect(x, y, width, height, round);
    else this.draw.rect(x, y, width, height);
    this.draw.fill();
  }

  /** One line of text; too long for its room it is set narrower. */
  write(text, x, y, { font, ink = this.token("ink"), align = "left", room = WIDTH - 2 * EDGE }) {
    this.draw.font = font;
    this.draw.fillStyle = ink;
    this.draw.textAlign = /** @type {CanvasTextAlign} */ (align);
    this.draw.fillText(text, x, y, room);
    return Math.min(this.draw.measureText(text).width, room);
  }

  /** The largest size, of those that are tried, in which the text takes one line; else the smallest. */
  fitting(text, sizes, font) {
    return sizes.find((size) => {
      this.draw.font = `600 ${size}px ${font}`;
      return this.draw.measureText(text).width <= WIDTH - 2 * EDGE;
    }) ?? sizes.at(-1);
  }

  /** As many lines as it needs; of more than `most` the last ends in dots. */
  wrap(text, { font, ink = undefined, height, most = MOST_LINES }) {
    this.draw.font = font;
    const fits = (line) => this.draw.measureText(line).width <= WIDTH - 2 * EDGE;
    const lines = [""];
    for (const word of text.split(" ")) {
      const longer = `${lines.at(-1)} ${word}`.trim();
      if (!lines.at(-1) || fits(longer)) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    const shown = lines.slice(0, most);
    if (lines.length > most) shown[most - 1] += " …";
    for (const line of shown) {
      this.write(line, EDGE, this.y + height / 2, { font, ink });
      this.y += height;
    }
  }

  /** The canvas as far down as something is drawn. */
  cut() {
    const found = document.createElement("canvas");
    found.width = WIDTH;
    found.height = Math.min(this.y + EDGE, MOST_HEIGHT);
    found.getContext("2d").drawImage(this.canvas, 0, 0);
    return found;
  }
}

function drawHead(sheet, { title, about, crown, places }) {
  const serif = sheet.token("serif"), isWon = crown && places.some(({ isWinner }) => isWinner);
  if (isWon) drawCrown(sheet, crown, EDGE, sheet.y, 104);
  if (isWon) sheet.y += 120;
  const size = sheet.fitting(title, [84, 76, 68, 60, 54], serif);
  sheet.wrap(title, { font: `600 ${size}px ${serif}`, height: size + 14 });
  sheet.y += 8;
  sheet.wrap(about, { font: `32px ${sheet.token("sans")}`, ink: sheet.token("ink-soft"), height: 44 });
  sheet.y += 36;
}

function drawCrown(sheet, path, x, y, side) {
  const { draw } = sheet;
  draw.save();
  draw.translate(x, y);
  draw.scale(side / CROWN, side / CROWN);
  draw.fillStyle = sheet.token("accent");
  draw.fill(new Path2D(path));
  draw.restore();
}

function drawPlace(sheet, { rank, name, figures, colour, isWinner }) {
  const height = isWinner ? 112 : 84, middle = sheet.y + height / 2, right = WIDTH - EDGE - 32;
  const sans = sheet.token("sans"), serif = sheet.token("serif"), soft = sheet.token("ink-soft");
  sheet.box(EDGE, sheet.y, WIDTH - 2 * EDGE, height, sheet.token("sheet"), 18);
  sheet.box(EDGE, sheet.y, 16, height, colour, 8);
  sheet.write(rank, EDGE + 44, middle, { font: `600 40px ${serif}`, ink: isWinner ? undefined : soft });
  const [stands, ...others] = figures, beside = others.join("   ");
  const besideFont = { font: `32px ${sans}`, ink: soft, align: "right" };
  sheet.write(beside, right, middle, besideFont);
  const end = others.length ? right - 220 : right;
  const taken = sheet.write(stands, end, middle, { font: `bold ${isWinner ? 52 : 40}px ${sans}`, align: "right" });
  const font = isWinner ? `600 54px ${serif}` : `600 40px ${sans}`;
  sheet.write(name, EDGE + 116, middle, { font, room: end - taken - 32 - EDGE - 116 });
  sheet.y += height + 12;
}

/** Where each line begins, everybody stood at nothing. `under`: how many equal lines lie over it; it shows below them. */
function drawCurves(sheet, curves) {
  const lines = curves.map(({ colour, points }, no) => ({
    colour, points: points.trim().split(/\s+/).map((pair) => pair.split(",").map(Number)),
    under: curves.slice(no + 1).filter((other) => other.points === points).length,
  }));
  const xs = lines.flatMap(({ points }) => points.map(([x]) => x)), ys = lines.flatMap(({ points }) => points.map(([, y]) => y));
  const left = Math.min(...xs), top = Math.min(...ys), padding = 36, { draw } = sheet;
  const wide = (WIDTH - 2 * EDGE - 2 * padding) / (Math.max(...xs) - left || 1);
  const high = (CURVE_HEIGHT - 2 * padding) / (Math.max(...ys) - top || 1);
  sheet.y += 24;
  sheet.box(EDGE, sheet.y, WIDTH - 2 * EDGE, CURVE_HEIGHT, sheet.token("sheet"), 18);
  const at = ([x, y]) => [EDGE + padding + (x - left) * wide, sheet.y + padding + (y - top) * high];
  const [, zero] = at(lines[0].points[0]);
  sheet.box(EDGE + padding, zero - 1, WIDTH - 2 * EDGE - 2 * padding, 2, sheet.token("line"));
  draw.lineJoin = draw.lineCap = "round";
  for (const { colour, points, under } of lines) {
    draw.lineWidth = 6 + 8 * under;
    draw.strokeStyle = colour;
    draw.beginPath();
    for (const point of points) draw.lineTo(...at(point));
    draw.stroke();
    draw.fillStyle = colour;
    draw.beginPath();
    draw.arc(...at(points.at(-1)), 11 + 7 * under, 0, 2 * Math.PI);
    draw.fill();
  }
  sheet.y += CURVE_HEIGHT + 12;
}

function drawMoments(sheet, { moments, extra }) {
  const sans = sheet.token("sans"), serif = sheet.token("serif"), soft = sheet.token("ink-soft");
  for (const { term, text, note, isLong } of moments) {
    sheet.y += 20;
    sheet.wrap(term, { font: `28px ${sans}`, ink: soft, height: 40 });
    if (isLong) sheet.wrap(text, { font: `32px ${serif}`, height: 46, most: MOST_LINES_OF_YEAR });
    else sheet.wrap(text, { font: `600 36px ${serif}`, height: 48 });
    if (note) sheet.wrap(note, { font: `28px ${sans}`, ink: soft, height: 40 });
  }
  if (extra.length) sheet.y += 20;
  for (const sentence of extra) sheet.wrap(sentence, { font: `32px ${sans}`, height: 46 });
}

function drawPayments(sheet, payments) {
  if (!payments.length) return;
  const font = `28px ${sheet.token("sans")}`, ink = sheet.token("ink-soft");
  sheet.y += 28;
  sheet.box(EDGE, sheet.y, WIDTH - 2 * EDGE, 2, sheet.token("line"));
  sheet.y += 16;
  for (const { payer, payee, amount } of payments) {
    const middle = sheet.y + 22;
    const taken = sheet.write(amount, WIDTH - EDGE, middle, { font, ink, align: "right" });
    sheet.write(`${payer} → ${payee}`, EDGE, middle, { font, ink, room: WIDTH - 2 * EDGE - taken - 32 });
    sheet.y += 44;
  }
}

/** What `share.js` has read off the page, as PNG. */
export function drawn(result) {
  const sheet = new Sheet();
  drawHead(sheet, result);
  for (const place of result.places) drawPlace(sheet, place);
  if (result.curves.length) drawCurves(sheet, result.curves);
  drawMoments(sheet, result);
  drawPayments(sheet, result.payments);
  return new Promise((resolve) => { sheet.cut().toBlob(resolve, "image/png"); });
}
