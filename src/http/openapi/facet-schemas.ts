import { Type } from "@sinclair/typebox";
import { TIME_INTERVALS } from "../../domain/facets-query.ts";
import { FACET_LIMITS } from "../../domain/limits.ts";
import { words } from "./fields.ts";
import { Page, Search } from "./search-schemas.ts";

const wanted = Type.Object(
  {
    deviceId: Type.Optional(Type.Boolean({ description: "Count by device." })),
    tagKeys: Type.Optional(Type.Boolean({ description: "Count the keys of tags." })),
    tagValues: Type.Optional(Type.String({ description: "Count the values of this tag key." })),
    time: Type.Optional(words(TIME_INTERVALS, "Count by createdAt, in intervals of the calendar.")),
    timeZone: Type.Optional(
      Type.String({
        maxLength: FACET_LIMITS.timeZoneCharacters,
        default: "UTC",
        description: "Whose calendar: an IANA name or an offset such as +02:00. Only with time.",
        examples: ["Europe/Vienna"],
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      "Which counts are wanted; {} for the total alone. When not given: deviceId, tagKeys, and time by day in UTC.",
  },
);

export const Facets = Type.Object(
  { ...Search.properties, facets: Type.Optional(wanted) },
  {
    additionalProperties: false,
    description: "The filters of a search, and which counts over the prints they find are wanted.",
    examples: [{ from: "2026-01-01", facets: { deviceId: true, time: "day", timeZone: "Europe/Vienna" } }],
  },
);

const count = Type.Integer({ minimum: 0, description: "Prints." });

const valueCounts = {
  values: Type.Array(Type.Object({ value: Type.String(), count }), {
    maxItems: FACET_LIMITS.values,
    description: "The most frequent first, equally frequent ones by their code points.",
  }),
  others: Type.Integer({ minimum: 0, description: "Prints with other values than these." }),
  missing: Type.Integer({ minimum: 0, description: "Prints without a value." }),
};

export const FacetCounts = Type.Object(
  {
    total: Type.Integer({ minimum: 0, description: "All prints that match." }),
    deviceId: Type.Optional(Type.Object(valueCounts)),
    tagKeys: Type.Optional(
      Type.Object({
        keys: Type.Array(Type.Object({ key: Type.String(), count }), {
          maxItems: FACET_LIMITS.values,
          description: "The most frequent first, equally frequent ones by their code points.",
        }),
        others: Type.Integer({ minimum: 0, description: "Tags with other keys, counted on every print." }),
      }),
    ),
    tagValues: Type.Optional(Type.Object({ key: Type.String(), ...valueCounts })),
    time: Type.Optional(
      Type.Object(
        {
          interval: words(TIME_INTERVALS, "As it was asked for."),
          timeZone: Type.String({ description: "As the calendar names it." }),
          buckets: Type.Array(
            Type.Object({
              from: Type.String({
                format: "date-time",
                description:
                  "Where it begins, with the time zone's offset; it ends where the next one begins.",
                examples: ["2026-01-31T00:00:00.000+01:00"],
              }),
              count,
            }),
            { maxItems: FACET_LIMITS.timeBuckets },
          ),
        },
        {
          description:
            "All intervals from that of the first matching print to that of the last, empty ones too. A request that " +
            `would have more than ${FACET_LIMITS.timeBuckets} is refused.`,
        },
      ),
    ),
    textPending: Page.properties.textPending,
  },
  { description: "Counts over all prints that match; only those that were asked for." },
);
