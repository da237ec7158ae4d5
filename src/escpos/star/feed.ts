import { measureUntil, peek } from "../command-length.ts";
import { moved, setting, skipped, type CommandRecord } from "../command-record.ts";
import { count } from "../sentence.ts";
import { starNumber } from "./parameter.ts";

/** Dots of a line: 4 mm and 3 mm at 8 dots/mm. */
const LINE_4_MM = 32;
const LINE_3_MM = 24;

/** Line spacing and feeds. */
export const feedCommands: readonly CommandRecord[] = [
  moved("LF", "0A", "prints the line and feeds one line", {
    run: ({ surface, state }) => surface.printLine(state.lineSpacing),
    says: ({ surface, inPageMode }) =>
      inPageMode ? "Next line of the page" : surface.empty ? "Feeds one line" : "Prints the line",
  }),
  skipped("CR", "0D", "does nothing, as printers are delivered: the LF prints the line", {
    meaning: "request",
    asks: "no",
  }),
  skipped("VT", "0B", "vertical tab"),
  skipped("FF", "0C", "feeds to the next page"),
  setting("ESC 0", "1B 30", "line spacing of 3 mm", {
    run: ({ state }) => (state.lineSpacing = LINE_3_MM),
    says: "Line spacing: 3 mm, 24 dots",
  }),
  setting("ESC 1", "1B 31", "line spacing of 3 mm", {
    run: ({ state }) => (state.lineSpacing = LINE_3_MM),
    says: "Line spacing: 3 mm, 24 dots",
  }),
  setting("ESC z", "1B 7A n", "line spacing of 4 or 3 mm", {
    run: ({ state }, command) => (state.lineSpacing = command.isOn() ? LINE_4_MM : LINE_3_MM),
    says: (_, command) => `Line spacing: ${command.isOn() ? "4 mm, 32 dots" : "3 mm, 24 dots"}`,
  }),
  setting("ESC A", "1B 41 n", "defines the line spacing of ESC 2", {}),
  setting("ESC 2", "1B 32", "line spacing of ESC A", {}),
  skipped("ESC 3", "1B 33 n", "line spacing of impact printers"),
  skipped("ESC y", "1B 79 n", "line spacing of impact printers"),
  moved("ESC J", "1B 4A n", "prints the line and feeds n/4 mm", {
    run: ({ surface }, command) => surface.printLine(2 * command.byte(2)),
    says: (_, command) => `Feeds ${count(2 * command.byte(2), "dot")}`,
  }),
  moved("ESC I", "1B 49 n", "prints the line and feeds n/8 mm", {
    run: ({ surface }, command) => surface.printLine(command.byte(2)),
    says: (_, command) => `Feeds ${count(command.byte(2), "dot")}`,
  }),
  moved("ESC j", "1B 6A n", "prints the line and feeds back (slip and impact printers)", {}),
  moved("ESC a", "1B 61 n", "prints the line and feeds lines", {
    run: ({ surface }, command) => surface.printLines(starNumber(command, 2)),
    says: (_, command) => `Feeds ${count(starNumber(command, 2), "line")}`,
  }),
  skipped("ESC C", "1B 43 n", "length of the page", {
    measure: (bytes, start, end) => (peek(bytes, start, end, 2) === 0 ? 4 : 3),
    examples: ["1B 43 2A", "1B 43 00 0B"],
  }),
  skipped("ESC N", "1B 4E n", "bottom margin"),
  skipped("ESC O", "1B 4F", "no bottom margin"),
  skipped("ESC B", "1B 42", "vertical tab stops", {
    measure: measureUntil(0x00, 1, 2, 32),
    examples: ["1B 42 04 08 00"],
  }),
];
