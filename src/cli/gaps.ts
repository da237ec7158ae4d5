import type { GapFinding, GapsAnswer } from "../contract/gaps.ts";
import { FILTERED_FIELDS } from "../contract/print-fields.ts";
import { TillrollError } from "../domain/errors.ts";
import { GAP_LIMITS } from "../gaps/gap-limits.ts";
import type { RunningService } from "../platform/running-service.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { type Command, counted, DATA_OPTION, print, table, WORKSPACE_OPTION } from "./command.ts";
import { refusalOf } from "./export.ts";
import { type GivenOptions, lineOnly, UsageError } from "./options.ts";
import { answeringService, bearer } from "./running.ts";
import { searchOf, searchOptions } from "./search-options.ts";

const FORMATS = ["table", "csv", "json"] as const;

/** What `--by` is given, and what the API calls it. */
const GROUPS = { device: "deviceId", day: "day" } as const;

const OPTIONS = lineOnly([
  {
    name: "field",
    value: "F",
    help: `Numbers are in this field instead of a tag: ${FILTERED_FIELDS.join(", ")}.`,
  },
  {
    name: "by",
    value: "G",
    help: "What has numbers of its own: device or day; repeatable.",
    repeatable: true,
  },
  {
    name: "pattern",
    value: "P",
    help: "What the whole value is like, such as R-# or *-#: # is the number, * anything.",
  },
  { name: "starts-at", value: "N", help: "The number with which each group begins." },
  { name: "day-begins", value: "HH:MM", help: "When a day begins; by default 00:00." },
  { name: "time-zone", value: "Z", help: "Whose days, such as Europe/Vienna; by default this machine's." },
  { name: "format", value: "F", help: `One of ${FORMATS.join(", ")}; by default table.` },
]);

const KINDS: Readonly<Record<GapFinding["kind"], string>> = {
  missing: "missing",
  doubled: "doubled",
  outOfOrder: "out of order",
};

/** Finds numbers of prints that are missing, doubled or out of order, through the running service. */
export const gaps: Command = {
  name: "gaps",
  parameters: "[TAG]",
  summary:
    "Find missing, doubled and disordered numbers in a tag of prints; exit code 1 for missing ones and for different " +
    "receipts with the same number. The service must be running.",
  options: [DATA_OPTION, WORKSPACE_OPTION, ...OPTIONS, ...searchOptions("any")],
  async run(given) {
    const format = given.choice("format", FORMATS) ?? "table";
    const body = { ...searchOf(given), ...numbersOf(given), pageSize: GAP_LIMITS.pageSizeMaximum };
    const service = await answeringService(given);
    if (service === null) {
      const advice = 'Start it with "tillroll serve".';
      throw new TillrollError("STORAGE_UNAVAILABLE", `No service runs on this data folder. ${advice}`);
    }
    const slug = given.text("workspace") ?? DEFAULT_WORKSPACE;
    const report = (await (await askFor(service, slug, body, "application/json")).json()) as GapsAnswer;
    if (format === "json") print(JSON.stringify(report, null, 2));
    else if (format === "csv")
      process.stdout.write(await (await askFor(service, slug, body, "text/csv")).text());
    else tell(report);
    return report.missing + report.differing > 0 ? 1 : 0;
  },
};

/** Where the numbers are, and how they are counted up, as the API takes it. */
function numbersOf(given: GivenOptions): object {
  const field = given.choice("field", FILTERED_FIELDS);
  const [tag, ...more] = given.argumentsGiven;
  if (more.length > 0 || (tag === undefined) === (field === null))
    throw new UsageError("Give the key of the tag that has the numbers, or --field.");
  const by = given.all("by").map((word) => {
    const known = Object.entries(GROUPS).find(([name]) => name === word);
    if (known === undefined) throw new UsageError(`--by must be one of ${Object.keys(GROUPS).join(", ")}.`);
    return known[1];
  });
  const pattern = given.text("pattern");
  const startsAt = given.integer("starts-at", 0, GAP_LIMITS.largestNumber);
  const dayBegins = given.text("day-begins");
  return {
    of: field === null ? { tag } : { field },
    by,
    timeZone: given.text("time-zone") ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(pattern !== null && { pattern }),
    ...(startsAt !== null && { startsAt }),
    ...(dayBegins !== null && { dayBegins }),
  };
}

async function askFor(
  service: RunningService,
  slug: string,
  body: object,
  accept: string,
): Promise<Response> {
  const response = await fetch(`${service.address}/api/workspace/${encodeURIComponent(slug)}/prints/gaps`, {
    method: "POST",
    headers: { ...bearer(service), "Content-Type": "application/json", Accept: accept },
    body: JSON.stringify(body),
    // Millions of prints take seconds.
    timeout: false,
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
}

function tell(report: GapsAnswer): void {
  const { findings, findingCount, groupCount, numbered, without, notNumbers, deleted, removed } = report;
  if (findings.length > 0) print(table(HEADINGS, findings.map(rowOf)));
  if (findingCount > findings.length)
    print(`... and ${counted(findingCount - findings.length, "more finding")}; --format csv has all.`);
  print(
    `${counted(numbered, "print")} with numbers in ${counted(groupCount, "series", "series")}: ` +
      `${report.missing} missing, ${report.doubled} doubled (${counted(report.differing, "number")} on different receipts), ` +
      `${report.outOfOrder} out of order.`,
  );
  const others = [
    ...(without > 0 ? [`${without} have none`] : []),
    ...(notNumbers > 0 ? [`${notNumbers} have something else there`] : []),
    ...(deleted > 0 ? [`${deleted} are marked deleted and count as there`] : []),
    ...(removed > 0 ? [`${removed} were removed for good, whose numbers are not known any more`] : []),
  ];
  if (others.length > 0) print(`Of the prints, ${others.join("; ")}.`);
}

const HEADINGS = ["WHAT", "SERIES", "DEVICE", "DAY", "NUMBER", "COUNT", "PRINTS", "REMARK"];

function rowOf(each: GapFinding): string[] {
  const { kind, series, deviceId, day, from, to, count, before, after, prints } = each;
  const ids = prints.length > 0 ? prints.map(({ id }) => id) : [before, after].map((id) => id ?? "-");
  const number = from === to ? from : `${from} to ${to}`;
  return [
    KINDS[kind],
    series,
    deviceId ?? "",
    day ?? "",
    number,
    String(count),
    ids.join(" "),
    remarkOf(each),
  ];
}

function remarkOf({ kind, removed, differ, previous }: GapFinding): string {
  if (kind === "doubled") return differ ? "different receipts" : "sent again";
  if (kind === "outOfOrder") return `after ${previous ?? ""}`;
  return removed > 0 ? `${removed} removed between` : "";
}
