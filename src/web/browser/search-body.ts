import type { FilteredField } from "../../contract/print-fields.ts";

/** How a text is compared; `contains` whatever its case. */
export interface StringFilter {
  readonly op: "eq" | "contains";
  readonly value: string;
}

export interface TagCondition extends StringFilter {
  readonly key: string;
}

type FieldFilters = { readonly [Name in FilteredField]?: StringFilter };

/** The filters that the dashboard sends to the search. */
export interface SearchBody extends FieldFilters {
  readonly tag?: { readonly and: readonly TagCondition[] };
  /** Parts that must all be in the text of the receipt. */
  readonly text?: readonly string[];
  readonly deleted?: boolean | "any";
}

/** What a person looks for: filters that must all hold, and words that are on the receipt or in the label. */
export interface Wanted extends Omit<SearchBody, "label" | "text"> {
  readonly words?: readonly string[];
}
