import { type Static, type TProperties, Type } from "@sinclair/typebox";
import {
  DEFAULT_FACETS,
  DEFAULT_TIME_ZONE,
  type Facets as DomainFacets,
  type FacetsQuery,
  readTimeZone,
  TIME_INTERVALS,
} from "../domain/facets-query.ts";
import { FACET_LIMITS } from "../domain/limits.ts";
import { isJsonObject, type IssueList, type JsonObject, nameOfType } from "../domain/validation.ts";
import { read } from "./check.ts";
import { COUNTED_FIELDS, mapCounted, PRINT_FIELDS } from "./print-fields.ts";
import * as t from "./schema.ts";
import { checkPaging, filterOf, notFilters, searchFields, textPending } from "./search.ts";

/** The counts that can be asked for. */
const WANTED = t.optional({
  ...mapCounted((name) => t.flag(PRINT_FIELDS[name].facet)),
  tagKeys: t.flag("Count the keys of tags."),
  tagValues: t.anyText("Count the values of this tag key."),
  time: t.choice(TIME_INTERVALS, "Count by createdAt, in intervals of the calendar."),
  timeZone: t.textOf(
    (value) => readTimeZone(value) !== null,
    "must be an IANA name such as Europe/Vienna, or an offset such as +02:00.",
    {
      maxLength: FACET_LIMITS.timeZoneCharacters,
      description:
        "Whose calendar: an IANA name or an offset such as +02:00; UTC when not given. Only with time.",
      examples: ["Europe/Vienna"],
    },
  ),
  sum: t.anyText("Add the numbers of this tag key, such as total; with time, in each interval as well."),
});

/** Says which counts are wanted. @param more what can be asked for beside those of a workspace */
export function wantedFacets<More extends TProperties>(more: More, names: readonly string[]) {
  return t.strict(
    { ...more, ...WANTED },
    {
      fault: (value) => `must be an object such as {"deviceId": true}, not ${nameOfType(value)}.`,
      description: `Which counts are wanted; {} for the total alone. When not given: ${names.join(", ")}, and time by day in UTC.`,
    },
  );
}

/** What is counted when the body does not say. */
export const DEFAULT_NAMES: readonly string[] = [...COUNTED_FIELDS, "tagKeys"];

/** Checks what of a body must fit together. */
export function checkFacets(body: JsonObject, issues: IssueList): void {
  checkPaging(body, issues);
  const facets = body["facets"];
  if (isJsonObject(facets) && "timeZone" in facets && !("time" in facets))
    issues.add("facets.timeZone", "is of no use without facets.time; give both.");
}

/** The body of a search, whose order and paging are checked and then ignored, so that one body can be sent for both. */
export const Facets = t.strict(
  { ...searchFields, facets: Type.Optional(wantedFacets({}, DEFAULT_NAMES)) },
  {
    name: "Facets",
    together: checkFacets,
    fault: notFilters,
    description: "The filters of a search, and which counts over the prints they find are wanted.",
    examples: [{ from: "2026-01-01", facets: { deviceId: true, time: "day", timeZone: "Europe/Vienna" } }],
  },
);

const prints = t.count("Prints.");

const THE_MOST_FREQUENT = "The most frequent first, equally frequent ones by their code points.";

/** What is told of the values of something. */
export const valueCounts = {
  values: t.list(t.object({ value: t.anyText(), count: prints }), FACET_LIMITS.values, THE_MOST_FREQUENT),
  others: t.count("Prints with other values than these."),
  missing: t.count("Prints without a value."),
};

const ADDED = { description: "The numbers added, exactly, as a decimal number.", examples: ["1234.5"] };

const timeCounts = t.object(
  {
    interval: t.choice(TIME_INTERVALS, "As it was asked for."),
    timeZone: t.anyText("As the calendar names it."),
    buckets: t.list(
      t.object({
        from: t.anyText({
          format: "date-time",
          description: "Where it begins, with the time zone's offset; it ends where the next one begins.",
          examples: ["2026-01-31T00:00:00.000+01:00"],
        }),
        count: prints,
        sum: Type.Optional(t.anyText(ADDED)),
      }),
      FACET_LIMITS.timeBuckets,
    ),
  },
  "All intervals from that of the first matching print to that of the last, empty ones too. A request that " +
    `would have more than ${FACET_LIMITS.timeBuckets} is refused.`,
);

export const FacetCounts = t.object(
  {
    total: t.count("All prints that match."),
    ...t.optional({
      ...mapCounted(() => t.object(valueCounts)),
      tagKeys: t.object({
        keys: t.list(t.object({ key: t.anyText(), count: prints }), FACET_LIMITS.values, THE_MOST_FREQUENT),
        others: t.count("Tags with other keys, counted on every print."),
      }),
      tagValues: t.object({ key: t.anyText(), ...valueCounts }),
      time: timeCounts,
      sum: t.object({
        key: t.anyText("As it was asked for."),
        value: t.anyText(ADDED),
        count: t.count("Prints whose value is a number."),
        others: t.count("Prints whose value is none, such as 12,50."),
        missing: t.count("Prints without the key."),
      }),
    }),
    textPending,
  },
  { name: "FacetCounts", description: "Counts over all prints that match; only those that were asked for." },
);

export type FacetsAnswer = Static<typeof FacetCounts>;

/** Reads the body of a question for facets. @throws TillrollError BAD_REQUEST with all faults */
export function readFacetsQuery(body: unknown): FacetsQuery {
  const given = read(Facets, body);
  return {
    filter: filterOf(given),
    facets: given.facets === undefined ? DEFAULT_FACETS : facetsOf(given.facets),
  };
}

const Wanted = t.object(WANTED);

/** What is asked for, as it is counted. */
export function facetsOf(given: Static<typeof Wanted>): DomainFacets {
  const { tagKeys = false, tagValues = null, time, timeZone = DEFAULT_TIME_ZONE, sum = null } = given;
  const calendar =
    time === undefined ? null : { interval: time, timeZone: readTimeZone(timeZone) ?? timeZone };
  const counted = mapCounted((name) => given[name] ?? false);
  return { ...counted, tagKeys, tagValues, time: calendar, sum };
}
