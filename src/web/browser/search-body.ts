import type { SearchBody } from "../../contract/search.ts";
import type { TagCondition } from "../../contract/tag-query.ts";
import type { StringFilter } from "../../domain/search-query.ts";

export type { SearchBody, StringFilter, TagCondition };

/** What a person looks for: filters that must all hold, and words that are on the receipt or in the label. */
export interface Wanted extends Pick<SearchBody, "deviceId" | "printKey" | "deleted"> {
  readonly tag?: { readonly and: TagCondition[] };
  readonly words?: string[];
}
