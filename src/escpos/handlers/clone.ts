import type { Command } from "../command.ts";
import type { Handlers, Machine } from "../machine.ts";
import { fromRows } from "../raster.ts";

function setWidth({ state }: Machine, scaleX: number): void {
  state.scaleX = scaleX;
  state.styleChanged();
}

function setHeight({ state }: Machine, scaleY: number): void {
  state.scaleY = scaleY;
  state.styleChanged();
}

function setFont({ state }: Machine, n: number): void {
  state.font = state.fonts.get(n) ?? state.font;
  state.styleChanged();
}

const SHIFT_OUT = 0x0e;
const SHIFT_IN = 0x0f;
const DEVICE_CONTROL_2 = 0x12;
const DEVICE_CONTROL_4 = 0x14;

/** SO and DC4 turn double width on and off, SI and DC2 condensed print, on Bematech, Daruma, Elgin, POS58. */
export function actOnControl(machine: Machine, control: number, end: number): void {
  if (control === SHIFT_OUT) widen(machine, end);
  else if (control === DEVICE_CONTROL_4) setWidth(machine, 1);
  else if (control === SHIFT_IN) setFont(machine, 1);
  else if (control === DEVICE_CONTROL_2) setFont(machine, 0);
}

/** Double width on; where the command ends is kept, for a double height right behind it. */
function widen(machine: Machine, end: number): void {
  setWidth(machine, 2);
  machine.state.widenedAt = end;
}

/**
 * ESC d n right behind a command for double width is double height on Vox and Citizen mobile printers,
 * and turns it off again. True if it was one of these and no feed.
 */
export function isHeightCommand(machine: Machine, command: Command): boolean {
  const { state } = machine;
  const n = command.digit();
  const isOn = n === 1 && command.offset === state.widenedAt;
  const isOff = n === 0 && state.widenedAt !== undefined && state.scaleY === 2;
  if (isOn) setHeight(machine, 2);
  else if (isOff) {
    setHeight(machine, 1);
    state.widenedAt = undefined;
  }
  return isOn || isOff;
}

/** ESC W n of Bematech and Vox, the short form of a command that is an area on Epson printers. */
export function setDoubleWidth(machine: Machine, command: Command): void {
  if (command.digit() === 1) widen(machine, command.offset + command.length);
  else setWidth(machine, 1);
}

/** Character codes of ESC 9: GBK, UTF-8, Big5 (Gprinter, Xprinter and other printers for China). */
const CHINA_GBK = 0;
const CHINA_UTF8 = 1;
const CHINA_BIG5 = 3;

/** Commands that only clones have. */
export const cloneHandlers: Handlers = {
  "ESC SO"(machine, command) {
    actOnControl(machine, SHIFT_OUT, command.offset + command.length);
  },
  "ESC SI"(machine) {
    actOnControl(machine, SHIFT_IN, 0);
  },
  "ESC DC2"(machine) {
    actOnControl(machine, DEVICE_CONTROL_2, 0);
  },
  "ESC DC4"(machine) {
    actOnControl(machine, DEVICE_CONTROL_4, 0);
  },
  "DC2 #"(machine, command) {
    if (command.length === 1) actOnControl(machine, DEVICE_CONTROL_2, 0);
  },
  "DC2 q"(machine, command) {
    if (command.length === 1) actOnControl(machine, DEVICE_CONTROL_2, 0);
  },
  "DC2 *"(machine, command) {
    if (command.length === 1) {
      actOnControl(machine, DEVICE_CONTROL_2, 0);
      return;
    }
    const { surface } = machine;
    const rowBytes = command.byte(3);
    const raster = fromRows(command.data(4), rowBytes, rowBytes * 8, command.byte(2), surface.areaWidth);
    if (raster !== undefined) surface.block([{ raster, scaleX: 1, scaleY: 1 }]);
  },
  "ESC F"({ state }, command) {
    if (command.length > 2) return;
    state.emphasized = false;
    state.styleChanged();
  },
  "ESC w"(machine, command) {
    if (command.digit() <= 1) setHeight(machine, command.digit() + 1);
  },
  "ESC j"({ state }, command) {
    const justification = (["left", "center", "right"] as const)[command.digit()];
    if (justification !== undefined) state.justification = justification;
  },
  "ESC 9"({ state: { coding } }, command) {
    if (command.length < 3) return;
    const n = command.byte(2);
    coding.utf8 = n === CHINA_UTF8;
    if (n === CHINA_GBK) coding.chooseDoubleByteCode("gb18030");
    if (n === CHINA_BIG5) coding.chooseDoubleByteCode("big5");
  },
  "ESC v"(machine, command) {
    if (command.length > 2) machine.event("drawer", "drawer kick");
  },
  "GS F9 5"({ state: { coding } }, command) {
    // 1 is ESC/POS, with Epson's numbers; 0 is Bematech's own command set.
    coding.useProfile(command.digit(3) === 0 ? "bematech" : "epson");
  },
};
