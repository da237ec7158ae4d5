import { MEBIBYTE } from "../domain/limits.ts";

/** Limits on documents that are pages of pixels: a few bytes can claim a great deal. */
export const PAGE_LIMITS = {
  /** Pixels across a page: A3 at 1200 an inch has half of it. */
  columns: 32_768,
  /** Pixels an inch. */
  leastInch: 30,
  mostInch: 2_400,
  /** Pixels of all pages together: 30 pages of A4 at 203 an inch have half of it. They are read in a second or two. */
  pixels: 128 * MEBIBYTE,
  pages: 1_000,
  /** Dots along the paper that all pages together may print: 6 m. */
  paperDots: 50_000,
  /** Dots of white that are kept above what is on a page: 3 mm. */
  marginDots: 24,
  /** Pixels of a photograph: a JPEG is made smaller while it is read, a PNG takes four bytes of memory for each. */
  photographPixels: { jpeg: 56 * MEBIBYTE, png: 16 * MEBIBYTE },
} as const;
