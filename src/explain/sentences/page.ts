import { count, ignored, outOfRange, sets, type Describers } from "../sentence.ts";
import { inPageModeOnly, standardModeOnly } from "./position.ts";

const DIRECTIONS = ["left to right", "bottom to top", "right to left", "top to bottom"];

/** GS ( Q by its function: what it draws, and whether in page mode. */
const DRAWINGS: Readonly<Record<number, readonly [what: string, inPageMode: boolean | undefined]>> = {
  48: ["Line", true],
  49: ["Box", true],
  50: ["Horizontal line", false],
  51: ["Vertical line", false],
};

/** Page mode, and lines and boxes. */
export const pageSentences: Describers = {
  "ESC L"(_command, { inPageMode, line }) {
    if (inPageMode) return ignored("Page mode on", "it is on already");
    return line.empty ? "Page mode on" : ignored("Page mode on", "the line is not empty");
  },
  "ESC S": (_command, { inPageMode }) =>
    inPageModeOnly(inPageMode, "Back to standard mode; the page is dropped"),
  "ESC FF": (_command, { inPageMode }) => inPageModeOnly(inPageMode, "Prints the page and keeps it"),
  FF: (_command, { inPageMode, line }) =>
    inPageMode
      ? "Prints the page; back to standard mode"
      : line.empty
        ? ignored("Form feed", "it acts in page mode only")
        : "Form feed: prints the line",
  CAN: (_command, { inPageMode }) => inPageModeOnly(inPageMode, "Drops what is in the print area"),
  "ESC T"(command, { inPageMode }) {
    const direction = command.digit();
    const name = DIRECTIONS[direction];
    if (name === undefined) return outOfRange("Direction", direction);
    return `Direction: ${name}${inPageMode ? "" : ", once page mode is on"}`;
  },
  "ESC W"(command, { state, page }) {
    if (command.length === 3) return `Double width ${command.digit() === 1 ? "on" : "off"}`;
    const [x, width] = [state.acrossPaper(command.word(2)), state.acrossPaper(command.word(6))];
    const [y, height] = [state.alongPaper(command.word(4)), state.alongPaper(command.word(8))];
    const what = `Print area: ${width}×${height} dots at ${x}, ${y}`;
    return page.takesArea(x, y, width, height) ? what : ignored(what, "it is not on the page");
  },
  "GS ( P"(command, { state, inPageMode }) {
    if (command.byte(5) !== 48) return ignored("Size of the page", "the function is not known");
    const length = state.alongPaper(command.word(8));
    const what = `Length of the page: ${count(length, "dot")}`;
    return length === 0 ? ignored(what, "a page has a length") : inPageModeOnly(inPageMode, what);
  },
  "GS ( Q"(command, { inPageMode }) {
    const [what, needsPage] = DRAWINGS[command.byte(5)] ?? ["Drawing", undefined];
    if (needsPage === undefined) return ignored(what, "the function is not known");
    if (command.byte(5) === 51 && !inPageMode) {
      const starts = command.byte(8) === 1 || command.byte(8) === 49;
      return `${what} ${starts ? "begins" : "ends"}`;
    }
    return needsPage ? inPageModeOnly(inPageMode, what) : standardModeOnly(inPageMode, what);
  },
  "GS ( A": () => "Test print",
  "GS c": (_command, { counter }) => `Prints the counter, ${counter.shown}`,
  "GS C 0": (command) =>
    command.byte(3) > 5 || command.digit(4) > 2
      ? ignored("Digits of the counter", "a parameter is out of range")
      : `Counter of ${command.byte(3) === 0 ? "as many digits as needed" : count(command.byte(3), "digit")}`,
  "GS C 1": (command) =>
    `Counter from ${command.word(3)} to ${command.word(5)} in steps of ${command.byte(7)}`,
  "GS C 2": (command) => `Counter set to ${command.word(3)}`,
  "GS C ;": () => "Counter set by text",
  "GS :": (_command, { macro }) => (macro.recording ? "Ends the macro" : "Begins a macro"),
  "GS ^"(command, { macro }) {
    if (macro.recording) return sets("Ends the macro and drops it");
    const what = `Runs the macro ${count(command.byte(2), "time")}`;
    return macro.empty ? ignored(what, "there is none") : what;
  },
};
