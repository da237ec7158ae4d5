import { drawQr, type QrSettings } from "../../symbols/qr.ts";
import { byteString } from "../../symbols/symbol.ts";
import type { Handlers, Machine } from "../machine.ts";
import { printSymbol } from "../print-symbol.ts";

/** Dots of a module where a command does not say. */
const DEFAULT_MODULE_SIZE = 4;

/** System of GS k for the QR codes of Vox and Elgin printers, whose size GS o sets. */
const VOX_QR_CODE = 11;
/** System of GS k for the QR codes of Bematech printers. */
const BEMATECH_QR_CODE = 81;

/** QR codes as makers other than Epson print them. */
export const vendorSymbolHandlers: Handlers = {
  /** Zijang: version, error correction, module size, 16-bit length. */
  "ESC Z"(machine, command) {
    printQr(machine, command.data(7), levelOf(command.byte(3)), command.byte(4));
  },
  /** Daruma: 16-bit length of all that follows, module size, error correction. */
  "ESC 81"(machine, command) {
    printQr(machine, command.data(6), levelOf(command.byte(5)), command.byte(4));
  },
  /** Pyramid. */
  "FS } %"(machine, command) {
    printQr(machine, command.data(4), "L", DEFAULT_MODULE_SIZE);
  },
  "GS o"({ symbols }, command) {
    symbols.voxModuleSize = command.byte(3);
  },
};

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
    const level = LEVELS[Math.max(0, (data[0] ?? 1) - 1)] ?? "L";
    printQr(machine, data.subarray(6), level, Math.round((data[1] ?? 0) / 2));
    return true;
  }
  return false;
}

const LEVELS = ["L", "M", "Q", "H"] as const;

/** A level as its letter, or as its number. */
function levelOf(byte: number): QrSettings["errorCorrection"] {
  const letter = String.fromCharCode(byte).toUpperCase();
  return LEVELS.find((level) => level === letter) ?? LEVELS[byte] ?? "L";
}

function printQr(
  machine: Machine,
  data: Uint8Array,
  errorCorrection: QrSettings["errorCorrection"],
  size: number,
): void {
  const moduleSize = size >= 1 && size <= 16 ? size : DEFAULT_MODULE_SIZE;
  const key = `QR ${errorCorrection} ${moduleSize} ${byteString(data)}`;
  const drawing = machine.symbolCache.get(key, data.length, () =>
    drawQr(data, { model: 2, moduleSize, errorCorrection }),
  );
  printSymbol(machine, "QR code", data, drawing);
}
