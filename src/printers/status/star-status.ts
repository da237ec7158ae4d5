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

const PRINTER: StatusByte = statusByte(0, [0x20, coverOpen], [0x08, isOffline], [0x04, isDrawerOpen]);
const ERROR: StatusByte = statusByte(0, [0x20, unrecoverableError], [0x08, cutterError]);
const PAPER: StatusByte = statusByte(0, [0x08, paperEnd], [0x06, isPaperNearEnd]);

/** The automatic status: nine bytes. */
export function starAutomaticStatus(
  status: PrinterStatus,
  { count, isDone }: PrintedCount,
): Uint8Array<ArrayBuffer> {
  // Bits 4 and 0 of every byte but the first are off, so that the counter leaves out bit 4.
  const counter = ((count & 0x18) << 2) | ((count & 0x07) << 1);
  const printer = PRINTER(status) | (isDone ? 0x02 : 0);
  return Uint8Array.of(...HEADER, printer, ERROR(status), 0x00, PAPER(status), 0x00, counter, 0x00);
}
