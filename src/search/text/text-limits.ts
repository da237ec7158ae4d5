import type { SignatureShape } from "../format/gram-signature.ts";
import { KIBIBYTE, MEBIBYTE, SEARCH_LIMITS } from "../../domain/limits.ts";

/* The sizes of the text of prints and of its line index, in one place; "Text" in src/search/INDEX.md has the format. */

/** Text of one print that is searched, bytes of UTF-8; lines beyond it are left out. */
export const MAXIMUM_PRINT_TEXT_BYTES = SEARCH_LIMITS.textBytes;

/** Text of the prints of one small segment, bytes, after which it is closed with fewer of them. */
export const SMALL_SEGMENT_TEXT_BYTES = 8 * MEBIBYTE;

/** Segments of lines that are larger together, bytes, are not made one. */
export const MERGED_LINES_BYTES = 32 * MEBIBYTE;

/** A line on more prints than this is a frequent one: its text is not compressed and its postings stand apart. */
export const RARE_LINE_PRINTS = 16;

/** Text after which a block of lines is closed, bytes. */
export const LINE_BLOCK_BYTES = 16 * KIBIBYTE;

/** Postings after which a part of them is closed, bytes. */
export const POSTINGS_PART_BYTES = 32 * KIBIBYTE;

/** The signature of a block of lines. */
export const LINE_SIGNATURE: SignatureShape = { rows: 16 * KIBIBYTE, longGram: 4 };
