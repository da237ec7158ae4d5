import type { GapFinding, GapGroupAnswer, GapsAnswer } from "../contract/gaps.ts";
import type { GapsQuery } from "../domain/gaps-query.ts";
import { csvRecord, guarded } from "../export/csv.ts";
import { GAP_LIMITS } from "./gap-limits.ts";
import type { DoubledNumber, NumberCollector, NumberGroup } from "./number-collector.ts";

/** What is looked up of prints that a report names: a hash of their bytes, and what they have where the number was looked for. */
export interface NamedPrint {
  readonly sha256: string | null;
  readonly value: string;
}

/** Prints that are to be looked up before the report is made: those with doubled numbers, and those without a number. */
export function namedPrintIds(collector: NumberCollector): number[] {
  const ids = [...collector.examples];
  for (const { doubled } of collector.groups)
    for (const each of doubled.values()) ids.push(...printIdsOf(each));
  return ids;
}

/**
 * What was found, as the JSON of the answer or as CSV.
 * @param total the prints that the search finds
 * @param prints what {@link namedPrintIds} names
 * @param textPending prints whose text cannot be searched yet, when that was asked
 */
export function gapReport(
  collector: NumberCollector,
  query: GapsQuery,
  total: number,
  prints: ReadonlyMap<number, NamedPrint>,
  textPending: number | null,
): string {
  const found = [...collector.groups]
    .toSorted(byName)
    .map((group) => ({ group, findings: [...findingsOf(group, query.startsAt, prints)] }));
  const findings = found.flatMap(({ findings: each }) => each);
  if (query.form === "csv") return tableOf(findings);
  const numbered = sumOf(found, ({ group }) => group.prints);
  const answer: GapsAnswer = {
    total,
    numbered,
    without: total - numbered - collector.notNumbers,
    notNumbers: collector.notNumbers,
    notNumbered: collector.examples.map((id) => ({ id, value: prints.get(id)?.value ?? "" })),
    deleted: sumOf(found, ({ group }) => group.deleted),
    removed: collector.removed,
    missing: sumOf(findings, ({ kind, count }) => (kind === "missing" ? count : 0)),
    missingRanges: countOf(findings, ({ kind }) => kind === "missing"),
    perhapsRemoved: countOf(findings, ({ kind, removed }) => kind === "missing" && removed > 0),
    doubled: sumOf(found, ({ group }) => group.doubledPrints),
    differing: countOf(findings, ({ kind, differ }) => kind === "doubled" && differ),
    outOfOrder: sumOf(found, ({ group }) => group.lateNumbers),
    isTruncated: collector.isTruncated,
    groupCount: found.length,
    groups: toldGroups(found),
    findings: findings.slice((query.page - 1) * query.pageSize, query.page * query.pageSize),
    findingCount: findings.length,
    page: query.page,
    pageSize: query.pageSize,
    ...(textPending !== null && { textPending }),
  };
  return JSON.stringify(answer);
}

interface FoundGroup {
  readonly group: NumberGroup;
  readonly findings: readonly GapFinding[];
}

/** Those with findings where there are too many, in their order. */
function toldGroups(found: readonly FoundGroup[]): GapGroupAnswer[] {
  const most = GAP_LIMITS.toldGroups;
  const told =
    found.length <= most
      ? found
      : found
          .map((each, index) => ({ each, index }))
          .toSorted((one, other) => other.each.findings.length - one.each.findings.length)
          .slice(0, most)
          .toSorted((one, other) => one.index - other.index)
          .map(({ each }) => each);
  return told.map(({ group, findings }) => ({
    ...nameOf(group),
    first: written(group, group.first),
    last: written(group, group.last),
    prints: group.prints,
    numbers: group.numbers,
    deleted: group.deleted,
    missing: sumOf(findings, ({ kind, count }) => (kind === "missing" ? count : 0)),
    doubled: group.doubledPrints,
    outOfOrder: group.lateNumbers,
  }));
}

/** What is wrong in a group: what is missing, then what is doubled, then what is out of order. */
function* findingsOf(
  group: NumberGroup,
  startsAt: number | null,
  prints: ReadonlyMap<number, NamedPrint>,
): Generator<GapFinding> {
  yield* missingOf(group, startsAt);
  for (const doubled of [...group.doubled.values()].toSorted((one, other) => one.number - other.number)) {
    const ids = printIdsOf(doubled);
    const hashes = ids.map((id) => prints.get(id)?.sha256 ?? null);
    const [first] = hashes;
    const named = ids.map((id, index) => ({ id, sameBytes: first !== null && hashes[index] === first }));
    yield {
      ...finding(group, "doubled", doubled.number, doubled.number, ids.length),
      prints: named,
      differ: named.some(({ sameBytes }) => !sameBytes),
    };
  }
  for (const { number, printId, previous, previousPrintId } of group.late)
    yield {
      ...finding(group, "outOfOrder", number, number, 1),
      before: previousPrintId,
      after: printId,
      previous: written(group, previous),
    };
}

/** The gaps between the runs, and before the first where it is known with what the numbers begin. */
function* missingOf(group: NumberGroup, startsAt: number | null): Generator<GapFinding> {
  const { runs } = group.runs;
  const [first] = runs;
  if (first !== undefined && startsAt !== null && startsAt < first.low)
    yield {
      ...finding(group, "missing", startsAt, first.low - 1, first.low - startsAt),
      after: first.first.printId,
    };
  for (const [index, run] of runs.entries()) {
    const next = runs[index + 1];
    if (next === undefined) return;
    yield {
      ...finding(group, "missing", run.high + 1, next.low - 1, next.low - run.high - 1),
      before: run.last.printId,
      after: next.first.printId,
      // They may have come in the other order.
      removed: Math.abs(next.first.removedBefore - run.last.removedBefore),
    };
  }
}

function finding(
  group: NumberGroup,
  kind: GapFinding["kind"],
  from: number,
  to: number,
  count: number,
): GapFinding {
  const numbers = { from: written(group, from), to: written(group, to), count };
  const places = { before: null, after: null, previous: null, removed: 0, prints: [], differ: false };
  return { kind, ...nameOf(group), ...numbers, ...places };
}

function nameOf({ prefix, suffix, deviceId, day }: NumberGroup) {
  return { series: `${prefix}#${suffix}`, deviceId, day };
}

/** A number as a receipt would have it. */
function written({ prefix, suffix, width }: NumberGroup, number: number): string {
  return prefix + String(number).padStart(width, "0") + suffix;
}

function printIdsOf({ firstPrintId, laterPrintIds }: DoubledNumber): number[] {
  return firstPrintId === null ? laterPrintIds : [firstPrintId, ...laterPrintIds];
}

function byName(one: NumberGroup, other: NumberGroup): number {
  return (
    compare(one.prefix, other.prefix) ||
    compare(one.suffix, other.suffix) ||
    compare(one.deviceId ?? "", other.deviceId ?? "") ||
    compare(one.day ?? "", other.day ?? "")
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function sumOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0);
}

function countOf<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return sumOf(items, (item) => (holds(item) ? 1 : 0));
}

const COLUMNS = [
  "kind",
  "series",
  "deviceId",
  "day",
  "from",
  "to",
  "count",
  "before",
  "after",
  "removed",
  "prints",
  "differ",
] as const;

function tableOf(findings: readonly GapFinding[]): string {
  const rows = findings.map((each) =>
    csvRecord([
      each.kind,
      guarded(each.series),
      guarded(each.deviceId ?? ""),
      each.day ?? "",
      guarded(each.from),
      guarded(each.to),
      String(each.count),
      String(each.before ?? ""),
      String(each.after ?? ""),
      String(each.removed),
      each.prints.map(({ id }) => id).join(" "),
      String(each.differ),
    ]),
  );
  return csvRecord([...COLUMNS]) + rows.join("");
}
