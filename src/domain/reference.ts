import type { PrinterChoice } from "../escpos/models/printer-of-print.ts";

/** A print that was approved: what later ones of its label are compared with. */
export interface Reference {
  readonly id: number;
  readonly workspaceId: number;
  /** The label of the prints that it is for. */
  readonly name: string;
  /** The print that was approved, which may be gone. */
  readonly printId: number;
  readonly sha256: Uint8Array;
  readonly byteLength: number;
  /** The printer that it is shown on, as it was when it was approved. */
  readonly printer: PrinterChoice;
  /** Patterns (RE2) of what within a line does not count. */
  readonly ignore: readonly string[];
  /** Dots by which ink may stand elsewhere. */
  readonly tolerance: number;
  readonly approvedBy: string;
  /** Epoch milliseconds. */
  readonly approvedAt: number;
}
