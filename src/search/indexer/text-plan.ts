import type { IndexSizes } from "../index-sizes.ts";
import { sealedEnd, type SegmentRow } from "../segment/segment-row.ts";
import type { BuildStep } from "./plan.ts";

/** A published segment of lines as the plan sees it. */
export interface PlannedLines extends Pick<SegmentRow, "id" | "firstOrdinal" | "printCount"> {
  /** It is damaged, or was decoded with other settings or another version. */
  readonly isStale: boolean;
  /** It has lines of prints that were removed for good and is to forget them. */
  readonly isToForget: boolean;
  readonly byteLength: number;
}

/**
 * Decode prints into a segment, make one segment of several that are current, or of one that is to forget removed prints,
 * or decode the newest one by one.
 */
export interface TextStep extends BuildStep {
  readonly do: "decode" | "merge" | "newest";
}

/**
 * What to do next for the text of a workspace; `null` when there is nothing. First what is new, since that is what
 * people look for; then what is missing or was decoded otherwise; then what has to forget; then small segments into large ones.
 * @param undecoded how many prints there are, up to which ordinal the newest are decoded, and the characters of these
 */
export function planText(
  segments: readonly PlannedLines[],
  undecoded: Readonly<Record<"prints" | "decoded" | "decodedCharacters", number>>,
  sizes: IndexSizes,
): TextStep | null {
  const { prints, decoded, decodedCharacters } = undecoded;
  const { smallSegmentPrints, smallSegmentTextBytes } = sizes;
  const end = sealedEnd(segments);
  if (prints - end >= smallSegmentPrints || (prints > end && decodedCharacters >= smallSegmentTextBytes)) {
    return decodeFrom(end, Math.min(end + smallSegmentPrints, prints), sizes);
  }
  const firstOrdinal = Math.max(decoded, end);
  if (firstOrdinal < prints) return { do: "newest", firstOrdinal, end: prints };
  return repair(segments, sizes) ?? forget(segments) ?? merge(segments, sizes);
}

/** Ends where a field of the grid does, that those after it lie on it again. */
function decodeFrom(firstOrdinal: number, end: number, { segmentPrints }: IndexSizes): TextStep {
  const fieldEnd = (Math.floor(firstOrdinal / segmentPrints) + 1) * segmentPrints;
  return { do: "decode", firstOrdinal, end: Math.min(end, fieldEnd) };
}

function repair(segments: readonly PlannedLines[], sizes: IndexSizes): TextStep | null {
  let end = 0;
  for (const { firstOrdinal, printCount, isStale } of segments) {
    if (firstOrdinal !== end) return decodeFrom(end, firstOrdinal, sizes);
    if (isStale) return { do: "decode", firstOrdinal, end: firstOrdinal + printCount };
    end += printCount;
  }
  return null;
}

/** Segments lie on a grid of `segmentPrints`: what is whole within a field of it becomes one segment. */
function forget(segments: readonly PlannedLines[]): TextStep | null {
  const found = segments.find(({ isToForget }) => isToForget);
  if (found === undefined) return null;
  return { do: "merge", firstOrdinal: found.firstOrdinal, end: found.firstOrdinal + found.printCount };
}

function merge(
  segments: readonly PlannedLines[],
  { segmentPrints, mergedLinesBytes }: IndexSizes,
): TextStep | null {
  let field = -1;
  let covered = 0;
  let bytes = 0;
  for (const { firstOrdinal, printCount, byteLength } of segments) {
    const own = Math.floor(firstOrdinal / segmentPrints);
    covered = own === field ? covered + printCount : printCount;
    bytes = own === field ? bytes + byteLength : byteLength;
    field = own;
    if (covered === segmentPrints && printCount < segmentPrints && bytes <= mergedLinesBytes) {
      return { do: "merge", firstOrdinal: field * segmentPrints, end: (field + 1) * segmentPrints };
    }
  }
  return null;
}
