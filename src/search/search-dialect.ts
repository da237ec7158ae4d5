import type { SQL } from "drizzle-orm";
import type { FilteredField } from "../contract/print-fields.ts";
import type { TagCondition } from "../domain/tag-query.ts";
import type { RowState } from "../domain/where.ts";

/**
 * What the engines of a search's SQL do not share. All else is one text for both: tables and columns have the same names.
 * A condition is true, or false or NULL, which counts as false.
 */
export interface SearchDialect {
  /** Whether the row is of a print that was not removed for good. */
  readonly isThere: SQL;
  /** Whether a field holds a part, without regard to case. */
  contains(field: FilteredField, part: string): SQL;
  /** Whether the print has the key, with a value that fits. */
  tagHolds(condition: TagCondition): SQL;
  /** Whether a line of the receipt holds a part, which is as `foldLine` makes it and not empty. */
  textHolds(foldedPart: string): SQL;
  /** Whether the print is a test print, or its deliveries are in a state. */
  isIn(state: RowState): SQL;
  /** A text as it is sorted: by code points. */
  inOrder(text: SQL): SQL;
}
