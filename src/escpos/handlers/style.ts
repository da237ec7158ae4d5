import type { Command } from "../command.ts";
import { FONT_A } from "../fonts.ts";
import type { Handlers, Machine } from "../machine.ts";
import type { Ink } from "../receipt.ts";

/** A parameter of which only bit 0 counts. */
function isOn(command: Command): boolean {
  return (command.byte(2) & 1) === 1;
}

/** ESC V: dots after a character turned by 90 degrees; 1 and 2 stand for 1 and 1.5. */
const ROTATED_SPACING = [0, 1, 2];

/** GS ( N: none, and the three colours. */
const INKS: readonly Ink[] = [0, 1, 2, 3];

/** The look of characters. */
export const styleHandlers: Handlers = {
  "ESC !"({ state }, command) {
    const mode = command.byte(2);
    state.font = state.fonts.get(mode & 0x01) ?? FONT_A;
    state.emphasized = (mode & 0x08) !== 0;
    state.scaleY = (mode & 0x10) === 0 ? 1 : 2;
    state.scaleX = (mode & 0x20) === 0 ? 1 : 2;
    state.underline = (mode & 0x80) === 0 ? 0 : 1;
    state.styleChanged();
  },
  "ESC -"({ state }, command) {
    const dots = command.digit();
    if (dots > 2) return;
    state.underline = dots;
    state.styleChanged();
  },
  "ESC E"({ state }, command) {
    // Without a parameter (clones) it turns emphasis on.
    state.emphasized = command.length === 2 || isOn(command);
    state.styleChanged();
  },
  "ESC G"({ state }, command) {
    state.doubleStrike = isOn(command);
    state.styleChanged();
  },
  "ESC M"({ state }, command) {
    const font = state.fonts.get(command.byte(2));
    if (font === undefined) return;
    state.font = font;
    state.styleChanged();
  },
  "ESC SP"({ state }, command) {
    state.characterSpacing = state.horizontal(command.byte(2));
    state.styleChanged();
  },
  "ESC V"({ state }, command) {
    const spacing = ROTATED_SPACING[command.digit()];
    if (spacing === undefined) return;
    state.rotatedSpacing = spacing;
    state.styleChanged();
  },
  "ESC r"({ state }, command) {
    const color = command.digit();
    if (color > 1) return;
    state.color = color === 0 ? 1 : 2;
    state.styleChanged();
  },
  "GS ( N"({ state }, command) {
    const on = command.digit(6);
    if (command.byte(5) === 48) state.color = INKS[on] ?? state.color;
    else if (command.byte(5) === 49) state.background = INKS[on] ?? state.background;
    else if (command.byte(5) === 50) state.shadow = on === 0 ? 0 : (INKS[command.digit(7)] ?? state.shadow);
    state.styleChanged();
  },
  "ESC 4"({ state }, command) {
    // Pyramid and its kin send 0 or 1; others send nothing, and ESC 5 to end it.
    state.italic = command.length === 2 || isOn(command);
    state.styleChanged();
  },
  "ESC 5"({ state }) {
    state.italic = false;
    state.styleChanged();
  },
  "GS b"({ state }, command) {
    state.smooth = isOn(command);
    state.styleChanged();
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
