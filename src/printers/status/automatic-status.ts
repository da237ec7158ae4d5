import type { PrinterStatus } from "../../domain/printer-status.ts";
import { CONDITIONS, type StatusByte, statusByte } from "./status-bits.ts";

/** The four bytes of the basic automatic status (GS a). The last is as recorded from a TM-T20II. */
const AUTOMATIC: readonly StatusByte[] = [
  {
    fixed: 0x10,
    bits: [
      [0x04, CONDITIONS.drawerPinHigh],
      [0x08, CONDITIONS.offline],
      [0x20, CONDITIONS.coverOpen],
    ],
  },
  {
    fixed: 0,
    bits: [
      [0x08, CONDITIONS.cutterError],
      [0x20, CONDITIONS.unrecoverableError],
    ],
  },
  {
    fixed: 0,
    bits: [
      [0x03, CONDITIONS.paperNearEnd],
      [0x0c, CONDITIONS.paperEnd],
    ],
  },
  { fixed: 0x0f, bits: [] },
];

/**
 * Which bits of the four bytes each bit of GS a's parameter watches (Epson, GS a: drawer, online/offline, error, roll
 * paper, panel). The paper belongs to online/offline too.
 */
const WATCHED: readonly (readonly [bit: number, masks: readonly number[]])[] = [
  [0x01, [0x04, 0, 0, 0]],
  [0x02, [0x68, 0x01, 0x0f, 0]],
  [0x04, [0, 0x6c, 0, 0]],
  [0x08, [0, 0, 0x0f, 0]],
  [0x40, [0, 0x02, 0, 0]],
];

/** The basic automatic status: four bytes, whatever was asked to be watched. */
export function automaticStatus(status: PrinterStatus): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(AUTOMATIC, (byte) => statusByte(byte, status));
}

/** Whether something changed that is watched: then the four bytes are sent by themselves. @param n of GS a */
export function automaticStatusChanged(n: number, before: PrinterStatus, after: PrinterStatus): boolean {
  const [left, right] = [automaticStatus(before), automaticStatus(after)];
  return WATCHED.some(
    ([bit, masks]) =>
      (n & bit) !== 0 &&
      masks.some((mask, index) => ((left[index] ?? 0) & mask) !== ((right[index] ?? 0) & mask)),
  );
}

/** The extended automatic status (FS ( e), of which a receipt printer has nothing to tell: it never changes. */
export function extendedAutomaticStatus(): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(0x39, 0x00, 0x40, 0x00);
}

/** The automatic status of the ink (GS j): bit 6 of both bytes is fixed; a thermal printer's ink never ends. */
export function inkAutomaticStatus(): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(0x35, 0x40, 0x40, 0x00);
}
