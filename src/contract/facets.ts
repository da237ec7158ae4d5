import { Type } from "@sinclair/typebox";
import { readTimeZone, TIME_INTERVALS } from "../domain/facets-query.ts";
import { FACET_LIMITS } from "../domain/limits.ts";
import { isJsonObject, nameOfType } from "../domain/validation.ts";
import {
  anyText,
  choice,
  flag,
  integer,
  list,
  named,
  optional,
  saying,
  strict,
  textOf,
  together,
} from "./schema.ts";
import { checkPaging, notFilters, searchFields, textPending } from "./search.ts";

const timeZone = textOf(
  (value) => readTimeZone(value) !== null,
  "must be an IANA name such as Europe/Vienna, or an offset such as +02:00.",
  {
    maxLength: FACET_LIMITS.timeZoneCharacters,
    description:
      "Whose calendar: an IANA name or an offset such as +02:00; UTC when not given. Only with time.",
    examples: ["Europe/Vienna"],
  },
);

const wanted = saying(
  strict(
    optional({
      deviceId: flag({ description: "Count by device." }),
      tagKeys: flag({ description: "Count the keys of tags." }),
      tagValues: anyText({ description: "Count the values of this tag key." }),
      time: choice(TIME_INTERVALS, { description: "Count by createdAt, in intervals of the calendar." }),
      timeZone,
    }),
    {
      description:
        "Which counts are wanted; {} for the total alone. When not given: deviceId, tagKeys, and time by day in UTC.",
    },
  ),
  (value) => `must be an object such as {"deviceId": true}, not ${nameOfType(value)}.`,
);

/** The body of a search, whose order and paging are checked and then ignored, so that one body can be sent for both. */
export const Facets = named(
  "Facets",
  together(
    saying(
      strict(
        { ...searchFields, facets: Type.Optional(wanted) },
        {
          description: "The filters of a search, and which counts over the prints they find are wanted.",
          examples: [
            { from: "2026-01-01", facets: { deviceId: true, time: "day", timeZone: "Europe/Vienna" } },
          ],
        },
      ),
      notFilters,
    ),
    (body, issues) => {
      checkPaging(body, issues);
      const facets = body["facets"];
      if (isJsonObject(facets) && "timeZone" in facets && !("time" in facets))
        issues.add("facets.timeZone", "is of no use without facets.time; give both.");
    },
  ),
);

const count = integer(0, undefined, { description: "Prints." });

const THE_MOST_FREQUENT = {
  description: "The most frequent first, equally frequent ones by their code points.",
};

const valueCounts = {
  values: list(Type.Object({ value: anyText(), count }), FACET_LIMITS.values, THE_MOST_FREQUENT),
  others: integer(0, undefined, { description: "Prints with other values than these." }),
  missing: integer(0, undefined, { description: "Prints without a value." }),
};

const timeCounts = Type.Object(
  {
    interval: choice(TIME_INTERVALS, { description: "As it was asked for." }),
    timeZone: anyText({ description: "As the calendar names it." }),
    buckets: list(
      Type.Object({
        from: anyText({
          format: "date-time",
          description: "Where it begins, with the time zone's offset; it ends where the next one begins.",
          examples: ["2026-01-31T00:00:00.000+01:00"],
        }),
        count,
      }),
      FACET_LIMITS.timeBuckets,
    ),
  },
  {
    description:
      "All intervals from that of the first matching print to that of the last, empty ones too. A request that " +
      `would have more than ${FACET_LIMITS.timeBuckets} is refused.`,
  },
);

export const FacetCounts = named(
  "FacetCounts",
  Type.Object(
    {
      total: integer(0, undefined, { description: "All prints that match." }),
      ...optional({
        deviceId: Type.Object(valueCounts),
        tagKeys: Type.Object({
          keys: list(Type.Object({ key: anyText(), count }), FACET_LIMITS.values, THE_MOST_FREQUENT),
          others: integer(0, undefined, { description: "Tags with other keys, counted on every print." }),
        }),
        tagValues: Type.Object({ key: anyText(), ...valueCounts }),
        time: timeCounts,
      }),
      textPending,
    },
    { description: "Counts over all prints that match; only those that were asked for." },
  ),
);
