import type { Command } from "../../escpos/command.ts";
import { DEFAULT_LINE_SPACING } from "../../escpos/printer-state.ts";
import type { Machine } from "../../escpos/machine.ts";
import { bit0, count, ignored, outOfRange, sets, type Describers, type Said } from "../sentence.ts";

const JUSTIFICATIONS = ["left", "centre", "right"];

/** Where the next mark goes: positions, margins, tabs, feeds. */
export const positionSentences: Describers = {
  LF: (_command, { surface, inPageMode }) =>
    inPageMode ? "Next line of the page" : surface.empty ? "Feeds one line" : "Prints the line",
  CR: () => ({
    sentence: "Carriage return: printers do nothing here, the LF prints the line",
    effect: "none",
  }),
  HT: () => "Moves to the next tab stop",
  "ESC $"(command, { state, surface }) {
    const x = state.horizontal(command.word(2));
    const what = `Moves to ${count(x, "dot")} from the left`;
    return x > surface.areaWidth ? ignored(what, outside(surface.areaWidth)) : what;
  },
  "ESC \\"(command, { state, surface }) {
    const distance = state.horizontal(command.signedWord(2));
    const x = surface.areaWidth - surface.room + distance;
    const what = `Moves ${count(Math.abs(distance), "dot")} to the ${distance < 0 ? "left" : "right"}`;
    return x < 0 || x > surface.areaWidth ? ignored(what, outside(surface.areaWidth)) : what;
  },
  "GS $": (command, { state, inPageMode }) =>
    inPageModeOnly(
      inPageMode,
      `Moves to ${count(state.vertical(command.word(2)), "dot")} from the top of the area`,
    ),
  "GS \\"(command, { state, inPageMode }) {
    const distance = state.vertical(command.signedWord(2));
    const what = `Moves ${count(Math.abs(distance), "dot")} ${distance < 0 ? "up" : "down"}`;
    return inPageModeOnly(inPageMode, what);
  },
  "GS T": (command, { surface }) =>
    surface.empty || !bit0(command)
      ? "Back to the start of the line; what is in it is dropped"
      : "Prints the line",
  "ESC a": (command, machine) => justification(command, machine),
  "ESC j": (command, machine) => justification(command, machine),
  "ESC D"(command) {
    const stops = [...command.data(2)].filter((stop) => stop !== 0);
    return stops.length === 0 ? "No tab stops" : `Tab stops at columns ${stops.join(", ")}`;
  },
  "GS L": (command, machine) =>
    fromNextLine(machine, `Left margin: ${count(machine.state.horizontal(command.word(2)), "dot")}`),
  "GS W": (command, machine) =>
    fromNextLine(
      machine,
      `Width of the print area: ${count(machine.state.horizontal(command.word(2)), "dot")}`,
    ),
  "GS P"(command) {
    const [x, y] = [command.byte(2), command.byte(3)];
    return `Motion units: ${unit(x)} across, ${unit(y)} along the paper`;
  },
  "ESC 2": () => `Line spacing: the default, ${DEFAULT_LINE_SPACING} dots`,
  "ESC 3": (command, { state }) => `Line spacing: ${count(state.vertical(command.byte(2)), "dot")}`,
  "ESC d"(command, machine) {
    const { state } = machine;
    const n = command.byte(2);
    if (command.digit() === 1 && command.offset === state.widenedAt) return sets("Double height on");
    if (command.digit() === 0 && state.widenedAt !== undefined && state.scaleY === 2)
      return sets("Double height off");
    return `${printsLine(machine)}feeds ${count(n, "line")}`;
  },
  "ESC J": (command, machine) =>
    `${printsLine(machine)}feeds ${count(machine.state.vertical(command.byte(2)), "dot")}`,
  "ESC K": (command, { state, inPageMode }) =>
    standardModeOnly(inPageMode, `Feeds back ${count(state.vertical(command.byte(2)), "dot")}`),
  "ESC e": (command, { inPageMode }) =>
    standardModeOnly(inPageMode, `Feeds back ${count(command.byte(2), "line")}`),
};

function unit(perInch: number): string {
  return perInch === 0 ? "the default" : `1/${perInch} inch`;
}

function outside(width: number): string {
  return `it is outside the print area of ${count(width, "dot")}`;
}

/** "Prints the line and " where there is one, as the start of a sentence about a feed. */
function printsLine({ surface, inPageMode }: Machine): string {
  return !inPageMode && !surface.empty ? "Prints the line and " : "";
}

function justification(command: Command, machine: Machine): Said | string {
  const n = command.digit();
  const name = JUSTIFICATIONS[n];
  return name === undefined
    ? outOfRange("Justification", n)
    : fromNextLine(machine, `Justification: ${name}`);
}

/** Settings of whole lines wait for the next line (Epson ESC/POS reference: at the start of a line only). */
function fromNextLine({ inPageMode, line }: Machine, what: string): string {
  if (inPageMode) return `${what}, once page mode has ended`;
  return line.empty ? what : `${what}, from the next line on`;
}

/** A command that only page mode knows. */
export function inPageModeOnly(inPageMode: boolean, what: string): Said | string {
  return inPageMode ? what : ignored(what, "it acts in page mode only");
}

/** A command that page mode ignores. */
export function standardModeOnly(inPageMode: boolean, what: string): Said | string {
  return inPageMode ? ignored(what, "page mode is on") : what;
}
