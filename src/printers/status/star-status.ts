import { isOffline, type PrinterStatus } from "../../domain/printer-status.ts";
import type { StarStatusRequest } from "../../escpos/answers.ts";
import { CONDITIONS, statusByte, type Condition, type StatusByte } from "./status.ts";

/* What Star printers tell of their status. Source: Star Line Mode specifications, appendix "Status". */

const { coverOpen, paperEnd, cutterError, unrecoverableError } = CONDITIONS;
/** A roll that has ended is off the near-end sensor too. */
const isPaperNearEnd: Condition = (status) => status.paper !== "present";
const hasMechanicalError: Condition = (status) => status.hasCutterError || status.hasUnrecoverableError;
/** A drawer that is shut, or none at all, leaves the pin high; Star tells of one that is open. */
const isDrawerOpen: Condition = (status) => !status.isDrawerPinHigh;

/** ENQ: bit 5 says that the buffer is empty. EOT: bit 4 is fixed. */
const ONE_BYTE: Readonly<Record<StarStatusRequest, StatusByte>> = {
  ENQ: statusByte(0x20, [0x04, hasMechanicalError], [0x08, paperEnd], [0x80, isDrawerOpen]),
  EOT: statusByte(0x10, [0x04, isPaperNearEnd], [0x08, paperEnd]),
};

/** The byte that answers ENQ or EOT. */
export function starStatus(request: StarStatusRequest, status: PrinterStatus): number {
  return ONE_BYTE[request](status);
}

/** How many ETB have been counted since the counter was cleared. */
export interface PrintedCount {
  /** 0 to 31. */
  readonly count: number;
  /** Whether any was. */
  readonly isDone: boolean;
}

/** The first two bytes say how long the block is: nine bytes. */
const HEADER = [0x23, 0x06];
const BLOCK_BYTES = 9;

/** The lengths of automatic statuses that there are, bytes. */
const BLOCK_LENGTHS = { shortest: 7, longest: 15 };

/** A bit of the automatic status, or several that mean the same. */
interface StatusBits {
  /** From 0. */
  readonly byte: number;
  readonly mask: number;
  /** When we tell it; without it this printer cannot be in that state. */
  readonly told?: Condition;
}

/** What each bit of the automatic status means. */
const BITS = {
  coverOpen: { byte: 2, mask: 0x20, told: coverOpen },
  offline: { byte: 2, mask: 0x08, told: isOffline },
  switchedOffline: { byte: 2, mask: 0x40 },
  drawerOpen: { byte: 2, mask: 0x04, told: isDrawerOpen },
  unrecoverableError: { byte: 3, mask: 0x20, told: unrecoverableError },
  cutterError: { byte: 3, mask: 0x08, told: cutterError },
  mechanicalError: { byte: 3, mask: 0x04 },
  hotHead: { byte: 3, mask: 0x40 },
  paperEnd: { byte: 5, mask: 0x08, told: paperEnd },
  paperNearEnd: { byte: 5, mask: 0x06, told: isPaperNearEnd },
} as const satisfies Readonly<Record<string, StatusBits>>;

/** Bits 4 and 0 of every byte but the first are off, so that the count of five bits leaves out bit 4. */
const FIXED_OFF = 0x11;
const COUNT_BYTE = 7;
const COUNT_DONE = { byte: 2, mask: 0x02 };

/** The automatic status: nine bytes. */
export function starAutomaticStatus(
  status: PrinterStatus,
  { count, isDone }: PrintedCount,
): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(HEADER);
  const set = ({ byte, mask }: StatusBits): void => void (block[byte] = (block[byte] ?? 0) | mask);
  for (const bits of Object.values<StatusBits>(BITS)) if (bits.told?.(status) === true) set(bits);
  if (isDone) set(COUNT_DONE);
  block[COUNT_BYTE] = ((count & 0x18) << 2) | ((count & 0x07) << 1);
  return block;
}

/** What an automatic status tells. */
export interface StarBlock {
  /** Whether it prints nothing now, for whatever cause. */
  readonly isOffline: boolean;
  /** The rest; that it is offline without one of these causes is left to the reader. */
  readonly causes: Omit<PrinterStatus, "isReachable">;
  /** How many ETB it has counted, from 0 to 31; `null` of a printer that does not tell. */
  readonly count: number | null;
}

/** Reads a whole automatic status of any length. */
export function readStarStatus(block: readonly number[]): StarBlock {
  const has = ({ byte, mask }: StatusBits): boolean => ((block[byte] ?? 0) & mask) !== 0;
  const counted = block[COUNT_BYTE];
  return {
    isOffline:
      has(BITS.offline) || has(BITS.switchedOffline) || has(BITS.mechanicalError) || has(BITS.hotHead),
    causes: {
      isCoverOpen: has(BITS.coverOpen),
      paper: has(BITS.paperEnd) ? "end" : has(BITS.paperNearEnd) ? "near-end" : "present",
      hasCutterError: has(BITS.cutterError),
      hasUnrecoverableError: has(BITS.unrecoverableError),
      isDrawerPinHigh: !has(BITS.drawerOpen),
    },
    count: counted === undefined ? null : ((counted >> 2) & 0x18) | ((counted >> 1) & 0x07),
  };
}

/** Whether a byte may begin an automatic status: bits 0, 4 and 7 tell it from every other answer. */
export function beginsStarStatus(byte: number): boolean {
  return (byte & 0x91) === 0x01;
}

/** Whether a byte may be one of an automatic status behind its first. */
export function continuesStarStatus(byte: number): boolean {
  return (byte & FIXED_OFF) === 0;
}

/** Bytes of the automatic status that begins with these two; `undefined` where there is none of that length. */
export function starStatusLength(first: number, second: number): number | undefined {
  const length = (((first >> 2) & 0x18) | ((first >> 1) & 0x07)) + ((second >> 6) & 0x02);
  return length >= BLOCK_LENGTHS.shortest && length <= BLOCK_LENGTHS.longest ? length : undefined;
}
