import type { PrinterStatus } from "../../domain/printer-status.ts";

/** How a queue of another spooler is. */
export type SpoolState =
  /** It takes jobs. `status` is `null` where it tells nothing of its printer. */
  | { readonly kind: "ready"; readonly status: PrinterStatus | null }
  /** It is stopped, or its printer is in trouble */
  | { readonly kind: "waiting"; readonly status: PrinterStatus; readonly reason: string }
  | { readonly kind: "unreachable"; readonly reason: string };

/** What came of handing a job over. */
export type SubmitOutcome =
  | { readonly kind: "taken"; readonly job: number }
  /** It did not take the job now. */
  | { readonly kind: "untouched"; readonly reason: string }
  /** It does not take such a job. */
  | { readonly kind: "refused"; readonly reason: string }
  /** The way to it broke: it may have taken the job. */
  | { readonly kind: "unknown"; readonly reason: string };

/** How a job is that a spooler has taken. */
export type SpooledJobState =
  | {
      readonly kind: "waits" | "prints";
      readonly status: PrinterStatus | null;
      readonly trouble: string | null;
    }
  /** `note` says what is not known. */
  | { readonly kind: "printed"; readonly note: string | null }
  /** It ended without being printed, or not all of it. */
  | { readonly kind: "ended"; readonly reason: string }
  | { readonly kind: "unreachable"; readonly reason: string };

/** What came of taking a job out: it waited, so that nothing of it is printed; it had begun; or it is still there. */
export type Cancellation = "waited" | "begun" | "failed";

/** A queue of another spooler, such as CUPS or that of Windows, which is handed whole jobs. Reasons are sentences. Nothing throws. */
export interface Spool {
  look(): Promise<SpoolState>;
  /** @param mediaType what the bytes are; `null` for those of a receipt printer */
  submit(job: Uint8Array, name: string, mediaType: string | null): Promise<SubmitOutcome>;
  lookAt(job: number): Promise<SpooledJobState>;
  /** Takes a job out. */
  cancel(job: number): Promise<Cancellation>;
  close(): void;
}
