import { DEFAULT_LINE_SPACING, type Justification } from "../printer-state.ts";
import { isHeightCommand } from "./clone.ts";
import type { Handlers } from "../machine.ts";

const JUSTIFICATIONS: ReadonlyMap<number, Justification> = new Map([
  [0, "left"],
  [1, "center"],
  [2, "right"],
  [0x30, "left"],
  [0x31, "center"],
  [0x32, "right"],
]);

/** Where the next mark goes: positions, margins, tabs, feeds. */
export const positionHandlers: Handlers = {
  LF({ surface, state }) {
    surface.printLine(state.lineSpacing);
  },
  HT({ surface }) {
    surface.tab();
  },
  "ESC $"({ surface, state }, command) {
    surface.moveTo(state.horizontal(command.word(2)));
  },
  "ESC \\"({ surface, state }, command) {
    surface.moveBy(state.horizontal(command.signedWord(2)));
  },
  "GS $"({ surface, state }, command) {
    surface.moveVerticallyTo(state.vertical(command.word(2)));
  },
  "GS \\"({ surface, state }, command) {
    surface.moveVerticallyBy(state.vertical(command.signedWord(2)));
  },
  "GS T"({ surface, state }, command) {
    const printsFirst = command.digit();
    if (printsFirst > 1) return;
    if (printsFirst === 0 || surface.empty) surface.discardLine();
    else surface.printLine(state.lineSpacing);
  },
  "ESC a"({ state }, command) {
    state.justification = JUSTIFICATIONS.get(command.byte(2)) ?? state.justification;
  },
  "ESC D"({ state }, command) {
    const { cellWidth, spacing, scaleX } = state.style;
    const stops: number[] = [];
    for (let index = 2; index < command.length && command.byte(index) !== 0; index++) {
      stops.push(command.byte(index) * (cellWidth + spacing) * scaleX);
    }
    state.tabStops = stops;
  },
  "GS L"({ state }, command) {
    state.leftMargin = state.horizontal(command.word(2));
  },
  "GS W"({ state }, command) {
    state.areaWidth = state.horizontal(command.word(2));
  },
  "GS P"({ state }, command) {
    state.horizontalUnits = command.byte(2);
    state.verticalUnits = command.byte(3);
  },
  "ESC 2"({ state }) {
    state.lineSpacing = DEFAULT_LINE_SPACING;
  },
  "ESC 3"({ state }, command) {
    state.lineSpacing = state.vertical(command.byte(2));
  },
  "ESC d"(machine, command) {
    if (!isHeightCommand(machine, command)) machine.surface.printLines(command.byte(2));
  },
  "ESC J"({ surface, state }, command) {
    surface.printLine(state.vertical(command.byte(2)));
  },
  "ESC K"({ surface, state }, command) {
    surface.feedBack(state.vertical(command.byte(2)));
  },
  "ESC e"({ surface, state }, command) {
    surface.feedBack(command.byte(2) * state.lineSpacing);
  },
};
