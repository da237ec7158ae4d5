import { COUNTED_FIELDS, mapCounted } from "../../src/contract/print-fields.ts";
import type { Facets, FacetsQuery, TimeFacet } from "../../src/domain/facets-query.ts";
import type { Print } from "../../src/domain/print.ts";
import { exactNumber, modelMatches } from "./search-model.ts";

/* Facets, counted as plainly as can be over an array. */

interface Entry {
  readonly value: string;
  readonly count: number;
}

/** The 50 most frequent values, equally frequent ones by their code points; and how often others come. */
export function modelTop(values: Iterable<string>): { values: Entry[]; others: number } {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const sorted = [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((left, right) => right.count - left.count || byCodePoints(left.value, right.value));
  const others = sorted.slice(50).reduce((sum, { count }) => sum + count, 0);
  return { values: sorted.slice(0, 50), others };
}

function byCodePoints(left: string, right: string): number {
  const [some, others] = [[...left], [...right]];
  for (const [index, character] of some.entries()) {
    const other = others[index];
    if (other === undefined) return 1;
    const difference = (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return some.length - others.length;
}

const tagsOf = ({ tag }: Print) => Object.entries(JSON.parse(tag) as Record<string, string>);

/** Nothing but the total. */
export const NO_FACETS: Facets = {
  ...mapCounted(() => false),
  tagKeys: false,
  tagValues: null,
  time: null,
  sum: null,
};

/** All counts but those by time. */
export function modelFacets(prints: readonly Print[], { filter, facets }: FacetsQuery) {
  const found = matchesOf(prints, { filter, facets });
  const total = found.length;
  const { tagKeys, tagValues, sum } = facets;
  const counted = COUNTED_FIELDS.filter((name) => facets[name]).map((name) => {
    const present = found.flatMap((print) => print[name] ?? []);
    return [name, { ...modelTop(present), missing: total - present.length }] as const;
  });
  const keys = modelTop(found.flatMap((print) => tagsOf(print).map(([key]) => key)));
  const values = found.flatMap((print) => tagsOf(print).filter(([key]) => key === tagValues));
  return {
    total,
    ...Object.fromEntries(counted),
    ...(tagKeys && {
      tagKeys: { keys: keys.values.map(({ value, count }) => ({ key: value, count })), others: keys.others },
    }),
    ...(tagValues !== null && {
      tagValues: {
        key: tagValues,
        ...modelTop(values.map(([, value]) => value)),
        missing: total - values.length,
      },
    }),
    ...(sum !== null && { sum: { key: sum, ...modelSum(found, sum) } }),
  };
}

/** Far more places behind the point than any test has. */
const PLACES = 1000;

/** The numbers of a tag key, added. */
export function modelSum(prints: readonly Print[], key: string) {
  const values = prints.flatMap((print) => tagsOf(print).filter(([own]) => own === key));
  const numbers = values.flatMap(([, value]) => exactNumber(value) ?? []);
  const units = numbers.reduce((sum, number) => sum + number, 0n);
  const digits = String(units < 0n ? -units : units).padStart(PLACES + 1, "0");
  const written = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0*$/, "");
  return {
    value: `${units < 0n ? "-" : ""}${written}`,
    count: numbers.length,
    others: values.length - numbers.length,
    missing: prints.length - values.length,
  };
}

export function matchesOf(prints: readonly Print[], { filter }: FacetsQuery): Print[] {
  return modelMatches(prints, { filter, orderBy: "id.asc", page: 1, pageSize: 1 });
}

/** How many matches there are by what a clock on the wall says, such as `1970-01-01 05`. */
export function modelTimes(
  prints: readonly Print[],
  query: FacetsQuery,
  time: TimeFacet,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { createdAt } of matchesOf(prints, query)) {
    const label = wallClock(createdAt, time);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return counts;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The year, month, day and hour on the wall, as far as the interval goes. */
export function wallClock(moment: number, { interval, timeZone }: NonNullable<Facets["time"]>): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const parts = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" } as const;
    format = new Intl.DateTimeFormat("en", { ...parts, timeZone, hourCycle: "h23" });
    formats.set(timeZone, format);
  }
  const part = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const names = ["year", "month", "day", "hour"].slice(
    0,
    interval === "month" ? 2 : interval === "day" ? 3 : 4,
  );
  return names.map((name) => part.get(name as "year")).join("-");
}
