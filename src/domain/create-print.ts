import { badRequest, TillrollError } from "./errors.ts";
import type { NewPrint } from "./print.ts";

/** A print to store: the bytes as they came, and what is known of them. */
export interface PrintRequest {
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly print: NewPrint;
}

/** Refuses a print that is empty or over the limit (bytes). */
export function checkRawSize(byteLength: number, maximumBytes: number): void {
  if (byteLength === 0) {
    throw badRequest([{ path: "raw", message: "must not be empty: send the ESC/POS bytes of the print." }]);
  }
  if (byteLength > maximumBytes) throw printTooLarge(maximumBytes);
}

/** The decoded print is over the limit (bytes). */
export function printTooLarge(maximumBytes: number): TillrollError {
  return new TillrollError(
    "PRINT_DATA_TOO_LARGE",
    `The print is larger than the limit of ${maximumBytes} bytes; send it in parts or raise the limit.`,
    { maximumBytes },
  );
}
