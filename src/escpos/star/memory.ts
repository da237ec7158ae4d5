import { measureUntil, peek } from "../command-length.ts";
import type { Measure } from "../command.ts";
import { skipped, type CommandRecord } from "../command-record.ts";

/** A byte of a command as a digit: 0 to 9 and "0" to "9". */
const digitAt = (bytes: Uint8Array, start: number, end: number, index: number): number =>
  peek(bytes, start, end, index) & 0x0f;

/** ESC GS *: marks in ASCII digits. */
const measureMarks: Measure = (bytes, start, end) => {
  switch (peek(bytes, start, end, 3)) {
    case 0x30:
      return 5 + digitAt(bytes, start, end, 4);
    case 0x31:
      return 10;
    case 0x32:
      return 9;
    default:
      return 4;
  }
};

/** ESC GS /: settings of the logos that the printer prints by itself. */
const measureLogoSetting: Measure = (bytes, start, end) => {
  const fn = peek(bytes, start, end, 3);
  if (fn === 0x33) {
    if (end - start < 6) return 6;
    return 6 + peek(bytes, start, end, 4) + 256 * peek(bytes, start, end, 5);
  }
  return fn >= 0x30 && fn <= 0x39 ? 5 : 4;
};

/** Bytes of ESC GS s by the letter of its function. */
const SOUND_LENGTHS: ReadonlyMap<number, number> = new Map([
  [0x4f, 13],
  [0x50, 4],
  [0x49, 14],
  [0x54, 7],
]);

/** What the printer keeps in its memory or does by itself, of which nothing is on the paper. */
export const memoryCommands: readonly CommandRecord[] = [
  skipped("ESC RS d", "1B 1E 64 n", "print density"),
  skipped("ESC RS r", "1B 1E 72 n", "print speed"),
  skipped("ESC RS m", "1B 1E 6D n", "black mark"),
  skipped("ESC RS L", "1B 1E 4C n", "prints or deletes all logos"),
  skipped("ESC SYN", "1B 16 c n", "presenter"),
  skipped("ESC GS SUB", "1B 1D 1A c m n1 n2", "lights of the paper outlet"),
  skipped("ESC GS g", "1B 1D 67 c m n", "when printing starts"),
  skipped("ESC GS h", "1B 1D 68 c k m n", "pages turned by 180 degrees"),
  skipped("ESC GS #", "1B 1D 23 m n n1 n2 n3 n4 lf nul", "memory switch"),
  skipped("ESC #", "1B 23", "memory switch", {
    measure: measureUntil(0x00, 1, 2, 16),
    examples: ["1B 23 57 30 30 30 30 30 0A 00"],
  }),
  skipped("ESC ?", "1B 3F lf nul", "resets the printer, with a self test"),
  skipped("ESC GS *", "1B 1D 2A fn", "marks on the paper", {
    measure: measureMarks,
    examples: ["1B 1D 2A 30 32 31 32", "1B 1D 2A 31 30*6", "1B 1D 2A 32 30*5", "1B 1D 2A 57"],
  }),
  skipped("ESC GS /", "1B 1D 2F fn", "logos that the printer prints by itself", {
    measure: measureLogoSetting,
    examples: ["1B 1D 2F 57", "1B 1D 2F 31 30", "1B 1D 2F 33 02 00 41 42"],
  }),
  skipped("ESC GS s", "1B 1D 73 fn", "sounds", {
    measure: (bytes, start, end) => SOUND_LENGTHS.get(peek(bytes, start, end, 3)) ?? 4,
    examples: ["1B 1D 73 50", "1B 1D 73 4F 00*9"],
  }),
];
