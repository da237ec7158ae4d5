import type { Static } from "@sinclair/typebox";
import {
  DEFAULT_FACETS,
  DEFAULT_TIME_ZONE,
  type Facets as DomainFacets,
  type FacetsQuery,
  readTimeZone,
} from "../domain/facets-query.ts";
import { parseInstant } from "../domain/instant.ts";
import { SEARCH_LIMITS } from "../domain/limits.ts";
import type { SearchFilter, SearchQuery, StringFilter } from "../domain/search-query.ts";
import { read } from "./check.ts";
import { Facets } from "./facets.ts";
import { FILTERED_FIELDS } from "./print-fields.ts";
import { Search, searchFields } from "./search.ts";
import { tagQueryOf } from "./tag-query.ts";
import * as t from "./schema.ts";

/** Reads the body of a search (contract, section 4.3). @throws TillrollError BAD_REQUEST with all faults */
export function readSearchQuery(body: unknown): SearchQuery {
  const given = read(Search, body);
  const { orderBy = "createdAt.desc", page = 1, pageSize = SEARCH_LIMITS.pageSizeDefault, cursor } = given;
  return { filter: filterOf(given), orderBy, page, pageSize, ...(cursor !== undefined && { cursor }) };
}

/** Reads the body of a question for facets. @throws TillrollError BAD_REQUEST with all faults */
export function readFacetsQuery(body: unknown): FacetsQuery {
  const given = read(Facets, body);
  return {
    filter: filterOf(given),
    facets: given.facets === undefined ? DEFAULT_FACETS : facetsOf(given.facets),
  };
}

const SearchFields = t.object(searchFields);

function filterOf(given: Static<typeof SearchFields>): SearchFilter {
  const { tag, text, from, to, deleted = false } = given;
  const filter: { -readonly [Field in keyof SearchFilter]: SearchFilter[Field] } = { deleted };
  for (const name of FILTERED_FIELDS) {
    const wanted = given[name];
    if (wanted !== undefined) filter[name] = stringFilterOf(wanted);
  }
  if (tag !== undefined) filter.tag = tagQueryOf(tag);
  if (text !== undefined) filter.text = textPartsOf(text);
  if (from !== undefined) filter.from = parseInstant(from) ?? 0;
  if (to !== undefined) filter.to = parseInstant(to) ?? 0;
  return filter;
}

function stringFilterOf(given: string | StringFilter): StringFilter {
  return typeof given === "string" ? { op: "eq", value: given } : given;
}

type GivenText = NonNullable<Static<typeof SearchFields>["text"]>;

function textPartsOf(given: GivenText): string[] {
  const parts = Array.isArray(given) ? given : [given];
  return parts.map((part) => (typeof part === "string" ? part : part.value));
}

function facetsOf(given: NonNullable<Static<typeof Facets>["facets"]>): DomainFacets {
  const { deviceId = false, tagKeys = false, tagValues = null, time, timeZone = DEFAULT_TIME_ZONE } = given;
  const calendar =
    time === undefined ? null : { interval: time, timeZone: readTimeZone(timeZone) ?? timeZone };
  return { deviceId, tagKeys, tagValues, time: calendar };
}
