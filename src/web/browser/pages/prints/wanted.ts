import type { SearchBody } from "../../../../contract/search.ts";
import { tagTerm } from "../../../../search-language/completion.ts";
import { withTerm } from "../../../../search-language/edits.ts";
import type { SearchFault } from "../../../../search-language/faults.ts";
import { readSearch, wordsOf } from "../../../../search-language/search.ts";
import { searchContext } from "./finder/search-context.ts";

/** What a query looks for. */
export interface Wanted {
  /** What the service is asked; `{}` for all prints. */
  readonly body: SearchBody;
  /** Words that are to be on the receipt or in the label, for marking them. */
  readonly words: readonly string[];
  /** What is wrong with the query, and what the reader should know of it. */
  readonly faults: readonly SearchFault[];
}

/** What a query looks for in a workspace. @param q as it stands in the address */
export function wantedOf(slug: string, q: string): Wanted {
  const { wanted, faults } = readSearch(q, searchContext(slug));
  return { body: wanted, words: wordsOf(q), faults };
}

/** A value of a print by which a search can be narrowed. */
export type Narrowing =
  | { readonly kind: "device"; readonly value: string }
  | { readonly kind: "tag"; readonly key: string; readonly value: string };

/** The condition of a search that asks for a value. */
export function termOf(narrowing: Narrowing) {
  return narrowing.kind === "tag"
    ? tagTerm(narrowing.key, narrowing.value)
    : ({ kind: "key", key: "device", operator: "", value: narrowing.value } as const);
}

/** A query that also wants a value; as it was when it wants that already. @param isNot wants all others */
export function narrowedBy(q: string, narrowing: Narrowing, isNot = false): string {
  return withTerm(q, termOf(narrowing), isNot);
}
