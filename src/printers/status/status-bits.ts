import { isOffline, type PrinterStatus } from "../../domain/printer-status.ts";

/** The bits that a condition sets in a status byte. */
export type StatusBit = readonly [mask: number, condition: (status: PrinterStatus) => boolean];

/** The bits that never change, and those that tell something. */
export interface StatusByte {
  readonly fixed: number;
  readonly bits: readonly StatusBit[];
}

/** The conditions that ESC/POS has bits for; each stands at another place in each reply. */
export const CONDITIONS = {
  drawerPinHigh: (status: PrinterStatus) => status.isDrawerPinHigh,
  offline: isOffline,
  coverOpen: (status: PrinterStatus) => status.isCoverOpen,
  /** A roll that has ended is off the near-end sensor too. */
  paperNearEnd: (status: PrinterStatus) => status.paper !== "present",
  paperEnd: (status: PrinterStatus) => status.paper === "end",
  cutterError: (status: PrinterStatus) => status.hasCutterError,
  unrecoverableError: (status: PrinterStatus) => status.hasUnrecoverableError,
  anyError: (status: PrinterStatus) => status.hasCutterError || status.hasUnrecoverableError,
} as const;

/** A status byte as it is now. */
export function statusByte({ fixed, bits }: StatusByte, status: PrinterStatus): number {
  return bits.reduce((byte, [mask, condition]) => (condition(status) ? byte | mask : byte), fixed);
}
