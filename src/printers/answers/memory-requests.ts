import type { Command } from "../../escpos/escpos.ts";
import { BlockTransfer } from "./block-transfer.ts";
import { type GraphicsMemory, MEMORY_LIMITS, PrinterMemory } from "./printer-memory.ts";

/** What answers a command: a block, a transfer of blocks, or nothing. */
export type MemoryAnswer = Uint8Array<ArrayBuffer> | BlockTransfer | undefined;

/** Between the parts of a block. */
const SEPARATOR = 0x1f;

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
  switch (command.byte(5)) {
    case 3:
      if (isSetting) setSwitches(command, memory);
      return undefined;
    case 4: {
      const bits = memory.switches.get(number) ?? (DEFAULT_SWITCHES.has(number) ? "00000000" : undefined);
      return bits === undefined ? undefined : block(0x21, bits);
    }
    case 5:
      if (isSetting) setValues(command, memory);
      return undefined;
    case 6: {
      const value = memory.values.get(number) ?? DEFAULT_VALUES.get(number);
      return value === undefined ? undefined : block(0x27, String(number), String(value));
    }
    case 11:
      if (isSetting) PrinterMemory.set(memory.serial, number, digits(command.data(7).subarray(0, 6)));
      return undefined;
    case 12: {
      const setting = memory.serial.get(number);
      return setting === undefined ? undefined : block(0x33, String(number), setting);
    }
    default:
      return undefined;
  }
}

/** Function 3: a number and eight times 0, 1 or "leave it". */
function setSwitches(command: Command, memory: PrinterMemory): void {
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
function setValues(command: Command, memory: PrinterMemory): void {
  for (let at = 6; at + 3 <= command.length; at += 3) {
    PrinterMemory.set(memory.values, command.byte(at), command.word(at + 1));
  }
}

/** GS ( C: the user memory. */
export function userMemory(command: Command, memory: PrinterMemory): MemoryAnswer {
  if (command.byte(5) !== 0) return undefined;
  const key = keyAt(command, 8);
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
      return block(0x28, String(memory.recordBytes));
    case 4:
      return block(0x29, String(Math.max(0, MEMORY_LIMITS.userMemoryBytes - memory.recordBytes)));
    case 5:
      return new BlockTransfer(0x71, keyList([...memory.records.keys()]));
    case 6:
      if (isClear(command, 8)) memory.records.clear();
      return undefined;
    default:
      return undefined;
  }
}

/** GS ( L and GS 8 L: stored and downloaded graphics. @param base where m stands */
export function graphics(command: Command, base: number, memory: PrinterMemory): MemoryAnswer {
  const { storedGraphics, downloadedGraphics } = memory;
  const fn = command.byte(base + 1);
  const of = fn < 80 ? storedGraphics : downloadedGraphics;
  switch (fn) {
    case 0:
    case 48:
      return block(0x30, String(storedGraphics.capacity));
    case 3:
    case 51:
      return block(0x31, String(storedGraphics.remaining));
    case 4:
    case 52:
      return block(0x32, String(downloadedGraphics.remaining));
    case 64:
      return new BlockTransfer(0x72, keyList(storedGraphics.keys));
    case 80:
      return new BlockTransfer(0x73, keyList(downloadedGraphics.keys));
    case 65:
    case 81:
      if (isClear(command, base + 2)) of.clear();
      return undefined;
    case 66:
    case 82:
      of.delete(keyAt(command, base + 2));
      return undefined;
    case 67:
    case 68:
    case 83:
    case 84:
      define(of, command, base + 3);
      return undefined;
    default:
      return undefined;
  }
}

/** GS D: a Windows bitmap as graphics, 67 stored and 83 downloaded. */
export function bitmap(command: Command, memory: PrinterMemory): void {
  define(command.byte(3) === 67 ? memory.storedGraphics : memory.downloadedGraphics, command, 5);
}

function define(memory: GraphicsMemory, command: Command, keyOffset: number): void {
  memory.define(keyAt(command, keyOffset), command.length - keyOffset);
}

function keyAt(command: Command, offset: number): string {
  return String.fromCharCode(command.byte(offset), command.byte(offset + 1));
}

/** The three letters that must confirm that all is to be deleted. */
function isClear(command: Command, offset: number): boolean {
  return Buffer.from(command.data(offset).subarray(0, 3)).toString("latin1") === "CLR";
}

function keyList(keys: readonly string[]): Uint8Array {
  return Buffer.from(keys.join(""), "latin1");
}

function digits(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1").replace(/\D/g, "");
}

/** Header 37h, an identifier, the parts with separators between them, NUL. */
function block(identifier: number, ...parts: string[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(
    0x37,
    identifier,
    ...Buffer.from(parts.join(String.fromCharCode(SEPARATOR)), "latin1"),
    0x00,
  );
}
