import fc from "fast-check";
import { readGapsQuery } from "../../../src/contract/gaps.ts";
import { FILTERED_FIELDS } from "../../../src/contract/print-fields.ts";
import { type Facets, type FacetsQuery, NO_FACETS } from "../../../src/domain/facets-query.ts";
import { GAP_GROUPS, type GapsQuery } from "../../../src/domain/gaps-query.ts";
import type { SearchFilter, SearchQuery } from "../../../src/domain/search-query.ts";
import { searchQuery, tagKey, textQuery } from "../../../test/search/arbitraries.ts";
import { facets, spread } from "../../../test/search/facets-arbitraries.ts";
import { NUMBER_TAG, WIDE_TAG } from "./wide-prints.ts";

/** What is asked of prints. */
export type Question =
  | { readonly ask: "page"; readonly query: SearchQuery }
  | { readonly ask: "facets"; readonly query: FacetsQuery }
  | { readonly ask: "gaps"; readonly query: GapsQuery };

/** How a part of a text is written when it is sought: as it is, and as it is not. */
const FORMS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.normalize("NFD"),
  (text) => text.normalize("NFC"),
];

const place = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ tag: NUMBER_TAG }) },
  tagKey.map((tag) => ({ tag })),
  fc.constantFrom(...FILTERED_FIELDS).map((field) => ({ field })),
);

/**
 * Questions for prints.
 * @param texts some that prints have: parts of them are sought
 * @param areSpread whether the prints lie hours apart
 */
export function questions(texts: readonly string[], areSpread: boolean): fc.Arbitrary<Question> {
  const inTime = (filter: SearchFilter) => (areSpread ? spread(filter) : filter);
  const query = fc
    .oneof(
      { weight: 5, arbitrary: searchQuery },
      { weight: 1, arbitrary: textQuery },
      {
        weight: 3,
        arbitrary: fc
          .tuple(searchQuery, wideFilter(texts))
          .map(([asked, filter]): SearchQuery => ({ ...asked, filter })),
      },
    )
    .map((asked): SearchQuery => ({ ...asked, filter: inTime(asked.filter) }));
  const counted = fc.oneof(facets, fc.constantFrom(WIDE_TAG, NUMBER_TAG).map(countsOfTag));
  return fc.oneof(
    { weight: 6, arbitrary: query.map((asked): Question => ({ ask: "page", query: asked })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(query, counted)
        .map(([{ filter }, wanted]): Question => ({ ask: "facets", query: { filter, facets: wanted } })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(query, place, fc.subarray([...GAP_GROUPS]))
        .map(([{ filter }, of, by]): Question => ({
          ask: "gaps",
          query: { ...readGapsQuery({ of: { tag: NUMBER_TAG } }, "json"), filter, of, by },
        })),
    },
  );
}

/** A filter for a part of one of some texts. */
function wideFilter(texts: readonly string[]): fc.Arbitrary<SearchFilter> {
  const part = fc
    .record({
      text: fc.constantFrom(...texts),
      at: fc.nat(200),
      length: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.constant(200)),
      form: fc.constantFrom(...FORMS),
    })
    .map(({ text, at, length, form }) => {
      const characters = [...text];
      const begin = length > characters.length ? 0 : at % characters.length;
      return form(characters.slice(begin, begin + length).join(""));
    });
  const op = fc.constantFrom("contains" as const, "contains" as const, "eq" as const, "neq" as const);
  const deleted = fc.constantFrom(false, "any" as const);
  return fc
    .record({ op, value: part, deleted, of: fc.constantFrom("label", "tag", "either", "not") })
    .map(({ op: by, value, deleted: isDeleted, of }): SearchFilter => {
      const label = { op: by, value };
      const tag = { op: by, key: WIDE_TAG, value };
      if (of === "label") return { deleted: isDeleted, label };
      if (of === "tag") return { deleted: isDeleted, tag };
      const either = { join: "or" as const, entries: [{ label }, { tag }] };
      return { deleted: isDeleted, where: of === "either" ? either : { not: either } };
    });
}

function countsOfTag(key: string): Facets {
  return { ...NO_FACETS, tagKeys: true, tagValues: key, sum: key };
}
