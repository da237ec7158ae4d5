import type { ReportRow } from "../report.ts";
import { geometricMean, percentile99 } from "./measure.ts";
import type { SizeResult } from "./measure-size.ts";

/** What is expected at a number of prints; at others the figures are only shown. Milliseconds, and ratios. */
interface Expectations {
  readonly inProcess: number;
  readonly http?: number;
  readonly worst: number;
  readonly percentile99?: number;
  readonly timesNaive: number;
  readonly timesPostgresql: number;
}

const EXPECTATIONS: Readonly<Record<number, Expectations>> = {
  1_000_000: { inProcess: 0.6, http: 1, worst: 20, percentile99: 60, timesNaive: 100, timesPostgresql: 40 },
  10_000_000: { inProcess: 3, worst: 130, timesNaive: 300, timesPostgresql: 100 },
};

const FIRST_SEARCH_MILLISECONDS = 250;
const PART_OF_POSTGRESQL_BYTES = 0.75;

/** The figures of one number of prints, with what is expected of them there. */
export function summaryRows(result: SizeResult): ReportRow[] {
  const { prints, inProcess, http, naive, metadataBytes, indexBytes } = result;
  const expected = EXPECTATIONS[prints];
  const rows = new Rows(prints);
  const mean = geometricMean(inProcess.medians);
  rows.milliseconds("in process, geometric mean of medians", mean, expected?.inProcess);
  rows.milliseconds("in process, worst median", Math.max(...inProcess.medians), expected?.worst);
  rows.milliseconds("in process, p99 of all", percentile99(inProcess), expected?.percentile99);
  rows.milliseconds("HTTP, geometric mean of medians", geometricMean(http.medians), expected?.http);
  rows.milliseconds("HTTP, worst median", Math.max(...http.medians));
  rows.milliseconds("HTTP, p99 of all", percentile99(http), expected?.percentile99);
  rows.milliseconds("HTTP, first search after a start", result.firstSearch, FIRST_SEARCH_MILLISECONDS);
  if (naive !== null) {
    const simple = geometricMean(naive.medians);
    rows.milliseconds("naive JSON1, geometric mean of medians", simple);
    rows.add({ name: "naive / in process", value: simple / mean, unit: "×", atLeast: expected?.timesNaive });
  }
  addPostgresql(rows, result, mean, expected);
  rows.bytes("tables and their B-trees", metadataBytes);
  rows.bytes("index", indexBytes);
  rows.bytes("together", metadataBytes + indexBytes);
  rows.add({ name: "index built in", value: result.indexSeconds, unit: "s" });
  return rows.all;
}

function addPostgresql(
  rows: Rows,
  result: SizeResult,
  mean: number,
  expected: Expectations | undefined,
): void {
  const { postgresql, inProcess, http, metadataBytes, indexBytes } = result;
  if (postgresql === null) return;
  const { medians } = postgresql.measurement;
  const theirs = geometricMean(medians);
  const isFaster = (ours: readonly number[]) =>
    medians.filter((median, index) => median <= (ours[index] ?? 0)).length;
  rows.milliseconds("PostgreSQL, geometric mean of medians", theirs);
  const atLeast = expected?.timesPostgresql;
  rows.add({ name: "PostgreSQL / in process", value: theirs / mean, unit: "×", atLeast });
  rows.add({ name: "PostgreSQL / HTTP", value: theirs / geometricMean(http.medians), unit: "×" });
  // With few prints both take next to nothing, and there is nothing to expect.
  const atMost = expected === undefined ? undefined : 0;
  rows.add({
    name: "kinds in which PostgreSQL is faster",
    value: isFaster(inProcess.medians),
    unit: "",
    atMost,
  });
  rows.add({ name: "kinds in which it is faster than HTTP", value: isFaster(http.medians), unit: "" });
  rows.bytes("PostgreSQL, table and indexes", postgresql.storedBytes);
  const part = (metadataBytes + indexBytes) / postgresql.storedBytes;
  rows.add({ name: "together / PostgreSQL", value: part, unit: "×", atMost: PART_OF_POSTGRESQL_BYTES });
}

/** Rows whose names begin with the number of prints. */
class Rows {
  readonly all: ReportRow[] = [];

  constructor(private readonly prints: number) {}

  add(row: ReportRow): void {
    this.all.push({ ...row, name: `${this.prints.toLocaleString("en-US")}: ${row.name}` });
  }

  milliseconds(name: string, value: number, atMost?: number): void {
    this.add({ name, value, unit: "ms", atMost });
  }

  bytes(name: string, value: number): void {
    this.add({ name, value: value / this.prints, unit: "bytes/print" });
  }
}
