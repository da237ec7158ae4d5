import type { Command } from "../command.ts";
import type { Machine } from "../machine.ts";

/** Whether a byte is the parameter of an Epson switch; after the commands of clones text follows. */
export function isSwitch(byte: number): boolean {
  return byte === 0 || byte === 1 || byte === 0x30 || byte === 0x31;
}

export function setWidth({ state }: Machine, scaleX: number): void {
  state.scaleX = scaleX;
  state.styleChanged();
}

export function setHeight({ state }: Machine, scaleY: number): void {
  state.scaleY = scaleY;
  state.styleChanged();
}

/** Chooses a font by the parameter of ESC M; font A ends the condensed print of clones, font B is it. */
export function setFont({ state }: Machine, n: number): void {
  state.font = state.fonts.get(n) ?? state.font;
  state.styleChanged();
}

/** Double width on; where the command ends is kept, for a double height right behind it. */
export function widen(machine: Machine, end: number): void {
  setWidth(machine, 2);
  machine.state.widenedAt = end;
}

/** ESC W n of Bematech and Vox, the short form of a command that is an area on Epson printers. */
export function setDoubleWidth(machine: Machine, command: Command): void {
  if (command.digit() === 1) widen(machine, command.offset + command.length);
  else setWidth(machine, 1);
}

/** The height that ESC d right behind double width sets on Vox and Citizen mobile printers; undefined if it feeds. */
export function heightOf({ state }: Machine, command: Command): 1 | 2 | undefined {
  const n = command.digit();
  if (n === 1 && command.offset === state.widenedAt) return 2;
  return n === 0 && state.widenedAt !== undefined && state.scaleY === 2 ? 1 : undefined;
}
