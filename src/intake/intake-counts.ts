import { type ErrorCode, TillrollError } from "../domain/errors.ts";

/** How a print came: by the API, by a printer of ours, or from an address that such a printer has asked. */
export type PrintSource = "api" | "printer" | "polled";

interface Stored {
  prints: number;
  bytes: number;
}

/** Counts the prints that came in since the start. */
export class IntakeCounts {
  readonly stored: Readonly<Record<PrintSource, Stored>> = {
    api: { prints: 0, bytes: 0 },
    printer: { prints: 0, bytes: 0 },
    polled: { prints: 0, bytes: 0 },
  };
  /** By the codes of errors. */
  readonly refused = new Map<ErrorCode, number>();

  /** @param printer by which it came; not there for the API */
  noteStored(printer: { readonly polled?: unknown } | undefined, bytes: number): void {
    const source = printer === undefined ? "api" : printer.polled === undefined ? "printer" : "polled";
    const stored = this.stored[source];
    stored.prints++;
    stored.bytes += bytes;
  }

  noteRefused(error: unknown): void {
    const code = error instanceof TillrollError ? error.code : "UNKNOWN";
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
  }
}
