import type { PrinterStatus } from "../../domain/printer-status.ts";
import { byte, CONDITIONS, type StatusByte, statusByte } from "./status-bits.ts";

const {
  anyError,
  coverOpen,
  cutterError,
  drawerPinHigh,
  offline,
  paperEnd,
  paperNearEnd,
  unrecoverableError,
} = CONDITIONS;

/** Bits 1 and 4 are on in every real-time status, bits 0 and 7 off: hosts tell it from other replies by them. */
const REAL_TIME_FIXED = 0b0001_0010;

/**
 * DLE EOT n by its n (Epson ESC/POS reference). 7 (ink), 8 (peeler) and 18 (interface) have nothing to tell: this
 * printer has none. 5 and 6 are of printers with slips, which answer nothing else.
 */
const REAL_TIME: ReadonlyMap<number, StatusByte> = new Map([
  [1, byte(REAL_TIME_FIXED, [0x04, drawerPinHigh], [0x08, offline])],
  [2, byte(REAL_TIME_FIXED, [0x04, coverOpen], [0x20, paperEnd], [0x40, anyError])],
  [3, byte(REAL_TIME_FIXED, [0x08, cutterError], [0x20, unrecoverableError])],
  [4, byte(REAL_TIME_FIXED, [0x0c, paperNearEnd], [0x60, paperEnd])],
  [7, byte(REAL_TIME_FIXED)],
  [8, byte(REAL_TIME_FIXED)],
  [18, byte(REAL_TIME_FIXED)],
]);

/** GS r n by its n, where "0" to "9" mean 0 to 9; bits 4 and 7 are off. 1 is ESC v too, 2 is ESC u. */
const TRANSMITTED: ReadonlyMap<number, StatusByte> = new Map([
  [1, byte(0, [0x03, paperNearEnd], [0x0c, paperEnd])],
  [2, byte(0, [0x01, drawerPinHigh])],
  [4, byte(0)],
]);

/** The four bytes of the basic automatic status (GS a). The last is as recorded from a TM-T20II. */
const AUTOMATIC: readonly StatusByte[] = [
  byte(0x10, [0x04, drawerPinHigh], [0x08, offline], [0x20, coverOpen]),
  byte(0, [0x08, cutterError], [0x20, unrecoverableError]),
  byte(0, [0x03, paperNearEnd], [0x0c, paperEnd]),
  byte(0x0f),
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

/** The byte that answers DLE EOT n; `undefined` for an n that a receipt printer does not answer. */
export function realTimeStatus(n: number, status: PrinterStatus): number | undefined {
  const found = REAL_TIME.get(n);
  return found === undefined ? undefined : statusByte(found, status);
}

/** The byte that answers GS r n; `undefined` for an n that a receipt printer does not answer. */
export function transmittedStatus(n: number, status: PrinterStatus): number | undefined {
  const found = TRANSMITTED.get(n);
  return found === undefined ? undefined : statusByte(found, status);
}

/** The basic automatic status: four bytes, whatever was asked to be watched. */
export function automaticStatus(status: PrinterStatus): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(AUTOMATIC, (each) => statusByte(each, status));
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

/**
 * The offline response (GS ( H function 49, DLE DC4 7 4). Its causes, of which there may be none, are bits that
 * differ from model to model; the automatic status tells them.
 */
export const OFFLINE_RESPONSE: readonly number[] = [0x37, 0x23, 0x00];

/** The notice of the power-off sequence (DLE DC4 2). */
export const POWER_OFF_RESPONSE: readonly number[] = [0x3b, 0x30, 0x00];

/** The response to DLE DC4 8. */
export const CLEARED_RESPONSE: readonly number[] = [0x37, 0x25, 0x00];

/** The process ID response (GS ( H function 48): the four bytes that were given come back. */
export function processIdResponse(id: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(0x37, 0x22, ...id.subarray(0, 4), 0x00);
}
