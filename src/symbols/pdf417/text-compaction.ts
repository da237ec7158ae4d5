/** Text of PDF417: two characters a codeword, in four sub-modes. Source: ISO/IEC 15438, 5.4.1.5. */

/** Sub-modes by number: capitals, small letters, digits and signs, punctuation. */
const SUB_MODES = [
  "ABCDEFGHIJKLMNOPQRSTUVWXYZ ",
  "abcdefghijklmnopqrstuvwxyz ",
  "0123456789&\r\t,:#-.$/+%*=^\0 ",
  ";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'",
] as const;

const ALPHA = 0;
const LOWER = 1;
const PUNCTUATION = 3;

/** The values that lead from a sub-mode to another. */
const LATCHES: readonly (readonly (readonly number[])[])[] = [
  [[], [27], [28], [28, 25]],
  [[28, 28], [], [28], [28, 25]],
  [[28], [27], [], [25]],
  [[29], [29, 27], [29, 28], []],
];

/** The value that takes one character of punctuation, but for punctuation itself; what fills a codeword up is the same. */
const PUNCTUATION_SHIFT = 29;
/** The value that takes one capital, from small letters. */
const ALPHA_SHIFT = 27;

const NONE = 0xff;

/** The value of each byte in each sub-mode. */
const VALUES: readonly Uint8Array[] = SUB_MODES.map((characters) => {
  const values = new Uint8Array(256).fill(NONE);
  for (let value = 0; value < characters.length; value++) {
    if (characters[value] !== "\0") values[characters.charCodeAt(value)] = value;
  }
  return values;
});

/** True for a byte that is a character of text. */
export function isTextByte(byte: number): boolean {
  return VALUES.some((values) => values[byte] !== NONE);
}

const FAR = 1 << 28;

/** How a character is written: from which sub-mode, and as one character of which other. */
interface Step {
  readonly from: number;
  readonly shiftedTo: number | undefined;
}

/** Text as values 0 to 29 in as few as can be. @param start the sub-mode before it @returns them, and the sub-mode after */
export function textValues(text: Uint8Array, start: number): { values: number[]; end: number } {
  let costs = SUB_MODES.map((_, mode) => (mode === start ? 0 : FAR));
  const steps: Step[][] = [];
  for (const byte of text) {
    const reached = SUB_MODES.map((_, mode) => cheapestWay(costs, mode));
    const taken: Step[] = [];
    costs = reached.map(({ from, cost }, mode) => {
      if (VALUES[mode]?.[byte] !== NONE) {
        taken.push({ from, shiftedTo: undefined });
        return cost + 1;
      }
      const shiftedTo = shiftFor(byte, mode);
      taken.push({ from, shiftedTo });
      return shiftedTo === undefined ? FAR : cost + 2;
    });
    steps.push(taken);
  }
  const end = costs.indexOf(Math.min(...costs));
  return { values: spelled(text, steps, end), end };
}

/** From which sub-mode another is reached with the fewest values, and how many there are then. */
function cheapestWay(costs: readonly number[], to: number): { from: number; cost: number } {
  let best = { from: to, cost: costs[to] ?? FAR };
  costs.forEach((before, from) => {
    const cost = before + (LATCHES[from]?.[to]?.length ?? 0);
    if (cost < best.cost) best = { from, cost };
  });
  return best;
}

/** The sub-mode that a shift lends for one byte; undefined if there is none. */
function shiftFor(byte: number, mode: number): number | undefined {
  if (mode !== PUNCTUATION && VALUES[PUNCTUATION]?.[byte] !== NONE) return PUNCTUATION;
  return mode === LOWER && VALUES[ALPHA]?.[byte] !== NONE ? ALPHA : undefined;
}

/** Values from the last character back, each part turned, and all of them turned at the end. */
function spelled(text: Uint8Array, steps: readonly (readonly Step[])[], end: number): number[] {
  const parts: number[][] = [];
  let mode = end;
  for (let at = text.length - 1; at >= 0; at--) {
    const { from = mode, shiftedTo } = steps[at]?.[mode] ?? {};
    const latches = LATCHES[from]?.[mode] ?? [];
    const value = VALUES[shiftedTo ?? mode]?.[text[at] ?? 0] ?? 0;
    const shift = shiftedTo === undefined ? [] : [shiftedTo === ALPHA ? ALPHA_SHIFT : PUNCTUATION_SHIFT];
    parts.push([...latches, ...shift, value]);
    mode = from;
  }
  return parts.toReversed().flat();
}

/** Values as codewords, two a codeword; what fills the last up leads from punctuation to capitals. */
export function textCodewords(text: Uint8Array, start: number): { codewords: number[]; end: number } {
  const { values, end } = textValues(text, start);
  const codewords: number[] = [];
  for (let at = 0; at < values.length; at += 2)
    codewords.push((values[at] ?? 0) * 30 + (values[at + 1] ?? PUNCTUATION_SHIFT));
  return { codewords, end: values.length % 2 === 1 && end === PUNCTUATION ? ALPHA : end };
}
