import { endOf, type SegmentRow } from "../segment/segment-row.ts";

/** A published catalogue as the plan sees it. */
export interface PlannedCatalogue extends Pick<SegmentRow, "firstOrdinal" | "printCount"> {
  /** The segments that it is about; none where it is damaged. */
  readonly segmentIds: ReadonlySet<number>;
}

/** Behind the last whole group so many segments are one too: a lone one is as soon asked itself. */
const LEAST_OF_REST = 2;

/** A part of a catalogue's segments that may be others before it is written anew: they are asked themselves meanwhile. */
const STALE_SHARE = 1 / 4;

/**
 * Which segments to make a catalogue of next; `null` when there is nothing to do. There are few catalogues, and none is
 * written often: each is of a group of segments, counted from the first one on, as large as groups can be there. The last
 * is of those that are too few for a group, and is written anew as others come to them.
 * @param segments those that are not merged any more, by ordinal @param sizes of groups, the largest first
 */
export function planCatalogue<Row extends SegmentRow>(
  segments: readonly Row[],
  catalogues: readonly PlannedCatalogue[],
  sizes: readonly number[],
): readonly Row[] | null {
  for (let at = 0; ;) {
    const rest = segments.length - at;
    const size = sizes.find((some) => at % some === 0 && some <= rest) ?? rest;
    if (size < LEAST_OF_REST) return null;
    const group = segments.slice(at, at + size);
    const known = catalogues.find(
      (one) => one.firstOrdinal === group[0]?.firstOrdinal && endOf(one) === endOf(group.at(-1) as Row),
    );
    const strange = group.filter(({ id }) => known?.segmentIds.has(id) !== true);
    if (strange.length > size * STALE_SHARE) return group;
    at += size;
  }
}
