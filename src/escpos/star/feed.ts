import { measureUntil, peek } from "../command-length.ts";
import type { Command } from "../command.ts";
import { moved, setting, skipped, type CommandAct, type CommandRecord } from "../command-record.ts";
import { printsLine } from "../commands/feed.ts";
import type { Machine } from "../machine.ts";
import { count, ignored, standardModeOnly } from "../sentence.ts";
import { type Distance, dotsOf, inches, isImpact, LINE_3_MM, LINE_4_MM, starNumber } from "./parameter.ts";

/** Sets the line spacing, in standard mode and page mode apart. */
function spacing(distance: (command: Command) => Distance): CommandAct {
  return {
    run: (machine, command) => (machine.state.lineSpacing = dotsOf(machine, distance(command))),
    says: (machine, command) => `Line spacing: ${count(dotsOf(machine, distance(command)), "dot")}`,
  };
}

/** A line spacing that thermal printers do not have. */
function impactSpacing(anInch: number): CommandAct {
  return {
    run(machine, command) {
      if (isImpact(machine)) machine.state.lineSpacing = inches(machine, command.byte(2), anInch);
    },
    says: (machine, command) =>
      isImpact(machine)
        ? `Line spacing: ${count(inches(machine, command.byte(2), anInch), "dot")}`
        : ignored("Line spacing in inches", "only impact printers have it"),
  };
}

/** Prints the line and feeds a distance. */
function feed(distance: (command: Command) => Distance): CommandAct {
  return {
    run: (machine, command) => machine.surface.printLine(dotsOf(machine, distance(command))),
    says: (machine, command) =>
      `${printsLine(machine)}feeds ${count(dotsOf(machine, distance(command)), "dot")}`,
  };
}

/** The spacing of ESC A on thermal printers: n up to 9 is 3 mm. */
const definedSpacing = (n: number): Distance => ({
  thermal: n <= 9 ? LINE_3_MM : LINE_4_MM,
  impact: [n, 72],
});

/** The spacing at power-on. */
const USUAL_SPACING: Distance = { thermal: LINE_4_MM, impact: [1, 6] };

/** Lines of a page until ESC C. */
const PAGE_LINES = 42;

/** Vertical tab stops at most; what follows up to the NUL is dropped. */
const MAXIMUM_VERTICAL_TABS = 16;

/** Bytes of ESC B at most, for what never ends. */
const MAXIMUM_TAB_BYTES = 255;

function verticalTabsOf(command: Command): number[] {
  const stops: number[] = [];
  for (const stop of command.data(2)) {
    if (stop <= (stops.at(-1) ?? 0) || stops.length === MAXIMUM_VERTICAL_TABS) break;
    stops.push(stop);
  }
  return stops;
}

/** Prints the line and feeds to the top of the next page. */
function feedToNextPage(machine: Machine): void {
  const { list, line, state } = machine;
  line.finishLine();
  const length = Math.max(1, state.star.pageLength ?? PAGE_LINES * dotsOf(machine, USUAL_SPACING));
  const past = (list.y - state.star.pageTop) % length;
  list.feed(length - past);
}

/** Prints the line and feeds to the next vertical tab stop, or to the next page where there is none. */
function feedToVerticalTab(machine: Machine): void {
  const { list, line, state } = machine;
  const { verticalTabs, pageTop } = state.star;
  if (verticalTabs.length === 0) return;
  line.finishLine();
  const stop = verticalTabs.find((position) => pageTop + position > list.y);
  if (stop === undefined) feedToNextPage(machine);
  else list.feed(pageTop + stop - list.y);
}

/** Dots of the page that ESC C sets: lines of the spacing now, or units of 24 mm or of an inch. */
function pageLengthOf(machine: Machine, command: Command): number {
  const n = command.byte(command.length - 1);
  return command.length === 3
    ? n * machine.state.lineSpacing
    : dotsOf(machine, { thermal: n * 24 * 8, impact: [n, 1] });
}

/** Line spacing and feeds. */
export const feedCommands: readonly CommandRecord[] = [
  moved("LF", "0A", "prints the line and feeds one line", {
    run: ({ surface }) => surface.printLine(surface.lineFeed),
    says: ({ surface, inPageMode }) =>
      inPageMode ? "Next line of the page" : surface.empty ? "Feeds one line" : "Prints the line",
  }),
  skipped("CR", "0D", "does nothing, as printers are delivered: the LF prints the line", {
    meaning: "request",
    says: "Carriage return: printers do nothing here, the LF prints the line",
    asks: "no",
  }),
  moved("VT", "0B", "prints the line and feeds to the next vertical tab stop", {
    run(machine) {
      if (!machine.inPageMode) feedToVerticalTab(machine);
    },
    says({ state, inPageMode }) {
      if (state.star.verticalTabs.length === 0) return ignored("Vertical tab", "no tab stops are set");
      return standardModeOnly(inPageMode, "Feeds to the next vertical tab stop");
    },
  }),
  moved("FF", "0C", "prints the line and feeds to the next page", {
    run(machine) {
      if (!machine.inPageMode) feedToNextPage(machine);
    },
    says: ({ inPageMode }) => standardModeOnly(inPageMode, "Feeds to the top of the next page"),
  }),
  setting("ESC 0", "1B 30", "line spacing of 3 mm, or 1/8 inch", {
    ...spacing(() => ({ thermal: LINE_3_MM, impact: [1, 8] })),
  }),
  setting("ESC 1", "1B 31", "line spacing of 3 mm, or 7/72 inch", {
    ...spacing(() => ({ thermal: LINE_3_MM, impact: [7, 72] })),
  }),
  setting("ESC z", "1B 7A n", "line spacing of 4 or 3 mm, or 1/6 or 1/12 inch", {
    ...spacing((command) =>
      command.isOn() ? { thermal: LINE_4_MM, impact: [1, 6] } : { thermal: LINE_3_MM, impact: [1, 12] },
    ),
  }),
  setting("ESC A", "1B 41 n", "defines the line spacing of ESC 2", {
    run(machine, command) {
      machine.state.star.definedSpacing = dotsOf(machine, definedSpacing(command.byte(2)));
    },
    says: (machine, command) =>
      `Line spacing of ESC 2: ${count(dotsOf(machine, definedSpacing(command.byte(2))), "dot")}`,
  }),
  setting("ESC 2", "1B 32", "line spacing of ESC A", {
    run(machine) {
      const { state } = machine;
      state.lineSpacing = state.star.definedSpacing ?? dotsOf(machine, USUAL_SPACING);
    },
    says: (machine) =>
      `Line spacing: ${count(machine.state.star.definedSpacing ?? dotsOf(machine, USUAL_SPACING), "dot")}`,
  }),
  setting("ESC 3", "1B 33 n", "line spacing in 1/216 inch (impact)", impactSpacing(216)),
  setting("ESC y", "1B 79 n", "line spacing in 1/144 inch (impact)", impactSpacing(144)),
  moved("ESC J", "1B 4A n", "prints the line and feeds n/4 mm, or n/72 inch", {
    ...feed((command) => ({ thermal: 2 * command.byte(2), impact: [command.byte(2), 72] })),
  }),
  moved("ESC I", "1B 49 n", "prints the line and feeds n/8 mm, or n/144 inch", {
    ...feed((command) => ({ thermal: command.byte(2), impact: [command.byte(2), 144] })),
  }),
  moved("ESC j", "1B 6A n", "prints the line and feeds n/72 inch back (impact)", {
    run(machine, command) {
      if (isImpact(machine)) machine.surface.feedBack(inches(machine, command.byte(2), 72));
    },
    says: (machine, command) =>
      isImpact(machine)
        ? standardModeOnly(
            machine.inPageMode,
            `Feeds back ${count(inches(machine, command.byte(2), 72), "dot")}`,
          )
        : ignored("Feed back", "only impact printers can"),
  }),
  moved("ESC a", "1B 61 n", "prints the line and feeds lines", {
    run: ({ surface }, command) => surface.printLines(linesOf(command)),
    says: (machine, command) => `${printsLine(machine)}feeds ${count(linesOf(command), "line")}`,
  }),
  setting("ESC C", "1B 43 n", "length of the page, which begins here", {
    measure: (bytes, start, end) => (peek(bytes, start, end, 2) === 0 ? 4 : 3),
    run(machine, command) {
      const { star } = machine.state;
      star.pageLength = pageLengthOf(machine, command);
      star.pageTop = machine.list.y;
    },
    says: (machine, command) => `Length of the page: ${count(pageLengthOf(machine, command), "dot")}`,
    examples: ["1B 43 2A", "1B 43 00 0B"],
  }),
  skipped("ESC N", "1B 4E n", "bottom margin of pages (impact)"),
  skipped("ESC O", "1B 4F", "no bottom margin of pages (impact)"),
  setting("ESC B", "1B 42", "vertical tab stops", {
    measure: measureUntil(0x00, 1, 2, MAXIMUM_TAB_BYTES),
    run({ state }, command) {
      state.star.verticalTabs = verticalTabsOf(command).map((stop) => stop * state.lineSpacing);
    },
    says(_, command) {
      const stops = verticalTabsOf(command);
      return stops.length === 0 ? "No vertical tab stops" : `Vertical tab stops at lines ${stops.join(", ")}`;
    },
    examples: ["1B 42 04 08 00", "1B 42 00"],
  }),
];

/** Lines of ESC a: 1 to 127, or a digit. */
function linesOf(command: Command): number {
  const n = starNumber(command, 2);
  return n <= 127 ? n : 0;
}
