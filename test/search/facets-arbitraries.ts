import fc from "fast-check";
import { mapCounted } from "../../src/contract/print-fields.ts";
import { type FacetsQuery, TIME_INTERVALS } from "../../src/domain/facets-query.ts";
import type { SearchFilter } from "../../src/domain/search-query.ts";
import { searchQuery, tagKey } from "./arbitraries.ts";

export const HOUR = 3_600_000;

/** What a wait of one is in a population for facets, milliseconds. */
export const TICK = 1.7 * HOUR;
const BEGINNING = 1_000_000;

const ZONES = [
  "UTC",
  "+05:30",
  "-09:15",
  "America/New_York",
  "Europe/Vienna",
  "Asia/Kathmandu",
  "Africa/Monrovia",
];

/** What is counted. */
export const facets = fc.record({
  ...mapCounted(() => fc.boolean()),
  tagKeys: fc.boolean(),
  tagValues: fc.option(tagKey),
  time: fc.option(
    fc.record({ interval: fc.constantFrom(...TIME_INTERVALS), timeZone: fc.constantFrom(...ZONES) }),
  ),
  sum: fc.option(tagKey),
});

/** Bounds of time that are as far apart as the prints. */
export function spread({ from, to, ...filter }: SearchFilter): SearchFilter {
  const later = (bound: number) => BEGINNING + (bound - BEGINNING) * TICK;
  return {
    ...filter,
    ...(from !== undefined && { from: later(from) }),
    ...(to !== undefined && { to: later(to) }),
  };
}

/** A question for facets of prints that lie hours apart. */
export const facetsQuery = fc
  .tuple(searchQuery, facets)
  .map(([{ filter }, wanted]): FacetsQuery => ({ filter: spread(filter), facets: wanted }));
