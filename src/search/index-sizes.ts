import { MEBIBYTE } from "../domain/limits.ts";

/** The most prints of a segment: positions are 16 bits wide. */
export const SEGMENT_PRINTS = 65_536;

/** The sizes that say when what is built, and when searches fall back on SQL. Tests give smaller ones. */
export interface IndexSizes {
  readonly segmentPrints: number;
  /** A search goes through six segments of so many prints below a large one, not through 15 small ones. */
  readonly middleSegmentPrints: number;
  /** Prints of a small segment, the first that new prints are sealed into. */
  readonly smallSegmentPrints: number;
  /** Metadata (labels, keys, tags as text, and the tag keys) after which a segment is closed with fewer prints, bytes. */
  readonly segmentMetadataBytes: number;
  readonly smallSegmentMetadataBytes: number;
  /** Changed prints of one segment, and of a workspace, at which segments are built anew. */
  readonly segmentChanges: number;
  readonly workspaceChanges: number;
  /** Text of the prints of a small segment of lines, bytes, after which it is closed with fewer of them. */
  readonly smallSegmentTextBytes: number;
  /** Segments of lines that are larger together, bytes, are not made one. */
  readonly mergedLinesBytes: number;
  /** Prints of a block of the tail, which is all that a new print makes to be indexed anew. */
  readonly tailBlockPrints: number;
  /** The most prints, and their memory in bytes, that a workspace's tail may have before searches fall back on SQL. */
  readonly tailPrints: number;
  readonly tailBytes: number;
  /** The most changed prints of a workspace kept beside its segments before searches fall back on SQL. */
  readonly overlayPrints: number;
  /** How many segments a catalogue is about: the most that there are, in groups of so many; the largest first. */
  readonly catalogueSegments: readonly number[];
}

/** The sizes of the service. */
export const INDEX_SIZES: IndexSizes = {
  segmentPrints: SEGMENT_PRINTS,
  middleSegmentPrints: 16_384,
  smallSegmentPrints: 4096,
  segmentMetadataBytes: 64 * MEBIBYTE,
  smallSegmentMetadataBytes: 4 * MEBIBYTE,
  segmentChanges: 1000,
  workspaceChanges: 8192,
  smallSegmentTextBytes: 8 * MEBIBYTE,
  mergedLinesBytes: 32 * MEBIBYTE,
  tailBlockPrints: 1024,
  tailPrints: 65_536,
  tailBytes: 64 * MEBIBYTE,
  overlayPrints: 65_536,
  catalogueSegments: [64, 16, 4],
};
