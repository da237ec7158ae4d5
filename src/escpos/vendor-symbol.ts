import { drawQr } from "../symbols/qr.ts";
import { QR_LEVELS, type QrLevel } from "../symbols/qr/versions.ts";
import { byteString } from "../symbols/symbol.ts";
import type { Machine } from "./machine.ts";
import { printSymbol } from "./symbol-block.ts";

/** Dots of a module where a command does not say. */
export const DEFAULT_MODULE_SIZE = 4;

/** System of GS k for the QR codes of Vox and Elgin printers, whose size GS o sets. */
export const VOX_QR_CODE = 11;
/** System of GS k for the QR codes of Bematech printers. */
export const BEMATECH_QR_CODE = 81;

/** Prints the QR codes that GS k prints on some printers; false if it is another system. */
export function printVendorBarCode(machine: Machine, system: number, data: Uint8Array): boolean {
  if (system === VOX_QR_CODE) {
    // Error correction, mode and a comma: "MA,".
    const start = data[2] === 0x2c ? 3 : 0;
    const level = levelOf(start === 3 ? (data[0] ?? 0) : 0);
    printQr(machine, data.subarray(start), level, machine.symbols.voxModuleSize);
    return true;
  }
  if (system === BEMATECH_QR_CODE) {
    // Four parameters, of which the second is the module size in half dots, and a 16-bit length.
    const level = QR_LEVELS[Math.max(0, (data[0] ?? 1) - 1)] ?? "L";
    printQr(machine, data.subarray(6), level, Math.round((data[1] ?? 0) / 2));
    return true;
  }
  return false;
}

/** A level as its letter, or as its number. */
export function levelOf(byte: number): QrLevel {
  const letter = String.fromCharCode(byte).toUpperCase();
  return QR_LEVELS.find((level) => level === letter) ?? QR_LEVELS[byte] ?? "L";
}

/** Prints a QR code; a size of its modules that is none is the default. */
export function printQr(machine: Machine, data: Uint8Array, errorCorrection: QrLevel, size: number): void {
  const moduleSize = size >= 1 && size <= 16 ? size : DEFAULT_MODULE_SIZE;
  const key = `QR ${errorCorrection} ${moduleSize} ${byteString(data)}`;
  const drawing = machine.symbolCache.get(key, data.length, () =>
    drawQr(data, { model: 2, moduleSize, errorCorrection }),
  );
  printSymbol(machine, "QR code", data, drawing);
}
