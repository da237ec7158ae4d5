import type { Delivery } from "../domain/delivery.ts";
import type { PrinterStatus } from "../domain/printer-status.ts";
import type { PrinterLanguage } from "../escpos/language.ts";
import type { DeliveryTimes } from "./delivery-limits.ts";

/** Whether a real printer can be sent a job now. */
export type Readiness =
  /** `status` is `null` where the printer tells nothing. */
  | { readonly kind: "ready"; readonly status: PrinterStatus | null }
  | { readonly kind: "waiting"; readonly status: PrinterStatus; readonly reason: string }
  | { readonly kind: "unreachable"; readonly reason: string };

/** What became of a job that was sent. Reasons are sentences. */
export type SendOutcome =
  /** It is printed, as far as can be known; the note says what is not known. */
  | { readonly kind: "printed"; readonly note: string | null }
  /** Nothing of it has reached the printer. */
  | { readonly kind: "untouched"; readonly reason: string }
  /** The printer has said that it does not print it. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Some or all of it may be on paper. */
  | { readonly kind: "interrupted"; readonly sentBytes: number; readonly reason: string };

/** What is known of a job beside its bytes. */
export interface JobFacts extends Pick<Delivery, "id" | "printId" | "createdAt"> {
  /** What its bytes are; `null` for those of a receipt printer. */
  readonly mediaType: string | null;
}

/** What a job is called in other queues. */
export function documentName({ printId }: JobFacts): string {
  return `Tillroll ${printId}`;
}

/** What every way to a real printer is given beside its target. */
export interface LinkOptions {
  /** What the printer speaks. */
  readonly language: PrinterLanguage;
  readonly times: DeliveryTimes;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** The printer has told by itself how it is. */
  onStatus(status: PrinterStatus): void;
  /** What holds up the job that is being sent; `null` when nothing does any more. */
  onTrouble(reason: string | null): void;
}

/** The way to one real printer. One thing at a time: either a question or a job. */
export interface Link {
  /** Asks the printer how it is. @param isPoll nothing waits for the answer, so it may take longer */
  ask(isPoll: boolean): Promise<Readiness>;
  /** Sends a job; to be called only after {@link ask} said ready. */
  send(job: Uint8Array, facts: JobFacts): Promise<SendOutcome>;
  /** Ends the job that is being sent, at once: its outcome is `interrupted` or `untouched`, with this reason. */
  abort(reason: string): void;
  /** There is nothing to send for now. */
  rest(): void;
  /** Ends everything. */
  close(): void;
}
