import type { Command } from "../command.ts";
import { FONTS, FONT_A, FONT_B } from "../fonts.ts";
import type { Handlers, Machine } from "../machine.ts";

/** A parameter of which 0 to 9 and the digits "0" to "9" mean the same. */
function digit(command: Command, index = 2): number {
  const value = command.byte(index);
  return value >= 0x30 && value <= 0x39 ? value - 0x30 : value;
}

/** A parameter of which only bit 0 counts. */
function isOn(command: Command): boolean {
  return (command.byte(2) & 1) === 1;
}

/** The look of characters. */
export const styleHandlers: Handlers = {
  "ESC !"({ state }, command) {
    const mode = command.byte(2);
    state.font = (mode & 0x01) === 0 ? FONT_A : FONT_B;
    state.emphasized = (mode & 0x08) !== 0;
    state.scaleY = (mode & 0x10) === 0 ? 1 : 2;
    state.scaleX = (mode & 0x20) === 0 ? 1 : 2;
    state.underline = (mode & 0x80) === 0 ? 0 : 1;
    state.styleChanged();
  },
  "ESC -"({ state }, command) {
    const dots = digit(command);
    if (dots > 2) return;
    state.underline = dots;
    state.styleChanged();
  },
  "ESC E"({ state }, command) {
    state.emphasized = isOn(command);
    state.styleChanged();
  },
  "ESC G"({ state }, command) {
    state.doubleStrike = isOn(command);
    state.styleChanged();
  },
  "ESC M"({ state }, command) {
    const font = FONTS.get(command.byte(2));
    if (font === undefined) return;
    state.font = font;
    state.styleChanged();
  },
  "ESC SP"({ state }, command) {
    state.characterSpacing = state.horizontal(command.byte(2));
    state.styleChanged();
  },
  "ESC V"({ list }, command) {
    if (digit(command) !== 0) list.note("text turned by 90 degrees (ESC V) is shown upright");
  },
  "ESC {"(machine: Machine, command) {
    machine.state.requestedUpsideDown = isOn(command);
    if (machine.line.empty) machine.state.lineStarted();
  },
  "GS !"({ state }, command) {
    const size = command.byte(2);
    state.scaleX = ((size >> 4) & 0x07) + 1;
    state.scaleY = (size & 0x07) + 1;
    state.styleChanged();
  },
  "GS B"({ state }, command) {
    state.reverse = isOn(command);
    state.styleChanged();
  },
};
