import { isOffline, type PrinterStatus } from "../../domain/printer-status.ts";

/** What can be the matter with a printer, in the order in which hosts are told. */
export const CONDITIONS = {
  unreachable: ({ isReachable }: PrinterStatus) => !isReachable,
  coverOpen: ({ isCoverOpen }: PrinterStatus) => isCoverOpen,
  paperEnd: ({ paper }: PrinterStatus) => paper === "end",
  paperNearEnd: ({ paper }: PrinterStatus) => paper === "near-end",
  cutterError: ({ hasCutterError }: PrinterStatus) => hasCutterError,
  unrecoverableError: ({ hasUnrecoverableError }: PrinterStatus) => hasUnrecoverableError,
};

type ConditionName = keyof typeof CONDITIONS;

/** A protocol's words for all that is the matter with a printer; none when nothing is. */
export function wordsOf(status: PrinterStatus, words: Readonly<Record<ConditionName, string>>): string[] {
  const names = Object.keys(CONDITIONS) as ConditionName[];
  return names.filter((name) => CONDITIONS[name](status)).map((name) => words[name]);
}

export type Condition = (status: PrinterStatus) => boolean;

/** A status byte as a printer's status makes it. */
export type StatusByte = (status: PrinterStatus) => number;

/** A byte of some bits that never change, and of others that are on while a condition is met. */
export function statusByte(
  fixed: number,
  ...bits: readonly (readonly [mask: number, condition: Condition])[]
): StatusByte {
  return (status) => bits.reduce((byte, [mask, isMet]) => (isMet(status) ? byte | mask : byte), fixed);
}

// The conditions that ESC/POS has bits for; each stands at another place in each reply.
const isDrawerPinHigh: Condition = (status) => status.isDrawerPinHigh;
/** A roll that has ended is off the near-end sensor too. */
const isPaperNearEnd: Condition = (status) => status.paper !== "present";
const hasError: Condition = (status) => status.hasCutterError || status.hasUnrecoverableError;
const { coverOpen, paperEnd, cutterError, unrecoverableError } = CONDITIONS;

/** Bits 1 and 4 are on in every real-time status, bits 0 and 7 off: hosts tell it from other replies by them. */
const REAL_TIME_FIXED = 0b0001_0010;

const NOTHING_TO_TELL = statusByte(REAL_TIME_FIXED);

/**
 * DLE EOT n by its n (Epson ESC/POS reference). 7 (ink), 8 (peeler) and 18 (interface) have nothing to tell: this
 * printer has none. 5 and 6 are of printers with slips, which answer nothing else.
 */
const REAL_TIME: ReadonlyMap<number, StatusByte> = new Map([
  [1, statusByte(REAL_TIME_FIXED, [0x04, isDrawerPinHigh], [0x08, isOffline])],
  [2, statusByte(REAL_TIME_FIXED, [0x04, coverOpen], [0x20, paperEnd], [0x40, hasError])],
  [3, statusByte(REAL_TIME_FIXED, [0x08, cutterError], [0x20, unrecoverableError])],
  [4, statusByte(REAL_TIME_FIXED, [0x0c, isPaperNearEnd], [0x60, paperEnd])],
  [7, NOTHING_TO_TELL],
  [8, NOTHING_TO_TELL],
  [18, NOTHING_TO_TELL],
]);

/** GS r n by its n, where "0" to "9" mean 0 to 9; bits 4 and 7 are off. 1 is ESC v too, 2 is ESC u. */
const TRANSMITTED: ReadonlyMap<number, StatusByte> = new Map([
  [1, statusByte(0, [0x03, isPaperNearEnd], [0x0c, paperEnd])],
  [2, statusByte(0, [0x01, isDrawerPinHigh])],
  [4, statusByte(0)],
]);

/** The four bytes of the basic automatic status (GS a). The last is as recorded from a TM-T20II. */
const AUTOMATIC: readonly StatusByte[] = [
  statusByte(0x10, [0x04, isDrawerPinHigh], [0x08, isOffline], [0x20, coverOpen]),
  statusByte(0, [0x08, cutterError], [0x20, unrecoverableError]),
  statusByte(0, [0x03, isPaperNearEnd], [0x0c, paperEnd]),
  statusByte(0x0f),
];

/** The byte that answers DLE EOT n; `undefined` for an n that a receipt printer does not answer. */
export function realTimeStatus(n: number, status: PrinterStatus): number | undefined {
  return REAL_TIME.get(n)?.(status);
}

/** The byte that answers GS r n; `undefined` for an n that a receipt printer does not answer. */
export function transmittedStatus(n: number, status: PrinterStatus): number | undefined {
  return TRANSMITTED.get(n)?.(status);
}

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
  return Uint8Array.from(AUTOMATIC, (byte) => byte(status));
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
