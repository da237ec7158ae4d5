import { isStar, type PrinterLanguage } from "../escpos/language.ts";
import type { DrawerPulse } from "../escpos/receipt.ts";
import type { ByteWriter } from "../printers/byte-writer.ts";

const ESC = 0x1b;
const GS = 0x1d;

/** Milliseconds of a unit of ESC p, and of Star's ESC BEL. */
const ESCPOS_UNIT = 2;
const STAR_UNIT = 10;

/** Kicks a drawer: ESC p; Star's BEL, or SUB for the second one, after ESC BEL for the times of the first. */
export function writeDrawer(bytes: ByteWriter, language: PrinterLanguage, pulse: DrawerPulse): void {
  const { connector, on, off } = pulse;
  if (!isStar(language))
    bytes.write(ESC, 0x70, connector - 1, units(on, ESCPOS_UNIT), units(off, ESCPOS_UNIT));
  else if (connector === 1) bytes.write(ESC, 0x07, units(on, STAR_UNIT), units(off, STAR_UNIT), 0x07);
  else bytes.write(0x1a);
}

/** The buzzer: one beep of Epson's printers (ESC ( A), and of the buzzer of Star's (ESC GS EM DC2). */
export function writeBuzzer(bytes: ByteWriter, language: PrinterLanguage): void {
  if (isStar(language)) bytes.write(ESC, GS, 0x19, 0x12, 1, 1, 0);
  else bytes.write(ESC, 0x28, 0x41, 3, 0, 0x61, 1, 1);
}

function units(milliseconds: number, unit: number): number {
  return Math.max(1, Math.min(255, Math.round(milliseconds / unit)));
}
