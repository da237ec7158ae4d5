import { KIBIBYTE, MEBIBYTE } from "../domain/limits.ts";

/* The sizes of the segment index, in one place; src/search/INDEX.md says what they are for. */

/** The most prints of a segment: positions are 16 bits wide. */
export const SEGMENT_PRINTS = 65_536;

/** Prints of a small segment, the first that new prints are sealed into. */
export const SMALL_SEGMENT_PRINTS = 4096;

/** Small segments become one of so many prints first: a search goes through six segments below a large one, not 15. */
export const MIDDLE_SEGMENT_PRINTS = 16_384;

/** Prints of a block of the tail, which is all that a new print makes to be indexed anew. */
export const TAIL_BLOCK_PRINTS = 1024;

/** What a tag key takes in memory, beside its text, when it is the first of its name in a segment, bytes. */
export const KEY_BYTES = 200;

/** Metadata (labels, keys, tags as text, and the tag keys) after which a segment is closed with fewer prints, bytes. */
export const SEGMENT_METADATA_BYTES = 64 * MEBIBYTE;
export const SMALL_SEGMENT_METADATA_BYTES = 4 * MEBIBYTE;

/** The most prints, and their memory in bytes, that a workspace's tail may have before searches fall back on SQL. */
export const TAIL_LIMITS = { prints: 65_536, bytes: 64 * MEBIBYTE } as const;

/** The most changed prints of a workspace kept beside its segments before searches fall back on SQL. */
export const OVERLAY_PRINTS = 65_536;

/** Memory of the tails and overlays of all workspaces, bytes, beyond which the longest unused are forgotten. */
export const WORKSPACES_BYTES = 32 * MEBIBYTE;

/** Changed prints of one segment, and of a workspace, at which segments are built anew. */
export const SEGMENT_CHANGES = 1000;
export const WORKSPACE_CHANGES = 8192;

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
