import type { PrintRequest } from "../domain/create-print.ts";
import type { EncodingTarget } from "../printers/epos/epos-document.ts";
import type { EposJob } from "../printers/epos/epos-job.ts";

/** A document to be read off the main thread. */
export type DocumentQuestion =
  | { readonly kind: "epos"; readonly body: Uint8Array; readonly target: EncodingTarget | null }
  | { readonly kind: "json"; readonly body: Uint8Array; readonly maximumBytes: number };

/** What was read. */
export type DocumentAnswer = EposJob | PrintRequest;
