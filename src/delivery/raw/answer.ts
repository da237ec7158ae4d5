import type { PrinterStatus } from "../../domain/printer-status.ts";
import { statusFromAutomatic } from "./status-bits.ts";

/** What a printer sent. */
export type Answer =
  /** The byte that answers a DLE EOT. */
  | { readonly kind: "realTime"; readonly byte: number }
  /** The four bytes of the automatic status back (GS a), which comes unasked at every change. */
  | { readonly kind: "automatic"; readonly bytes: readonly number[] }
  /** The byte that answers a GS r, ESC v, ESC u or GS I 1 to 3, in print order. */
  | { readonly kind: "ordered"; readonly byte: number }
  /** The echo of a process ID (GS ( H function 48), in print order. */
  | { readonly kind: "processId"; readonly id: string }
  /** Star's automatic status, asked for or not. @see StarBlock */
  | { readonly kind: "star"; readonly status: PrinterStatus; readonly count: number | null }
  /** Another answer, which nothing here asks for. */
  | { readonly kind: "other"; readonly bytes: readonly number[] };

/** Tells a printer's answers apart, however the bytes are cut. Never throws. */
export interface AnswerReader {
  /** Takes the next bytes and gives the answers that they complete. Bytes that begin no answer are dropped. */
  push(bytes: Uint8Array): Answer[];
}

/** The whole status of the printer, where an answer tells it; `null` where it does not. */
export function statusIn(answer: Answer): PrinterStatus | null {
  if (answer.kind === "automatic") return statusFromAutomatic(answer.bytes);
  return answer.kind === "star" ? answer.status : null;
}
