import type { ColumnName } from "../format/column.ts";
import type { RisingNumbers } from "../format/rising-numbers.ts";

/** Raised whenever older segments cannot be read any more: they are built anew then. */
export const SEGMENT_FORMAT = 5;

/** How a column is kept. */
export const COLUMN_KINDS = { dictionary: 0, text: 1 } as const;

/** Part 0 of a segment, as JSON: what it holds and in which parts. */
export interface SegmentDirectory {
  readonly prints: number;
  /** Characters of the prints' metadata. */
  readonly metadataCharacters: number;
  /** The prints' ids; `null` where all were removed. */
  readonly ids: RisingNumbers | null;
  /** `createdAt` of the first and the last print, and of all; `null` where all were removed. */
  readonly createdFrom: number;
  readonly createdTo: number;
  readonly created: RisingNumbers | null;
  /** The part with the positions of deleted prints; 0: there are none. */
  readonly deletedPart: number;
  /** The part with the positions of prints that were removed for good; not there: there are none. */
  readonly removedPart?: number;
  /** How many they are. */
  readonly removedPrints?: number;
  /** The part with the positions of prints updated after they were stored, and their `updatedAt`; 0: none. */
  readonly updatedPart: number;
  /** Columns: name, kind, first part. */
  readonly columns: readonly (readonly [name: ColumnName, kind: number, firstPart: number])[];
  /** The table of rare tag keys: its first part and the number of its parts; 0 parts: there are none. */
  readonly rarePart: number;
  readonly rareParts: number;
}
