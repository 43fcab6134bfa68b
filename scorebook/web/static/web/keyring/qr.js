// QR codes, made on the phone: text as bytes, error correction M (ISO/IEC 18004). A server that drew them would learn
// the keys in them. tests/web/test_key_ring_code.py compares every version and mask with segno.

/** rows: of dark and light modules, without the quiet zone.
 *  @typedef {{ version: number, mask: number, rows: boolean[][] }} Code */
/** set: whether a module is dark. fixed: whether it belongs to a pattern, which no mask changes.
 *  @typedef {{ size: number, set: Uint8Array, fixed: Uint8Array }} Grid */

// Of each version from 1 on: codewords for error correction in a block, and number of blocks.
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10];
// The largest has 81 modules a side, which a phone still reads from the display of another.
export const MOST_VERSION = CORRECTION.length;
const BYTE_MODE = 4, PADDING = [0xec, 0x11];
const FORMAT_KEY = 0x5412, FORMAT_GENERATOR = 0x537, VERSION_GENERATOR = 0x1f25;

/** @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** How many bytes of text a version holds. @type {(version: number) => number} */
export const room = (version) => dataLength(version) - (version < 10 ? 2 : 3);

/** The smallest code that holds the text; null where none does. mask: the one with the lowest penalty unless given.
 *  @type {(text: string, wanted?: { version?: number, mask?: number }) => Code | null} */
export function qrCode(text, wanted = {}) {
  const bytes = new TextEncoder().encode(text);
  let version = wanted.version ?? 1;
  while (version <= MOST_VERSION && room(version) < bytes.length) version += 1;
  if (version > MOST_VERSION) return null;
  const grid = patterns(version);
  place(grid, interleaved(dataCodewords(bytes, version), version));
  const masks = wanted.mask === undefined ? [...MASKS.keys()] : [wanted.mask];
  const made = masks.map((mask) => masked(grid, mask)), penalties = made.map(penalty);
  const best = penalties.indexOf(Math.min(...penalties));
  return { version, mask: masks[best], rows: rowsOf(made[best]) };
}

// -- bytes ----------------------------------------------------------------------------------------------------------

/** All codewords of a version, data and correction: its modules without the patterns.
 *  @type {(version: number) => number} */
function codewordCount(version) {
  const crossings = version < 2 ? 0 : Math.floor(version / 7) + 2;
  const alignment = crossings ? (25 * crossings - 10) * crossings - 55 : 0;
  return Math.floor(((16 * version + 128) * version + 64 - alignment - (version < 7 ? 0 : 36)) / 8);
}

/** @type {(version: number) => number} */
const dataLength = (version) => codewordCount(version) - CORRECTION[version - 1] * BLOCKS[version - 1];

/** Mode, length and bytes, filled up to the room of the version.
 *  @type {(bytes: Uint8Array, version: number) => number[]} */
function dataCodewords(bytes, version) {
  /** @type {number[]} */
  const bits = [], length = dataLength(version);
  /** @type {(value: number, width: number) => void} */
  const add = (value, width) => { for (let at = width - 1; at >= 0; at -= 1) bits.push((value >> at) & 1); };
  add(BYTE_MODE, 4);
  add(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) add(byte, 8);
  add(0, 4); // the end; it always fits, because a text takes half a byte more than whole ones
  /** @type {(at: number) => number} */
  const word = (at) => Number.parseInt(bits.slice(8 * at, 8 * at + 8).join(""), 2);
  const words = Array.from({ length: bits.length / 8 }, (_, at) => word(at));
  for (let at = 0; words.length < length; at += 1) words.push(PADDING[at % 2]);
  return words;
}

// Powers of 2 in the field of 256 elements with the polynomial 0x11d, and their logarithms.
const POWERS = new Uint8Array(255), LOGARITHMS = new Uint8Array(256);
for (let at = 0, power = 1; at < 255; at += 1) {
  POWERS[at] = power;
  LOGARITHMS[power] = at;
  power = (power << 1) ^ (power & 0x80 ? 0x11d : 0);
}

/** @type {(one: number, other: number) => number} */
const times = (one, other) => (one && other ? POWERS[(LOGARITHMS[one] + LOGARITHMS[other]) % 255] : 0);

/** (x + 1)(x + 2)(x + 4)…, without the leading 1. @type {(degree: number) => number[]} */
function generator(degree) {
  let found = [1];
  for (let at = 0; at < degree; at += 1) {
    found = [...found, 0].map((factor, place) => factor ^ times(found[place - 1] ?? 0, POWERS[at]));
  }
  return found.slice(1);
}

/** Reed and Solomon's remainder. @type {(block: number[], divisor: number[]) => number[]} */
function correction(block, divisor) {
  let rest = divisor.map(() => 0);
  for (const word of block) {
    const factor = word ^ rest[0];
    rest = divisor.map((one, at) => (rest[at + 1] ?? 0) ^ times(one, factor));
  }
  return rest;
}

/** The blocks, one codeword of each in turn; then their corrections.
 *  @type {(words: number[], version: number) => number[]} */
function interleaved(words, version) {
  const count = BLOCKS[version - 1], short = Math.floor(words.length / count), long = words.length % count;
  const divisor = generator(CORRECTION[version - 1]);
  const blocks = Array.from({ length: count }, (_, at) => {
    const longBefore = Math.max(0, at - (count - long)), from = at * short + longBefore;
    return words.slice(from, from + short + (at >= count - long ? 1 : 0));
  });
  const corrections = blocks.map((block) => correction(block, divisor));
  return [...inTurn(blocks, short + 1), ...inTurn(corrections, divisor.length)];
}

/** @type {(blocks: number[][], longest: number) => number[]} */
const inTurn = (blocks, longest) => (
  Array.from({ length: longest }, (_, at) => blocks.flatMap((block) => block[at] ?? [])).flat());

// -- modules --------------------------------------------------------------------------------------------------------

/** @type {(grid: Grid, row: number, column: number, isDark: boolean) => void} */
function fix(grid, row, column, isDark) {
  grid.set[row * grid.size + column] = Number(isDark);
  grid.fixed[row * grid.size + column] = 1;
}

/** A version's patterns, with the places of the format kept free. @type {(version: number) => Grid} */
function patterns(version) {
  const size = 4 * version + 17, grid = { size, set: new Uint8Array(size * size), fixed: new Uint8Array(size * size) };
  for (let at = 0; at < size; at += 1) {
    fix(grid, 6, at, at % 2 === 0);
    fix(grid, at, 6, at % 2 === 0);
  }
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) rings(grid, row, column, 4);
  const centres = alignmentCentres(version), last = centres.at(-1);
  for (const row of centres) {
    for (const column of centres) {
      const isFinder = (row === 6 && column === 6) || (row === 6 && column === last) || (row === last && column === 6);
      if (!isFinder) rings(grid, row, column, 2);
    }
  }
  formatPlaces(size).forEach(([row, column]) => { fix(grid, row, column, false); });
  fix(grid, size - 8, 8, true);
  if (version >= 7) fixVersion(grid, version);
  return grid;
}

/** Squares within each other: a finder pattern with its light edge (reach 4), or an alignment pattern (reach 2).
 *  @type {(grid: Grid, row: number, column: number, reach: number) => void} */
function rings(grid, row, column, reach) {
  for (let down = -reach; down <= reach; down += 1) {
    for (let across = -reach; across <= reach; across += 1) {
      const [y, x] = [row + down, column + across], ring = Math.max(Math.abs(down), Math.abs(across));
      const isDark = reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1;
      if (y >= 0 && y < grid.size && x >= 0 && x < grid.size) fix(grid, y, x, isDark);
    }
  }
}

/** @type {(version: number) => number[]} */
function alignmentCentres(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2, last = 4 * version + 10;
  const step = 2 * Math.ceil((last - 6) / (2 * count - 2));
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - step * (count - 2 - at))];
}

/** The 15 modules of the format, twice: round the first finder pattern, and at the two others.
 *  @type {(size: number) => number[][]} */
function formatPlaces(size) {
  const near = [0, 1, 2, 3, 4, 5, 7, 8], left = [7, 5, 4, 3, 2, 1, 0];
  const first = [...near.map((row) => [row, 8]), ...left.map((column) => [8, column])];
  const right = Array.from({ length: 8 }, (_, at) => [8, size - 1 - at]);
  return [...first, ...right, ...Array.from({ length: 7 }, (_, at) => [size - 7 + at, 8])];
}

/** A value with its remainder behind it. @type {(value: number, generator: number, width: number) => number} */
function protectedBits(value, generator, width) {
  let rest = value << width;
  while (rest >> width) rest ^= generator << (31 - Math.clz32(rest) - width);
  return (value << width) | rest;
}

/** @type {(grid: Grid, version: number) => void} */
function fixVersion(grid, version) {
  const bits = protectedBits(version, VERSION_GENERATOR, 12);
  for (let at = 0; at < 18; at += 1) {
    const [long, short] = [Math.floor(at / 3), grid.size - 11 + (at % 3)], isDark = ((bits >> at) & 1) === 1;
    fix(grid, long, short, isDark);
    fix(grid, short, long, isDark);
  }
}

/** The codewords in pairs of columns, upwards and downwards in turn from the right.
 *  @type {(grid: Grid, words: number[]) => void} */
function place({ size, set, fixed }, words) {
  let at = 0, isUpwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1; // the column of the timing pattern
    for (let step = 0; step < size; step += 1) {
      const row = isUpwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        const module = row * size + column;
        if (fixed[module]) continue;
        set[module] = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
        at += 1;
      }
    }
    isUpwards = !isUpwards;
  }
}

/** A copy under a mask, with the format that names it; M is 0 there. @type {(grid: Grid, mask: number) => Grid} */
function masked(grid, mask) {
  const { size, fixed } = grid, set = grid.set.map((dark, at) => {
    const isTurned = !fixed[at] && MASKS[mask](Math.floor(at / size), at % size);
    return isTurned ? 1 - dark : dark;
  });
  const bits = protectedBits(mask, FORMAT_GENERATOR, 10) ^ FORMAT_KEY;
  formatPlaces(size).forEach(([row, column], at) => { set[row * size + column] = (bits >> (at % 15)) & 1; });
  return { size, set, fixed };
}

/** @type {(grid: Grid) => boolean[][]} */
const rowsOf = ({ size, set }) => (
  Array.from({ length: size }, (_, row) => Array.from(set.subarray(row * size, (row + 1) * size), Boolean)));

// -- penalties: which mask a camera reads best ----------------------------------------------------------------------

const LIKE_A_FINDER = /10111010000|00001011101/g;

/** @type {(grid: Grid) => number} */
function penalty(grid) {
  const rows = rowsOf(grid).map((row) => row.map(Number)), columns = rows.map((_, at) => rows.map((row) => row[at]));
  const lines = [...rows, ...columns].map((line) => line.join(""));
  return lines.reduce((sum, line) => sum + linePenalty(line), 0) + blockPenalty(rows) + balancePenalty(grid.set);
}

/** Runs of five and more, and what looks like a finder pattern. @type {(line: string) => number} */
function linePenalty(line) {
  const runs = [...line.matchAll(/0{5,}|1{5,}/g)].reduce((sum, [run]) => sum + run.length - 2, 0);
  return runs + 40 * [...line.matchAll(LIKE_A_FINDER)].length;
}

/** Squares of two by two in one colour. @type {(rows: number[][]) => number} */
function blockPenalty(rows) {
  let sum = 0;
  for (let row = 1; row < rows.length; row += 1) {
    for (let column = 1; column < rows.length; column += 1) {
      const dark = rows[row][column] + rows[row - 1][column] + rows[row][column - 1] + rows[row - 1][column - 1];
      if (dark % 4 === 0) sum += 3;
    }
  }
  return sum;
}

/** Ten for each twentieth by which dark and light differ from a half. @type {(set: Uint8Array) => number} */
function balancePenalty(set) {
  const dark = set.reduce((sum, one) => sum + one, 0);
  return 10 * Math.floor(Math.abs(20 * dark - 10 * set.length) / set.length);
}
