/** How a text is compared; `contains` whatever its case. */
export interface StringFilter {
  readonly op: "eq" | "contains";
  readonly value: string;
}

export interface TagCondition extends StringFilter {
  readonly key: string;
}

/** The filters that the dashboard sends to the search. */
export interface SearchBody {
  readonly label?: StringFilter;
  readonly deviceId?: StringFilter;
  readonly printKey?: StringFilter;
  readonly tag?: { readonly and: readonly TagCondition[] };
  readonly deleted?: boolean | "any";
}
