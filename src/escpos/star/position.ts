import { measureUntil } from "../command-length.ts";
import type { Command } from "../command.ts";
import { moved, setting, skipped, type CommandRecord } from "../command-record.ts";
import { JUSTIFICATIONS, type PrinterState } from "../printer-state.ts";
import { count, ignored, outOfRange } from "../sentence.ts";
import { starNumber } from "./parameter.ts";

/** Tab stops at most; more end the command. */
const MAXIMUM_TAB_STOPS = 32;

/** Inches that margins leave at least: 36 mm. Source: Star Line Mode specifications, ESC l, ESC Q. */
const NARROWEST_INCHES = 36 / 25.4;

const LEAVES_LITTLE = "it leaves less than 36 mm";

/** Dots of as many columns of the pitch as a command says. */
function columnsIn({ style: { cellWidth, spacing } }: PrinterState, command: Command): number {
  return command.byte(2) * (cellWidth + spacing);
}

/** Dots from the left edge of the paper: both margins count from there. */
function rightMarginOf({ leftMargin, areaWidth, paperWidth }: PrinterState): number {
  return Math.min(leftMargin + areaWidth, paperWidth);
}

function isWideEnough({ model }: PrinterState, left: number, right: number): boolean {
  return right - left >= Math.round(NARROWEST_INCHES * model.dotsPerInch);
}

/** Sets the margins, dots from the left edge; those that leave too little are ignored. */
function setMargins(state: PrinterState, left: number, right: number): void {
  if (!isWideEnough(state, left, right)) return;
  state.leftMargin = left;
  state.areaWidth = right - left;
}

/** Where the next mark goes: positions, margins, tabs. */
export const positionCommands: readonly CommandRecord[] = [
  moved("HT", "09", "moves to the next tab stop", {
    run: ({ surface }) => surface.tab(),
    says: ({ state }) =>
      state.tabStops.length === 0 ? ignored("Tab", "no tab stops are set") : "Moves to the next tab stop",
  }),
  moved("ESC GS A", "1B 1D 41 n:2", "moves to a position from the left margin", {
    run: ({ surface }, command) => surface.moveTo(command.word(3)),
    says: (_, command) => `Moves to ${count(command.word(3), "dot")} from the left`,
  }),
  moved("ESC GS R", "1B 1D 52 n:s2", "moves by a distance", {
    run: ({ surface }, command) => surface.moveBy(command.signedWord(3)),
    says(_, command) {
      const distance = command.signedWord(3);
      return `Moves ${count(Math.abs(distance), "dot")} to the ${distance < 0 ? "left" : "right"}`;
    },
  }),
  setting("ESC GS a", "1B 1D 61 n", "justification", {
    run({ state }, command) {
      state.justification = JUSTIFICATIONS[starNumber(command, 3)] ?? state.justification;
    },
    says(_, command) {
      const name = ["left", "centre", "right"][starNumber(command, 3)];
      return name === undefined ? outOfRange("Justification", command.byte(3)) : `Justification: ${name}`;
    },
  }),
  setting("ESC D", "1B 44", "tab stops", {
    measure: measureUntil(0x00, 1, 2, MAXIMUM_TAB_STOPS),
    run({ state }, command) {
      const { cellWidth, spacing, scaleX } = state.style;
      state.tabStops = [...command.data(2)]
        .filter((stop) => stop !== 0)
        .map((stop) => stop * (cellWidth + spacing) * scaleX);
    },
    says(_, command) {
      const stops = [...command.data(2)].filter((stop) => stop !== 0);
      return stops.length === 0 ? "No tab stops" : `Tab stops at columns ${stops.join(", ")}`;
    },
    examples: ["1B 44 00", "1B 44 08 10 18 00"],
  }),
  setting("ESC l", "1B 6C n", "left margin in columns", {
    run: ({ state }, command) => setMargins(state, columnsIn(state, command), rightMarginOf(state)),
    says: ({ state }, command) =>
      isWideEnough(state, columnsIn(state, command), rightMarginOf(state))
        ? `Left margin: ${count(command.byte(2), "column")}`
        : ignored("Left margin", LEAVES_LITTLE),
  }),
  setting("ESC Q", "1B 51 n", "right margin in columns from the left", {
    run: ({ state }, command) => setMargins(state, state.leftMargin, columnsIn(state, command)),
    says: ({ state }, command) =>
      isWideEnough(state, state.leftMargin, columnsIn(state, command))
        ? `Right margin at column ${command.byte(2)}`
        : ignored("Right margin", LEAVES_LITTLE),
  }),
  skipped("ESC RS A", "1B 1E 41 n", "width of the print region, by a code of the model"),
];
