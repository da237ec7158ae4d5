import { KIBIBYTE, MEBIBYTE, MILLISECONDS_PER_MINUTE, MILLISECONDS_PER_SECOND } from "../../domain/limits.ts";

/** Limits on ePOS-Print. */
export const EPOS_LIMITS = {
  /** XML bytes for each byte a job may have: base64 takes 1.34, escaped text more. */
  bodyBytesPerJobByte: 2,
  /** XML that may stand around the smallest of jobs, bytes. */
  envelopeBytes: 64 * KIBIBYTE,
  /** A request whose address names no printer, so that its header must, bytes. */
  unaddressedBytes: MEBIBYTE,
  /** Markup in one request, counted by its `<`: each costs some hundred bytes of memory once it is parsed. */
  markup: 100_000,
  /** Elements inside each other; a document needs five. */
  nesting: 16,
  printJobIdCharacters: 100,
  /** Jobs whose results are remembered, of all printers; the oldest is forgotten first. */
  rememberedJobs: 2_000,
  /** How long a result can be asked for, milliseconds. */
  resultMilliseconds: 10 * MILLISECONDS_PER_MINUTE,
  /** How long the same job under the same id is taken for one sent again, milliseconds. */
  resendMilliseconds: 5 * MILLISECONDS_PER_MINUTE,
  /** How late a printer that simulates `slow` answers, milliseconds. */
  slowMilliseconds: 2 * MILLISECONDS_PER_SECOND,
  /** How long a browser may keep the answer to its preflight, seconds. */
  preflightSeconds: 600,
  /** Rows of a picture in one GS v 0: Epson printers take 2303, and strips join without a gap. */
  stripRows: 1_024,
  /** Changes of code page and kanji mode in one document; what follows is in UTF-8. Each is looked for in all pages. */
  codingChanges: 500,
  /** Characters looked ahead for the code page that goes on longest without another change. */
  lookAheadCharacters: 16,
} as const;

/** The most bytes that the body of a request may have for a printer that takes jobs of `maximumJobBytes`. */
export function eposBodyLimit(maximumJobBytes: number): number {
  return maximumJobBytes * EPOS_LIMITS.bodyBytesPerJobByte + EPOS_LIMITS.envelopeBytes;
}
