/** The modes of Aztec codes and their characters. Source: ISO/IEC 24778, 7.1.2. */

/** A way to change into another mode: by a value of the mode that is left. */
interface Change {
  readonly to: number;
  readonly value: number;
}

/** A mode. */
interface AztecMode {
  /** Bits of each of its values. */
  readonly bits: number;
  /** The characters of its values from the first on, of one or two bytes each. */
  readonly first: number;
  readonly characters: readonly string[];
  /** Modes that it changes to for good. */
  readonly latches: readonly Change[];
  /** Modes that it takes one character from. */
  readonly shifts: readonly Change[];
}

export const UPPER = 0;
const LOWER = 1;
const MIXED = 2;
const PUNCTUATION = 3;
const DIGITS = 4;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const CONTROLS = "\x01\x02\x03\x04\x05\x06\x07\b\t\n\v\f\r\x1b\x1c\x1d\x1e\x1f";
const PAIRS = ["\r\n", ". ", ", ", ": "];

const TO_PUNCTUATION: Change = { to: PUNCTUATION, value: 0 };

/** By number; the value 0 takes a character of punctuation in all but punctuation itself. */
export const AZTEC_MODES: readonly AztecMode[] = [
  {
    bits: 5,
    first: 1,
    characters: Array.from(` ${LETTERS}`),
    latches: [
      { to: LOWER, value: 28 },
      { to: MIXED, value: 29 },
      { to: DIGITS, value: 30 },
    ],
    shifts: [TO_PUNCTUATION],
  },
  {
    bits: 5,
    first: 1,
    characters: Array.from(` ${LETTERS.toLowerCase()}`),
    latches: [
      { to: MIXED, value: 29 },
      { to: DIGITS, value: 30 },
    ],
    shifts: [TO_PUNCTUATION, { to: UPPER, value: 28 }],
  },
  {
    bits: 5,
    first: 1,
    characters: Array.from(` ${CONTROLS}@\\^_\`|~\x7f`),
    latches: [
      { to: LOWER, value: 28 },
      { to: UPPER, value: 29 },
      { to: PUNCTUATION, value: 30 },
    ],
    shifts: [TO_PUNCTUATION],
  },
  {
    bits: 5,
    first: 1,
    characters: ["\r", ...PAIRS, ...Array.from("!\"#$%&'()*+,-./:;<=>?[]{}")],
    latches: [{ to: UPPER, value: 31 }],
    shifts: [],
  },
  {
    bits: 4,
    first: 1,
    characters: Array.from(" 0123456789,."),
    latches: [{ to: UPPER, value: 14 }],
    shifts: [TO_PUNCTUATION, { to: UPPER, value: 15 }],
  },
];

/** Modes up to this one can be left for bytes of any value. */
export const LAST_MODE_BEFORE_BYTES = MIXED;

/** The value that bytes of any value follow, behind their number. */
export const TO_BYTES = 31;

/** Bits of the number of bytes: up to 31, or 0 and the rest behind it. */
export const BYTE_COUNT = { bits: 5, most: 31, moreBits: 11, mostOfAll: 31 + 2047 } as const;

/** The value of each byte in each mode, 0 if it has none. */
const VALUES: readonly Uint8Array[] = AZTEC_MODES.map(({ first, characters }) => {
  const values = new Uint8Array(256);
  characters.forEach((character, index) => {
    if (character.length === 1) values[character.charCodeAt(0)] = first + index;
  });
  return values;
});

/** The value of a byte in a mode, 0 if it has none. */
export function valueOf(mode: number, byte: number): number {
  return VALUES[mode]?.[byte] ?? 0;
}

/** The value of two bytes in a mode, 0 if it has none. */
export function pairValueOf(mode: number, byte: number, next: number): number {
  if (mode !== PUNCTUATION) return 0;
  const index = PAIRS.findIndex((pair) => pair.charCodeAt(0) === byte && pair.charCodeAt(1) === next);
  // Behind a carriage return alone.
  return index < 0 ? 0 : 2 + index;
}
