import { valueHash } from "../format/hash-part.ts";
import type { ColumnName } from "../format/column.ts";

const TAG = "tag:";

/** What an entry of a catalogue is about: a value in a column, or that a print has a tag key at all; both hashed. */
export interface CatalogueKey {
  readonly hash: number;
  readonly column: number;
}

/** No column has this name: each is that of a field, or begins with `tag:`. */
const KEYS = valueHash("keys of tags");

/** The hash of a column's name. */
export function columnHash(column: ColumnName): number {
  return valueHash(column);
}

/** A value in a column. @param value as it is, not folded */
export function valueKey(column: ColumnName, value: string): CatalogueKey {
  return { hash: valueHash(value), column: columnHash(column) };
}

/** That a print has a column's tag key; `null` for a field of prints, which nearly all have. */
export function presenceKey(column: ColumnName): CatalogueKey | null {
  return column.startsWith(TAG) ? { hash: valueHash(column.slice(TAG.length)), column: KEYS } : null;
}
