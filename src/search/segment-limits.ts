import { KIBIBYTE, MEBIBYTE } from "../domain/limits.ts";

/* The sizes of the parts of the index, in one place; src/search/INDEX.md says what they are for. */

/** What a tag key takes in memory, beside its text, when it is the first of its name in a segment, bytes. */
export const KEY_BYTES = 200;

/** Memory of the tails and overlays of all workspaces, bytes, beyond which the longest unused are forgotten. */
export const WORKSPACES_BYTES = 32 * MEBIBYTE;

/**
 * The shares of the cache's memory for chunks and for prints that were shown; the rest is for searches at work. More chunks
 * were measured to make no search faster: a chunk is read and checked in less time than most answers take to be sent.
 */
export const CHUNK_CACHE_SHARE = 5 / 16;
export const ITEM_CACHE_SHARE = 1 / 8;

/** The default for the memory of the cache, bytes. */
export const INDEX_CACHE_BYTES = 128 * MEBIBYTE;

/** A part of sets or signatures is about this large, bytes: a search for one value reads little beside it. */
export const PART_BYTES = 3 * KIBIBYTE;

/** When a column is a dictionary: at most so many distinct values, each of which comes so often on average. */
export const DICTIONARY_LIMITS = { values: 4096, repeats: 4 } as const;

/** A tag key on fewer prints than this part of a segment has no chunk of its own. */
export const RARE_KEY_SHARE = 1 / 256;

/** A block of text values has at most so many, and about so many bytes. */
export const TEXT_BLOCK_LIMITS = { values: 4096, bytes: 56 * KIBIBYTE } as const;

/** Hashes of a text column in one part. */
export const HASHES_PER_PART = 1024;

/** Tag keys of a segment that have a chunk of their own, the most frequent first. */
export const SEGMENT_KEYS = 128;

/** A line on more prints than this is a frequent one: its text is not compressed and its postings stand apart. */
export const RARE_LINE_PRINTS = 16;

/** Text after which a block of lines is closed, and postings after which a part of them is, bytes. */
export const LINE_BLOCK_BYTES = 16 * KIBIBYTE;
export const POSTINGS_PART_BYTES = 32 * KIBIBYTE;

/** Entries of a part of a catalogue, about: with them it fits in a page of the database. */
export const ENTRIES_PER_PART = 1664;
