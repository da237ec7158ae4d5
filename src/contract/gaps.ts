import type { Static } from "@sinclair/typebox";
import { DEFAULT_TIME_ZONE, readTimeZone } from "../domain/facets-query.ts";
import { GAP_GROUPS, GAP_KINDS, type GapsQuery, type NumberPlace } from "../domain/gaps-query.ts";
import { FACET_LIMITS, PRINT_LIMITS } from "../domain/limits.ts";
import { GAP_LIMITS } from "../gaps/gap-limits.ts";
import { isPattern } from "../gaps/read-number.ts";
import { read } from "./check.ts";
import { FILTERED_FIELDS } from "./print-fields.ts";
import * as t from "./schema.ts";
import { filterOf, notFilters, searchFields, textPending } from "./search.ts";

const { orderBy: _orderBy, cursor: _cursor, page: _page, pageSize: _pageSize, ...filters } = searchFields;

const place = t.union(
  [
    t.strict({ tag: t.text(1, PRINT_LIMITS.tagKeyCharacters, "A key of tags.") }),
    t.strict({ field: t.choice(FILTERED_FIELDS) }),
  ],
  {
    description: "Where the number is.",
    fault: () => 'must be an object such as {"tag": "receipt"} or {"field": "label"}.',
  },
);

/** The body of a question for gaps: the filters of a search, and where the numbers are. */
export const Gaps = t.strict(
  {
    ...filters,
    of: place,
    ...t.optional({
      by: t.list(
        t.choice(GAP_GROUPS),
        GAP_GROUPS.length,
        "Numbers are counted up by each device, or begin anew each day, or both; by neither when not given.",
      ),
      pattern: t.textOf(
        (value) => value.length <= GAP_LIMITS.patternCharacters && isPattern(value),
        "must have one # for the number, such as R-#, and at most one * before and behind it.",
        {
          maxLength: GAP_LIMITS.patternCharacters,
          description:
            "What the whole value is like: # stands for the number, * for any characters, all others for themselves. When not " +
            "given, the last digits are the number, and values that differ around it are series of their own.",
          examples: ["R-#"],
        },
      ),
      startsAt: t.integer(0, GAP_LIMITS.largestNumber, "With which number each group begins."),
      timeZone: t.textOf(
        (value) => readTimeZone(value) !== null,
        "must be an IANA name such as Europe/Vienna, or an offset such as +02:00.",
        {
          maxLength: FACET_LIMITS.timeZoneCharacters,
          description: "Whose days; UTC when not given.",
          examples: ["Europe/Vienna"],
        },
      ),
      dayBegins: t.textOf(
        (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
        "must be a time of the day such as 04:00.",
        {
          description: "When a day begins, for who is open after midnight; 00:00 when not given.",
          examples: ["04:00"],
        },
      ),
      page: t.integer(1, undefined, "Of the findings; 1 when not given."),
      pageSize: t.integer(1, GAP_LIMITS.pageSizeMaximum, `${GAP_LIMITS.pageSizeDefault} when not given.`),
    }),
  },
  {
    name: "Gaps",
    fault: notFilters,
    description:
      "Which prints have numbers, and how these are counted up. Deleted prints count as there, unless deleted is given.",
    examples: [{ of: { tag: "receipt" }, by: ["deviceId", "day"], timeZone: "Europe/Vienna" }],
  },
);

const group = {
  series: t.anyText({
    description: "What stands around the number, which is #.",
    examples: ["R-#"],
  }),
  deviceId: t.nullable(t.anyText(), "null where none is given, or it does not matter."),
  day: t.nullable(t.anyText({ examples: ["2026-01-31"] }), "null where days do not matter."),
};

const printId = t.integer(1);

const finding = t.object({
  kind: t.choice(GAP_KINDS),
  ...group,
  from: t.anyText("The number, the first of those that are missing."),
  to: t.anyText("The last of those that are missing; else the same."),
  count: t.count("Numbers that are missing, or prints that have the number."),
  before: t.nullable(
    printId,
    "The print with the number before the gap, or that came before with a larger number.",
  ),
  after: t.nullable(printId, "The print with the number behind the gap, or that came with a smaller number."),
  previous: t.nullable(
    t.anyText(),
    "The larger number that came before; null where nothing is out of order.",
  ),
  removed: t.count(
    "Prints that were removed for good between these two: their numbers are not known any more.",
  ),
  prints: t.list(
    t.object({
      id: printId,
      sameBytes: t.flag("Whether it has the same bytes as the first of them: it was sent again."),
    }),
    null,
    "Those that have the number, where it is doubled.",
  ),
  differ: t.flag("Whether one of them has other bytes: another receipt, or one marked as a copy."),
});

const groupAnswer = t.object({
  ...group,
  first: t.anyText("The smallest number."),
  last: t.anyText("The largest number."),
  prints: t.count("Prints with a number."),
  numbers: t.count("Numbers that are there."),
  deleted: t.count("Of the prints, those that are marked deleted."),
  missing: t.count("Numbers between that are not there."),
  doubled: t.count("Prints whose number an earlier one has."),
  outOfOrder: t.count("Numbers that came after a larger one."),
});

export const GapReport = t.object(
  {
    total: t.count("Prints that the search finds."),
    numbered: t.count("Those that have a number."),
    without: t.count("Those that have nothing where the number is looked for."),
    notNumbers: t.count("Those that have something there that is no number."),
    notNumbered: t.list(
      t.object({ id: printId, value: t.anyText() }),
      GAP_LIMITS.examples,
      "The first of those that have no number there.",
    ),
    deleted: t.count("Prints with a number that are marked deleted; they count as there."),
    removed: t.count(
      "Prints of the workspace that were removed for good; what numbers they had is not known.",
    ),
    missing: t.count("Numbers that are missing."),
    missingRanges: t.count("Gaps."),
    perhapsRemoved: t.count("Gaps in which prints were removed for good, which may have been these."),
    doubled: t.count("Prints whose number an earlier one has."),
    differing: t.count("Doubled numbers whose prints differ."),
    outOfOrder: t.count("Numbers that came after a larger one."),
    isTruncated: t.flag("Whether more is doubled or out of order than is told one by one."),
    groupCount: t.count("Series of numbers, by device and day where that was asked for."),
    groups: t.list(
      groupAnswer,
      GAP_LIMITS.toldGroups,
      "By series, device and day; those with the most findings where there are more.",
    ),
    findings: t.list(finding, GAP_LIMITS.pageSizeMaximum, "A page of them, in the order of the groups."),
    findingCount: t.count("All findings."),
    page: t.integer(1),
    pageSize: t.integer(1),
    textPending,
  },
  { name: "GapReport", description: "Which numbers are missing, doubled, or out of order." },
);

export type GapsAnswer = Static<typeof GapReport>;
export type GapFinding = Static<typeof finding>;
export type GapGroupAnswer = Static<typeof groupAnswer>;

/** Reads the body of a question for gaps. @throws TillrollError BAD_REQUEST with all faults */
export function readGapsQuery(body: unknown, form: GapsQuery["form"]): GapsQuery {
  const given = read(Gaps, body);
  const { by = [], pattern = null, startsAt = null, timeZone = DEFAULT_TIME_ZONE } = given;
  return {
    filter: filterOf({ deleted: "any", ...given }),
    of: given.of as NumberPlace,
    by: [...new Set(by)],
    pattern,
    startsAt,
    timeZone: readTimeZone(timeZone) ?? timeZone,
    dayBegins: given.dayBegins ?? "00:00",
    page: given.page ?? 1,
    pageSize: given.pageSize ?? GAP_LIMITS.pageSizeDefault,
    form,
  };
}
