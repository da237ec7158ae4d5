import { INDEX_SIZES, type IndexSizes } from "../../src/search/index-sizes.ts";

/** An index in which some hundred prints are what a million is in the service. */
export const SMALL_SIZES: IndexSizes = {
  ...INDEX_SIZES,
  segmentPrints: 48,
  middleSegmentPrints: 20,
  smallSegmentPrints: 8,
  segmentMetadataBytes: 40_000,
  smallSegmentMetadataBytes: 6500,
  segmentChanges: 5,
  workspaceChanges: 20,
  smallSegmentTextBytes: 200,
  mergedLinesBytes: 192 * 1024,
  tailBlockPrints: 5,
  tailPrints: 45,
  overlayPrints: 36,
  catalogueSegments: [4, 2],
};
