import type { FilteredField } from "../contract/print-fields.ts";
import type { SearchFilter } from "./search-query.ts";

/** What numbers are counted apart by. */
export const GAP_GROUPS = ["deviceId", "day"] as const;

export type GapGroup = (typeof GAP_GROUPS)[number];

/** Where a print has its number: in a tag, or in a field that is text. */
export type NumberPlace = { readonly tag: string } | { readonly field: FilteredField };

/** What is wrong with a number: none came, more than one print has it, or it came after a larger one. */
export const GAP_KINDS = ["missing", "doubled", "outOfOrder"] as const;

export type GapKind = (typeof GAP_KINDS)[number];

/** How the numbers of prints are read and grouped. */
export interface NumberRules {
  readonly of: NumberPlace;
  readonly by: readonly GapGroup[];
  /** What the whole value is like, such as `R-#`; `null`: its last digits are the number, what is around them its series. */
  readonly pattern: string | null;
  /** The number with which each group begins; `null`: with the first that is there. */
  readonly startsAt: number | null;
  /** Whose days, an IANA name or an offset. */
  readonly timeZone: string;
  /** When a day begins, such as `04:00`. */
  readonly dayBegins: string;
}

/** A question for the numbers that are missing, doubled or out of order among the prints of a search. */
export interface GapsQuery extends NumberRules {
  readonly filter: SearchFilter;
  /** 1-based. */
  readonly page: number;
  readonly pageSize: number;
  /** A table has all findings and no pages. */
  readonly form: "json" | "csv";
}
