import { peek } from "../command-length.ts";
import type { Command, Measure } from "../command.ts";
import { drawn, moved, setting, type CommandRecord } from "../command-record.ts";
import { DRAWINGS } from "../drawing.ts";
import type { PrinterState } from "../printer-state.ts";
import type { Rectangle } from "../receipt.ts";
import { count, ignored, inPageModeOnly, outOfRange } from "../sentence.ts";
import { isSwitch, setDoubleWidth } from "./clone-style.ts";

const DIRECTIONS = ["left to right", "bottom to top", "right to left", "top to bottom"];

/** GS ( P function 48 sets the size of the page. */
const SET_PAGE_SIZE = 48;

/** Dots: no paper is this wide, so no area begins there. */
const FARTHEST_AREA_START = 1024;

/** ESC W is an area of 8 bytes; Bematech's and Vox's ESC W n is double width. */
const measureAreaOrWidth: Measure = (bytes, start, end) => {
  const low = peek(bytes, start, end, 2);
  if (low >= 0 && !isSwitch(low)) return 10;
  if (end - start < 4) return 4;
  return peek(bytes, start, end, 3) * 256 >= FARTHEST_AREA_START ? 3 : 10;
};

/** The area of ESC W in whole dots: areas that touch in motion units touch in dots. */
function areaOf(state: PrinterState, command: Command): Rectangle {
  const [left, top, dx, dy] = [command.word(2), command.word(4), command.word(6), command.word(8)];
  const x = state.acrossPaper(left);
  const y = state.alongPaper(top);
  return { x, y, width: state.acrossPaper(left + dx) - x, height: state.alongPaper(top + dy) - y };
}

/** Page mode: its start, area, direction and end, and lines and boxes. */
export const pageCommands: readonly CommandRecord[] = [
  moved("FF", "0C", "prints the page and leaves page mode", {
    run(machine) {
      if (!machine.inPageMode) {
        machine.line.finishLine();
        return;
      }
      machine.page.print();
      machine.leavePageMode();
    },
    says: ({ inPageMode, line }) =>
      inPageMode
        ? "Prints the page; back to standard mode"
        : line.empty
          ? ignored("Form feed", "it acts in page mode only")
          : "Form feed: prints the line",
  }),
  setting("CAN", "18", "drops what is in the print area of page mode", {
    run(machine) {
      if (machine.inPageMode) machine.page.cancel();
    },
    says: ({ inPageMode }) => inPageModeOnly(inPageMode, "Drops what is in the print area"),
  }),
  moved("ESC FF", "1B 0C", "prints the page and stays in page mode", {
    run(machine) {
      if (machine.inPageMode) machine.page.print();
    },
    says: ({ inPageMode }) => inPageModeOnly(inPageMode, "Prints the page and keeps it"),
  }),
  setting("ESC L", "1B 4C", "page mode", {
    needs: "page mode",
    beginsReceipt: true,
    run(machine) {
      if (!machine.inPageMode && machine.line.empty) machine.enterPageMode();
    },
    says({ inPageMode, line }) {
      if (inPageMode) return ignored("Page mode on", "it is on already");
      return line.empty ? "Page mode on" : ignored("Page mode on", "the line is not empty");
    },
  }),
  setting("ESC S", "1B 53", "standard mode; the page is dropped", {
    run: (machine) => machine.leavePageMode(),
    says: ({ inPageMode }) => inPageModeOnly(inPageMode, "Back to standard mode; the page is dropped"),
  }),
  setting("ESC T", "1B 54 n", "direction in page mode", {
    run({ state, page, inPageMode }, command) {
      const direction = command.digit();
      if (direction > 3) return;
      state.pageDirection = direction;
      state.styleChanged();
      if (inPageMode) page.directionChanged();
    },
    says({ inPageMode }, command) {
      const direction = command.digit();
      const name = DIRECTIONS[direction];
      if (name === undefined) return outOfRange("Direction", direction);
      return `Direction: ${name}${inPageMode ? "" : ", once page mode is on"}`;
    },
  }),
  setting("ESC W", "1B 57 x:2 y:2 dx:2 dy:2", "print area in page mode; double width (Bematech, Vox)", {
    measure: measureAreaOrWidth,
    run(machine, command) {
      if (command.length === 3) {
        setDoubleWidth(machine, command);
        return;
      }
      const { x, y, width, height } = areaOf(machine.state, command);
      machine.page.setArea(x, y, width, height);
    },
    says({ state, page }, command) {
      if (command.length === 3) return `Double width ${command.digit() === 1 ? "on" : "off"}`;
      const { x, y, width, height } = areaOf(state, command);
      const what = `Print area: ${width}×${height} dots at ${x}, ${y}`;
      return page.takesArea(x, y, width, height) ? what : ignored(what, "it is not on the page");
    },
    examples: ["1B 57 00 00 00 00 40 02 C4 05"],
  }),
  setting("GS ( P", "1D 28 50 p:2 [fn]", "size of the page in page mode", {
    run({ state, page, inPageMode }, command) {
      if (inPageMode && command.byte(5) === SET_PAGE_SIZE) page.setLength(state.alongPaper(command.word(8)));
    },
    says({ state, inPageMode }, command) {
      if (command.byte(5) !== SET_PAGE_SIZE) return ignored("Size of the page", "the function is not known");
      const length = state.alongPaper(command.word(8));
      const what = `Length of the page: ${count(length, "dot")}`;
      return length === 0 ? ignored(what, "a page has a length") : inPageModeOnly(inPageMode, what);
    },
    examples: ["1D 28 50 08 00 30 FF FF 7E 06 00 00 01"],
  }),
  drawn("GS ( Q", "1D 28 51 p:2 [fn]", "lines and boxes", {
    run: (machine, command) => DRAWINGS.get(command.byte(5))?.draw(machine, command),
    says(machine, command) {
      const drawing = DRAWINGS.get(command.byte(5));
      if (drawing === undefined) return ignored("Drawing", "the function is not known");
      return drawing.says(machine, command);
    },
    examples: ["1D 28 51 09 00 32 00 00 FF 01 02 01 06 30"],
  }),
];
