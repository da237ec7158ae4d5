import type { PrinterStatus } from "../../domain/printer-status.ts";
import type { Answer } from "./answer.ts";

/** How a printer is asked how it is. */
export interface InquiryOptions {
  /** How long to wait for each answer, milliseconds; `null` for ever. */
  readonly patience: number | null;
  readonly write: (bytes: Uint8Array) => void;
  readonly now: number;
}

/** A question to a printer how it is. Pure; times are milliseconds. */
export interface Inquiry {
  /** The status; `silent` when it has never answered, `mute` when it has answered before and does not now. */
  readonly result: PrinterStatus | "silent" | "mute" | null;
  /** When {@link tick} is due next; `null` when never. */
  readonly wakeAt: number | null;
  /** Takes an answer of the printer; others than those to the question are passed over. */
  take(answer: Answer, now: number): void;
  tick(now: number): void;
}
