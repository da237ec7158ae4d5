import {
  MIDDLE_SEGMENT_PRINTS,
  OVERLAY_PRINTS,
  SEGMENT_CHANGES,
  SEGMENT_METADATA_BYTES,
  SEGMENT_PRINTS,
  SMALL_SEGMENT_METADATA_BYTES,
  SMALL_SEGMENT_PRINTS,
  TAIL_BLOCK_PRINTS,
  TAIL_LIMITS,
  WORKSPACE_CHANGES,
} from "./segment-limits.ts";
import { MERGED_LINES_BYTES, SMALL_SEGMENT_TEXT_BYTES } from "./text/text-limits.ts";

/** The sizes of the service (segment-limits.ts and text-limits.ts say what each is for). */
export const INDEX_SIZES = {
  segmentPrints: SEGMENT_PRINTS,
  middleSegmentPrints: MIDDLE_SEGMENT_PRINTS,
  smallSegmentPrints: SMALL_SEGMENT_PRINTS,
  segmentMetadataBytes: SEGMENT_METADATA_BYTES,
  smallSegmentMetadataBytes: SMALL_SEGMENT_METADATA_BYTES,
  segmentChanges: SEGMENT_CHANGES,
  workspaceChanges: WORKSPACE_CHANGES,
  smallSegmentTextBytes: SMALL_SEGMENT_TEXT_BYTES,
  mergedLinesBytes: MERGED_LINES_BYTES,
  tailBlockPrints: TAIL_BLOCK_PRINTS,
  tailPrints: TAIL_LIMITS.prints,
  tailBytes: TAIL_LIMITS.bytes,
  overlayPrints: OVERLAY_PRINTS,
};

/** The sizes that say when what is built, and when searches fall back on SQL. Tests give smaller ones. */
export type IndexSizes = { readonly [Name in keyof typeof INDEX_SIZES]: number };
