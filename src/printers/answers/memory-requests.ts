import type { Command } from "../../escpos/escpos.ts";
import { BlockTransfer } from "./block-transfer.ts";
import { MEMORY_LIMITS, PrinterMemory } from "./printer-memory.ts";

/** What answers a command: a block, a transfer of blocks, or nothing. */
export type MemoryAnswer = Uint8Array<ArrayBuffer> | BlockTransfer | undefined;

/** Between the parts of a block. */
const SEPARATOR = "\u001f";

/** Memory switches as delivered; others are not known. */
const DEFAULT_SWITCHES = new Set([1, 2, 8]);

/**
 * Customised values as delivered (GS ( E function 5): 1 KB of user memory, 256 KB for graphics, 80 mm paper, normal
 * density, code page 0, character set 0. Others are not known, and are answered only when a host set them.
 */
const DEFAULT_VALUES: ReadonlyMap<number, number> = new Map([
  [1, 1],
  [2, 5],
  [3, 6],
  [5, 0],
  [8, 0],
  [9, 0],
]);

/** GS ( E: the user settings. @param isSetting whether the host has entered the user setting mode (function 1) */
export function userSettings(command: Command, memory: PrinterMemory, isSetting: boolean): MemoryAnswer {
  const number = command.byte(6);
  const known = (identifier: number, value: string | number | undefined) =>
    value === undefined ? undefined : replyBlock(identifier, String(number), String(value));
  switch (command.byte(5)) {
    case 3:
      return isSetting ? setSwitches(command, memory) : undefined;
    case 4: {
      const bits = memory.switches.get(number) ?? (DEFAULT_SWITCHES.has(number) ? "00000000" : undefined);
      return bits === undefined ? undefined : replyBlock(0x21, bits);
    }
    case 5:
      return isSetting ? setValues(command, memory) : undefined;
    case 6:
      return known(0x27, memory.values.get(number) ?? DEFAULT_VALUES.get(number));
    case 11:
      if (isSetting) PrinterMemory.set(memory.serial, number, command.text(7, 6).replace(/\D/g, ""));
      return undefined;
    case 12:
      return known(0x33, memory.serial.get(number));
    default:
      return undefined;
  }
}

/** Function 3: a number and eight times 0, 1 or "leave it". */
function setSwitches(command: Command, memory: PrinterMemory): undefined {
  for (let at = 6; at + 9 <= command.length; at += 9) {
    const before = memory.switches.get(command.byte(at)) ?? "00000000";
    const bits = [...before].map((bit, index) => {
      const given = command.byte(at + 1 + index);
      return given === 0x30 || given === 0x31 ? String(given - 0x30) : bit;
    });
    PrinterMemory.set(memory.switches, command.byte(at), bits.join(""));
  }
}

/** Function 5: a number and its value, again and again. */
function setValues(command: Command, memory: PrinterMemory): undefined {
  for (let at = 6; at + 3 <= command.length; at += 3) {
    PrinterMemory.set(memory.values, command.byte(at), command.word(at + 1));
  }
}

/** GS ( C: the user memory. */
export function userMemory(command: Command, memory: PrinterMemory): MemoryAnswer {
  if (command.byte(5) !== 0) return undefined;
  const key = command.text(8, 2);
  switch (command.digit(6)) {
    case 0:
      memory.records.delete(key);
      return undefined;
    case 1:
      if (command.length > 10) memory.store(key, command.data(10));
      return undefined;
    case 2:
      return new BlockTransfer(0x70, memory.records.get(key) ?? new Uint8Array());
    case 3:
      return replyBlock(0x28, String(memory.recordBytes));
    case 4:
      return replyBlock(0x29, String(Math.max(0, MEMORY_LIMITS.userMemoryBytes - memory.recordBytes)));
    case 5:
      return new BlockTransfer(0x71, keyList(memory.records.keys()));
    case 6:
      if (command.text(8, 3) === "CLR") memory.records.clear();
      return undefined;
    default:
      return undefined;
  }
}

/** Key codes, one after the other. */
export function keyList(keys: Iterable<string>): Uint8Array {
  return Buffer.from([...keys].join(""), "latin1");
}

/** Header 37h, an identifier, the parts with separators between them, NUL. */
export function replyBlock(identifier: number, ...parts: string[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(0x37, identifier, ...Buffer.from(parts.join(SEPARATOR), "latin1"), 0x00);
}
