import { measureUntil } from "../command-length.ts";
import { drawn, moved, setting, type CommandRecord } from "../command-record.ts";

/** ASCII digits, then NUL. */
const digits = (from: number) => measureUntil(0x00, 1, from, 16);

const numbered = (letter: string, opcode: string, words: string): CommandRecord =>
  setting(`ESC * r ${letter}`, opcode, words, {
    measure: digits(opcode.split(" ").length),
    examples: [`${opcode} 31 00`],
  });

/** Raster mode, and the commands that enter and leave it. */
export const rasterCommands: readonly CommandRecord[] = [
  { name: "Unknown ESC * r", bytes: "1B 2A 72 ??", words: "", kind: "unknown" },
  setting("ESC * r R", "1B 2A 72 52", "resets raster mode"),
  setting("ESC * r A", "1B 2A 72 41", "enters raster mode", { splits: (state) => (state.device = "raster") }),
  setting("ESC * r B", "1B 2A 72 42", "leaves raster mode", {
    splits: (state) => (state.device = "printer"),
  }),
  setting("ESC * r C", "1B 2A 72 43", "drops the rows that are not printed yet"),
  numbered("P", "1B 2A 72 50", "length of the page"),
  numbered("Q", "1B 2A 72 51", "print quality"),
  numbered("E", "1B 2A 72 45", "what ends a document"),
  numbered("F", "1B 2A 72 46", "what ends a page"),
  numbered("D", "1B 2A 72 44", "drawer kick"),
  numbered("T", "1B 2A 72 54", "top margin"),
  numbered("K", "1B 2A 72 4B", "colour"),
  numbered("Y", "1B 2A 72 59", "moves down"),
  numbered("N", "1B 2A 72 4E", "bytes to skip"),
  numbered("V", "1B 2A 72 56", "buzzer"),
  numbered("s", "1B 2A 72 73", "sound"),
  setting("ESC * r S", "1B 2A 72 53", "sound"),
  numbered("m l", "1B 2A 72 6D 6C", "left margin"),
  numbered("m r", "1B 2A 72 6D 72", "right margin"),
  moved("ESC FF", "1B 0C n", "ends the page or the document"),
];

/** Commands of one byte that only raster mode knows. */
export const rasterRowCommands: readonly CommandRecord[] = [
  drawn("b", "62 n:2 []", "row of dots", { device: "raster" }),
  drawn("k", "6B n:2 []", "row of dots, over the last one", { device: "raster" }),
];
