import { peek } from "../command-length.ts";
import type { Command, Measure } from "../command.ts";
import { moved, type CommandRecord } from "../command-record.ts";
import { DEFAULT_PAGE_LENGTH_DOTS } from "../limits.ts";
import type { Machine } from "../machine.ts";
import { count, ignored, inPageModeOnly, type Said, sets } from "../sentence.ts";
import { starNumber } from "./parameter.ts";

const DIRECTIONS = ["left to right", "bottom to top", "right to left", "top to bottom"];

/** One function of ESC GS P: its bytes, what it does and what it says. */
interface PageFunction {
  readonly length: number;
  readonly run: (machine: Machine, command: Command) => void;
  readonly says: (machine: Machine, command: Command) => Said | string;
}

/** Leaves page mode, printing the page first or dropping it. */
function leave(prints: boolean): PageFunction {
  return {
    length: 4,
    run(machine) {
      if (!machine.inPageMode) return;
      if (prints) machine.page.print();
      machine.leavePageMode();
    },
    says: ({ inPageMode }) =>
      inPageModeOnly(
        inPageMode,
        prints ? "Prints the page; back to standard mode" : "Back to standard mode; the page is dropped",
      ),
  };
}

/** Functions of page mode, by number. Source: STAR Line Mode Command Specifications. */
const PAGE_FUNCTIONS: ReadonlyMap<number, PageFunction> = new Map([
  [
    0,
    {
      length: 4,
      run(machine) {
        if (!machine.inPageMode && machine.line.empty) machine.enterPageMode();
      },
      says({ inPageMode, line }) {
        if (inPageMode) return ignored("Page mode on", "it is on already");
        return line.empty ? sets("Page mode on") : ignored("Page mode on", "the line is not empty");
      },
    },
  ],
  [1, leave(false)],
  [
    2,
    {
      length: 5,
      run({ state, page, inPageMode }, command) {
        const direction = starNumber(command, 4);
        if (direction > 3) return;
        state.pageDirection = direction;
        state.styleChanged();
        if (inPageMode) page.directionChanged();
      },
      says(_, command) {
        const name = DIRECTIONS[starNumber(command, 4)];
        return name === undefined
          ? ignored("Direction", "there is none of this number")
          : sets(`Direction: ${name}`);
      },
    },
  ],
  [
    3,
    {
      length: 12,
      run({ page }, command) {
        const [x = 0, y = 0, width = 0, height = 0] = area(command);
        // The page is as long as the areas that are set on it.
        page.setLength(Math.max(DEFAULT_PAGE_LENGTH_DOTS, y + height));
        page.setArea(x, y, width, height);
      },
      says(_, command) {
        const [x = 0, y = 0, width = 0, height = 0] = area(command);
        const what = `Print area: ${width}×${height} dots at ${x}, ${y}`;
        return width > 0 && height > 0 ? sets(what) : ignored(what, "it is not on the page");
      },
    },
  ],
  [
    4,
    {
      length: 6,
      run: ({ surface }, command) => surface.moveVerticallyTo(command.word(4)),
      says: ({ inPageMode }, command) =>
        inPageModeOnly(inPageMode, `Moves to ${count(command.word(4), "dot")} from the top of the area`),
    },
  ],
  [
    5,
    {
      length: 6,
      run: ({ surface }, command) => surface.moveVerticallyBy(command.signedWord(4)),
      says({ inPageMode }, command) {
        const distance = command.signedWord(4);
        const what = `Moves ${count(Math.abs(distance), "dot")} ${distance < 0 ? "up" : "down"}`;
        return inPageModeOnly(inPageMode, what);
      },
    },
  ],
  [
    6,
    {
      length: 4,
      run(machine) {
        if (machine.inPageMode) machine.page.print();
      },
      says: ({ inPageMode }) => inPageModeOnly(inPageMode, "Prints the page and keeps it"),
    },
  ],
  [7, leave(true)],
  [
    8,
    {
      length: 4,
      run: ({ page }) => page.buffer.clear(),
      says: ({ inPageMode }) => inPageModeOnly(inPageMode, "Drops what is on the page"),
    },
  ],
]);

/** The left, top, width and height of function 3, in dots. */
function area(command: Command): number[] {
  return [4, 6, 8, 10].map((index) => command.word(index));
}

const functionOf = (byte: number): PageFunction | undefined =>
  PAGE_FUNCTIONS.get(byte >= 0x30 ? byte - 0x30 : byte);

const measurePage: Measure = (bytes, start, end) => functionOf(peek(bytes, start, end, 3))?.length ?? 4;

/** Page mode. */
export const pageCommands: readonly CommandRecord[] = [
  moved("ESC GS P", "1B 1D 50 fn", "page mode: its start, area, direction, positions and end", {
    measure: measurePage,
    run: (machine, command) => functionOf(command.byte(3))?.run(machine, command),
    says: (machine, command) =>
      functionOf(command.byte(3))?.says(machine, command) ??
      ignored("Page mode", "the function is not known"),
    examples: [
      "1B 1D 50 30",
      "1B 1D 50 32 31",
      "1B 1D 50 33 00 00 00 00 40 02 C4 05",
      "1B 1D 50 34 10 00",
      "1B 1D 50 35 F0 FF",
    ],
  }),
];
