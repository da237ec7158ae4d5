import { printsOf, sealedEnd, type SegmentRow } from "../segment/segment-row.ts";
import type { IndexSizes } from "../index-sizes.ts";

/** A published segment as the plan sees it. */
export interface PlannedSegment extends Pick<SegmentRow, "id" | "firstOrdinal" | "printCount"> {
  /** Characters of its prints' metadata. */
  readonly metadataCharacters: number;
  /** Prints of it that were changed since it was built. */
  readonly changes: number;
  /** Prints that were removed for good since it was built, and those that had been before. */
  readonly removed: number;
  readonly removedBefore: number;
  /** It has something of a print that is to be forgotten at once. */
  readonly isToForget: boolean;
  /** It cannot be read, or its format is another. */
  readonly isDamaged: boolean;
}

/** Prints to be made a segment: from `firstOrdinal`, at most up to and without `end`. */
export interface BuildStep {
  readonly firstOrdinal: number;
  readonly end: number;
}

/** The prints of a workspace, and the characters of the metadata of those that are in no segment yet. */
type Unsealed = Readonly<Record<"prints" | "metadataCharacters", number>>;

/**
 * What to build next in a workspace; `null` when there is nothing to do. In this order: what is damaged or missing,
 * since searches are slow until then; new prints; segments with prints that are to be forgotten, or with many changes;
 * small segments into large ones, and what is left of them into middle ones.
 * @param segments the published ones, by ordinal
 */
export function planNext(
  segments: readonly PlannedSegment[],
  unsealed: Unsealed,
  sizes: IndexSizes,
): BuildStep | null {
  return (
    fillGap(segments, sizes) ??
    sealTail(segments, unsealed, sizes) ??
    forgetRemoved(segments, sizes) ??
    foldChanges(segments, sizes) ??
    mergeUpTo(segments, sizes.segmentPrints, sizes.segmentMetadataBytes) ??
    mergeUpTo(segments, sizes.middleSegmentPrints, sizes.segmentMetadataBytes)
  );
}

/**
 * The metadata after which a segment is closed with fewer prints, bytes. Only what is new is closed early: what is merged
 * or mended has to become one segment again, or that would never end.
 */
export function metadataLimit(
  { firstOrdinal, end }: BuildStep,
  segments: Parameters<typeof sealedEnd>[0],
  { smallSegmentPrints, smallSegmentMetadataBytes, segmentMetadataBytes }: IndexSizes,
): number {
  const isNewAndSmall = firstOrdinal >= sealedEnd(segments) && end - firstOrdinal <= smallSegmentPrints;
  return isNewAndSmall ? smallSegmentMetadataBytes : segmentMetadataBytes;
}

function fillGap(segments: readonly PlannedSegment[], { segmentPrints }: IndexSizes): BuildStep | null {
  let end = 0;
  for (const { firstOrdinal, printCount, isDamaged } of segments) {
    if (firstOrdinal !== end) return { firstOrdinal: end, end: Math.min(firstOrdinal, end + segmentPrints) };
    if (isDamaged) return { firstOrdinal, end: firstOrdinal + printCount };
    end += printCount;
  }
  return null;
}

function sealTail(
  segments: readonly PlannedSegment[],
  { prints, metadataCharacters }: Unsealed,
  { segmentPrints, smallSegmentPrints, smallSegmentMetadataBytes }: IndexSizes,
): BuildStep | null {
  const sealed = sealedEnd(segments);
  const waiting = prints - sealed;
  const last = segments.at(-1);
  // What tag keys take beside their text is known of what is built only.
  const usual = last === undefined ? 0 : (last.metadataCharacters / last.printCount) * waiting;
  // A large segment at once, where there is enough for one, saves building it from small ones later.
  if (waiting >= segmentPrints) return { firstOrdinal: sealed, end: sealed + segmentPrints };
  if (waiting >= smallSegmentPrints) return { firstOrdinal: sealed, end: sealed + smallSegmentPrints };
  if (Math.max(metadataCharacters, usual) >= smallSegmentMetadataBytes)
    return { firstOrdinal: sealed, end: prints };
  return null;
}

/** The prints of a segment that were removed for good, and what of them makes it be built anew. */
export type RemovedPart = Pick<PlannedSegment, "printCount" | "removed" | "removedBefore" | "isToForget">;

/** A part of a segment's prints that it is worth building it anew for: as they go, that is done few times. */
const FORGOTTEN_SHARE = 1 / 4;

/** Whether a segment is built anew because prints of it were removed for good. */
export function isToForget(segment: RemovedPart, { segmentChanges }: IndexSizes): boolean {
  const { printCount, removed, removedBefore } = segment;
  if (segment.isToForget || removed === 0) return segment.isToForget;
  const areMany = removed > segmentChanges && removed >= printCount * FORGOTTEN_SHARE;
  return areMany || removed + removedBefore >= printCount;
}

function forgetRemoved(segments: readonly PlannedSegment[], sizes: IndexSizes): BuildStep | null {
  const found = segments.find((segment) => isToForget(segment, sizes));
  return found === undefined ? null : stepOf([found]);
}

function foldChanges(
  segments: readonly PlannedSegment[],
  { segmentChanges, workspaceChanges }: IndexSizes,
): BuildStep | null {
  const total = segments.reduce((sum, { changes }) => sum + changes, 0);
  const [most] = segments.toSorted((left, right) => right.changes - left.changes);
  if (most === undefined || total === 0) return null;
  return most.changes > segmentChanges || total > workspaceChanges ? stepOf([most]) : null;
}

/**
 * Groups neighbours from the first on, as many as a segment of so many prints may hold. A group is merged once it is
 * full or the next segment no longer fits in, so that nothing is merged twice to the same size.
 */
function mergeUpTo(
  segments: readonly PlannedSegment[],
  prints: number,
  metadataBytes: number,
): BuildStep | null {
  let group: PlannedSegment[] = [];
  for (const segment of segments) {
    if (group.length > 0 && !fits([...group, segment], prints, metadataBytes)) {
      if (group.length > 1) return stepOf(group);
      group = [];
    }
    group.push(segment);
    if (group.length > 1 && printsOf(group) === prints) return stepOf(group);
  }
  return null;
}

/** How many of the segments, from the first one on, are not merged with others as more prints come. */
export function settledCount(
  segments: readonly Pick<PlannedSegment, "printCount" | "metadataCharacters" | "firstOrdinal">[],
  { segmentPrints, segmentMetadataBytes }: IndexSizes,
): number {
  let open: (typeof segments)[number][] = [];
  for (const segment of segments) {
    if (!fits([...open, segment], segmentPrints, segmentMetadataBytes)) open = [];
    open.push(segment);
  }
  return segments.length - (printsOf(open) >= segmentPrints ? 0 : open.length);
}

function fits(
  group: readonly Pick<PlannedSegment, "printCount" | "metadataCharacters" | "firstOrdinal">[],
  prints: number,
  metadataBytes: number,
): boolean {
  const characters = group.reduce((sum, { metadataCharacters }) => sum + metadataCharacters, 0);
  return printsOf(group) <= prints && characters <= metadataBytes;
}

function stepOf(group: readonly PlannedSegment[]): BuildStep {
  return { firstOrdinal: (group[0] as PlannedSegment).firstOrdinal, end: sealedEnd(group) };
}
