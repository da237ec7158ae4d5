import type { Command } from "./command.ts";
import { MAXIMUM_OPEN_RULES, MAXIMUM_SLANTING_STEPS } from "./limits.ts";
import type { Machine } from "./machine.ts";
import type { Ink, Rectangle } from "./receipt.ts";
import { inPageModeOnly, standardModeOnly, type Said } from "./sentence.ts";

/** What a function of GS ( Q draws. */
interface Drawing {
  readonly draw: (machine: Machine, command: Command) => void;
  readonly says: (machine: Machine, command: Command) => Said | string;
}

/** The functions of GS ( Q. Source: Epson ESC/POS reference, GS ( Q; parameters start at byte 6. */
export const DRAWINGS: ReadonlyMap<number, Drawing> = new Map([
  [48, { draw: line, says: ({ inPageMode }) => inPageModeOnly(inPageMode, "Line") }],
  [49, { draw: rectangle, says: ({ inPageMode }) => inPageModeOnly(inPageMode, "Box") }],
  [50, { draw: horizontalLine, says: ({ inPageMode }) => standardModeOnly(inPageMode, "Horizontal line") }],
  [
    51,
    {
      draw: verticalLine,
      says: ({ inPageMode }, command) =>
        inPageMode
          ? standardModeOnly(inPageMode, "Vertical line")
          : `Vertical line ${beginsRule(command) ? "begins" : "ends"}`,
    },
  ],
]);

/** Dots of line styles 1 to 6: thin, medium and thick, single and double. */
const RULE_THICKNESS = [2, 4, 6, 2, 4, 6];

/** The styles from this one on are two lines, their own thickness apart. */
const FIRST_DOUBLE_STYLE = 4;

function thicknessOf(style: number): number {
  return RULE_THICKNESS[style - 1] ?? 2;
}

function inkOf(parameter: number): Ink {
  return parameter === 50 || parameter === 2 ? 2 : parameter === 51 || parameter === 3 ? 3 : 1;
}

/** The corners that functions 48 and 49 give, in dots of the print area, as upper left and lower right. */
function corners({ state }: Machine, command: Command): Rectangle {
  const xs = [command.word(6), command.word(10)].map((n) => state.horizontal(n)).toSorted((a, b) => a - b);
  const ys = [command.word(8), command.word(12)]
    .map((n) => Math.floor(state.vertical(n)))
    .toSorted((a, b) => a - b);
  const [x = 0, right = 0] = xs;
  const [y = 0, bottom = 0] = ys;
  return { x, y, width: right - x, height: bottom - y };
}

/** Function 48: x1 y1 x2 y2 c m1 m2. */
function line(machine: Machine, command: Command): void {
  if (!machine.inPageMode) return;
  const { x, y, width, height } = corners(machine, command);
  const style = command.byte(15);
  const thickness = thicknessOf(style);
  const color = machine.state.printedInk(inkOf(command.byte(14)));
  if (width > thickness && height > thickness) {
    slantingLine(machine, command, thickness, color);
    return;
  }
  const lies = width >= height;
  for (const offset of style >= FIRST_DOUBLE_STYLE ? [0, 2 * thickness] : [0]) {
    const box = lies
      ? { x, y: y + offset, width: Math.max(1, width), height: thickness }
      : { x: x + offset, y, width: thickness, height: Math.max(1, height) };
    machine.page.fillBox(box, color);
  }
}

/** A line that is neither lying nor standing: one box for each step of its shorter side. */
function slantingLine(machine: Machine, command: Command, thickness: number, color: Ink): void {
  const { x, y, width, height } = corners(machine, command);
  const falls = command.word(6) <= command.word(10) === command.word(8) <= command.word(12);
  const lies = width >= height;
  const steps = Math.min(width, height);
  const length = Math.max(width, height);
  machine.slantingSteps += steps;
  if (machine.slantingSteps > MAXIMUM_SLANTING_STEPS) {
    machine.list.note("slanting lines (GS ( Q) are left out: there are too many", true);
    return;
  }
  for (let step = 0; step < steps; step++) {
    const from = Math.round((step * length) / steps);
    const part = Math.round(((step + 1) * length) / steps) - from;
    const across = falls ? step : steps - 1 - step;
    const box = lies
      ? { x: x + from, y: y + across, width: part, height: thickness }
      : { x: x + across, y: y + from, width: thickness, height: part };
    machine.page.fillBox(box, color);
  }
}

/** Function 49: x1 y1 x2 y2 c m1 m2 ..: four sides, the inner frame of a double style inside them. */
function rectangle(machine: Machine, command: Command): void {
  if (!machine.inPageMode) return;
  const outer = corners(machine, command);
  const style = command.byte(15);
  const thickness = thicknessOf(style);
  const color = machine.state.printedInk(inkOf(command.byte(14)));
  for (const inset of style >= FIRST_DOUBLE_STYLE ? [0, 2 * thickness] : [0]) {
    const x = outer.x + inset;
    const y = outer.y + inset;
    const width = outer.width - 2 * inset + 1;
    const height = outer.height - 2 * inset + 1;
    if (width < thickness || height < thickness) continue;
    machine.page.fillBox({ x, y, width, height: thickness }, color);
    machine.page.fillBox({ x, y: y + height - thickness, width, height: thickness }, color);
    machine.page.fillBox({ x, y, width: thickness, height }, color);
    machine.page.fillBox({ x: x + width - thickness, y, width: thickness, height }, color);
  }
}

/** Function 50: x1 x2 y c m1 m2. */
function horizontalLine({ state, surface }: Machine, command: Command): void {
  const from = state.horizontal(command.word(6));
  surface.rule(from, state.horizontal(command.word(8)) - from, thicknessOf(command.byte(12)));
}

/** Function 51: x a c m1 m2; a rule that runs down the paper until it is stopped. */
function verticalLine(machine: Machine, command: Command): void {
  if (machine.inPageMode) return;
  const { openRules, state, list } = machine;
  const x = state.leftMargin + state.horizontal(command.word(6));
  const starts = beginsRule(command);
  if (starts && !openRules.has(x) && openRules.size < MAXIMUM_OPEN_RULES) {
    openRules.set(x, { y: list.y, thickness: thicknessOf(command.byte(10)), from: list.from });
  } else if (!starts) {
    closeRule(machine, x);
  }
}

function beginsRule(command: Command): boolean {
  return command.byte(8) === 1 || command.byte(8) === 49;
}

function closeRule({ openRules, list }: Machine, x: number): void {
  const rule = openRules.get(x);
  openRules.delete(x);
  if (rule === undefined || x + rule.thickness > list.widthDots || list.y <= rule.y) return;
  const { y, thickness, from } = rule;
  const height = list.y - y;
  list.add({ kind: "rule", x, y, width: thickness, height, line: list.line, from, to: list.to });
}

/** Ends the vertical rules that are still open, at the end of the print. */
export function closeRules(machine: Machine): void {
  for (const x of machine.openRules.keys()) closeRule(machine, x);
}
