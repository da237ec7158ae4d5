import type { Measure } from "../command.ts";
import { choice, moved, setting, type CommandRecord } from "../command-record.ts";
import type { Machine } from "../machine.ts";
import { count, ignored, inPageModeOnly, skips } from "../sentence.ts";
import { JUSTIFICATIONS } from "../printer-state.ts";

/** ESC D ends at NUL; before a value that does not ascend, and after 32 values, it ends without one. */
const measureTabStops: Measure = (bytes, start, end, state) => {
  if (state.position < 2) state.position = 2;
  while (start + state.position < end) {
    const stop = bytes[start + state.position] ?? 0;
    if (stop === 0) return state.position + 1;
    if (stop <= state.value || state.position === 2 + 32) return state.position;
    state.value = stop;
    state.position++;
  }
  return end - start + 1;
};

/** Sets the justification. */
const JUSTIFIES = choice(
  "Justification",
  ["left", "centre", "right"],
  ({ state }, n) => (state.justification = JUSTIFICATIONS[n] ?? state.justification),
  (name, machine) => fromNextLine(machine, `Justification: ${name}`),
);

/** Where the next mark goes: positions, margins, tabs. */
export const positionCommands: readonly CommandRecord[] = [
  moved("HT", "09", "moves to the next tab stop", {
    run: ({ surface }) => surface.tab(),
    says: "Moves to the next tab stop",
  }),
  moved("LF", "0A", "prints the line and feeds one line", {
    run: ({ surface, state }) => surface.printLine(state.lineSpacing),
    says: ({ surface, inPageMode }) =>
      inPageMode ? "Next line of the page" : surface.empty ? "Feeds one line" : "Prints the line",
  }),
  moved("CR", "0D", "prints the line without feeding on impact printers; does nothing on others", {
    meaning: "request",
    run({ surface, state }) {
      if (state.model.carriageReturnPrints) surface.returnCarriage();
    },
    says: ({ surface, state }) =>
      state.model.carriageReturnPrints
        ? `${surface.empty ? "Returns" : "Prints the line and returns"} without feeding`
        : skips("Carriage return: printers do nothing here, the LF prints the line"),
    asks: "no",
  }),
  moved("ESC $", "1B 24 n:2", "moves to a position from the start of the line", {
    run: ({ surface, state }, command) => surface.moveTo(state.horizontal(command.word(2))),
    says({ state, surface }, command) {
      const x = state.horizontal(command.word(2));
      const what = `Moves to ${count(x, "dot")} from the left`;
      return x > surface.areaWidth ? ignored(what, outside(surface.areaWidth)) : what;
    },
  }),
  moved("ESC \\", "1B 5C n:s2", "moves by a distance", {
    run: ({ surface, state }, command) => surface.moveBy(state.horizontal(command.signedWord(2))),
    says({ state, surface }, command) {
      const distance = state.horizontal(command.signedWord(2));
      const x = surface.areaWidth - surface.room + distance;
      const what = `Moves ${count(Math.abs(distance), "dot")} to the ${distance < 0 ? "left" : "right"}`;
      return x < 0 || x > surface.areaWidth ? ignored(what, outside(surface.areaWidth)) : what;
    },
  }),
  moved("GS $", "1D 24 n:2", "moves to a vertical position in page mode", {
    run: ({ surface, state }, command) => surface.moveVerticallyTo(state.vertical(command.word(2))),
    says: ({ state, inPageMode }, command) =>
      inPageModeOnly(
        inPageMode,
        `Moves to ${count(state.vertical(command.word(2)), "dot")} from the top of the area`,
      ),
  }),
  moved("GS \\", "1D 5C n:s2", "moves by a vertical distance in page mode", {
    run: ({ surface, state }, command) => surface.moveVerticallyBy(state.vertical(command.signedWord(2))),
    says({ state, inPageMode }, command) {
      const distance = state.vertical(command.signedWord(2));
      const what = `Moves ${count(Math.abs(distance), "dot")} ${distance < 0 ? "up" : "down"}`;
      return inPageModeOnly(inPageMode, what);
    },
  }),
  moved("GS T", "1D 54 n", "prints or drops what is in the line", {
    run({ surface, state }, command) {
      const printsFirst = command.digit();
      if (printsFirst > 1) return;
      if (printsFirst === 0 || surface.empty) surface.discardLine();
      else surface.printLine(state.lineSpacing);
    },
    says: ({ surface }, command) =>
      surface.empty || !command.isOn()
        ? "Back to the start of the line; what is in it is dropped"
        : "Prints the line",
  }),
  setting("ESC a", "1B 61 n", "justification", JUSTIFIES),
  setting("ESC j", "1B 6A n", "justification (Daruma)", JUSTIFIES),
  setting("ESC D", "1B 44", "tab stops", {
    measure: measureTabStops,
    run({ state }, command) {
      const { cellWidth, spacing, scaleX } = state.style;
      const stops: number[] = [];
      for (let index = 2; index < command.length && command.byte(index) !== 0; index++) {
        stops.push(command.byte(index) * (cellWidth + spacing) * scaleX);
      }
      state.tabStops = stops;
    },
    says(_, command) {
      const stops = [...command.data(2)].filter((stop) => stop !== 0);
      return stops.length === 0 ? "No tab stops" : `Tab stops at columns ${stops.join(", ")}`;
    },
    examples: [
      "1B 44 00",
      "1B 44 08 10 18 20 28 00",
      "1B 44 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 11 12 13 14 15 16 17 18 19 1A 1B 1C 1D 1E 1F 20 00",
    ],
  }),
  setting("GS L", "1D 4C n:2", "left margin", {
    run: ({ state }, command) => (state.leftMargin = state.horizontal(command.word(2))),
    says: (machine, command) =>
      fromNextLine(machine, `Left margin: ${count(machine.state.horizontal(command.word(2)), "dot")}`),
  }),
  setting("GS W", "1D 57 n:2", "width of the print area", {
    run: ({ state }, command) => (state.areaWidth = state.horizontal(command.word(2))),
    says: (machine, command) =>
      fromNextLine(
        machine,
        `Width of the print area: ${count(machine.state.horizontal(command.word(2)), "dot")}`,
      ),
  }),
  setting("GS P", "1D 50 x y", "motion units", {
    run({ state }, command) {
      state.horizontalUnits = command.byte(2);
      state.verticalUnits = command.byte(3);
    },
    says(_, command) {
      const [x, y] = [command.byte(2), command.byte(3)];
      return `Motion units: ${unit(x)} across, ${unit(y)} along the paper`;
    },
  }),
];

function unit(perInch: number): string {
  return perInch === 0 ? "the default" : `1/${perInch} inch`;
}

function outside(width: number): string {
  return `it is outside the print area of ${count(width, "dot")}`;
}

/** Settings of whole lines wait for the next line (Epson ESC/POS reference: at the start of a line only). */
function fromNextLine({ inPageMode, line }: Machine, what: string): string {
  if (inPageMode) return `${what}, once page mode has ended`;
  return line.empty ? what : `${what}, from the next line on`;
}
