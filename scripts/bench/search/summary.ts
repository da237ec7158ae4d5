import type { ReportRow } from "../report.ts";
import { geometricMean, percentile99 } from "./measure.ts";
import type { SizeResult } from "./measure-size.ts";
import { compareWith, type RivalResult } from "./rival.ts";

/** What is expected at a number of prints; at others the figures are only shown. Milliseconds, and ratios. */
interface Expectations {
  readonly inProcess: number;
  readonly http?: number;
  readonly worst: number;
  readonly percentile99?: number;
  readonly timesNaive: number;
  readonly timesPostgresql: number;
  readonly timesLucene?: number;
}

const EXPECTATIONS: Readonly<Record<number, Expectations>> = {
  1_000_000: {
    inProcess: 0.6,
    http: 1,
    worst: 20,
    percentile99: 60,
    timesNaive: 100,
    timesPostgresql: 40,
    timesLucene: 8,
  },
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
  addPostgresql(rows, result, expected);
  addLucene(rows, result, expected);
  rows.bytes("tables and their B-trees", metadataBytes);
  rows.bytes("index", indexBytes);
  rows.bytes("together", metadataBytes + indexBytes);
  rows.add({ name: "index built in", value: result.indexSeconds, unit: "s" });
  return rows.all;
}

/** What is expected of ours beside a rival. */
interface RivalExpectations {
  readonly times: number | undefined;
  /** With few prints both take next to nothing, and there is nothing to expect. */
  readonly fasterKinds: number | undefined;
}

function addRival(
  rows: Rows,
  name: string,
  rival: RivalResult,
  { inProcess, http }: SizeResult,
  { times, fasterKinds }: RivalExpectations,
): void {
  const here = compareWith(rival, inProcess.medians);
  const overHttp = compareWith(rival, http.medians);
  rows.milliseconds(`${name}, geometric mean of medians`, here.theirs);
  rows.add({ name: `${name} / in process`, value: here.theirs / here.ours, unit: "×", atLeast: times });
  rows.add({ name: `${name} / HTTP`, value: overHttp.theirs / overHttp.ours, unit: "×" });
  rows.add({ name: `kinds in which ${name} is faster`, value: here.faster, unit: "", atMost: fasterKinds });
  rows.add({ name: `kinds in which ${name} is faster than HTTP`, value: overHttp.faster, unit: "" });
}

function addPostgresql(rows: Rows, result: SizeResult, expected: Expectations | undefined): void {
  const { postgresql, metadataBytes, indexBytes } = result;
  if (postgresql === null) return;
  const fasterKinds = expected === undefined ? undefined : 0;
  addRival(rows, "PostgreSQL", postgresql, result, { times: expected?.timesPostgresql, fasterKinds });
  rows.bytes("PostgreSQL, table and indexes", postgresql.storedBytes);
  const part = (metadataBytes + indexBytes) / postgresql.storedBytes;
  rows.add({ name: "together / PostgreSQL", value: part, unit: "×", atMost: PART_OF_POSTGRESQL_BYTES });
}

function addLucene(rows: Rows, result: SizeResult, expected: Expectations | undefined): void {
  if (result.lucene === null) return;
  const times = expected?.timesLucene;
  const fasterKinds = times === undefined ? undefined : 0;
  addRival(rows, "Lucene", result.lucene, result, { times, fasterKinds });
  rows.bytes("Lucene, index with its rows", result.lucene.storedBytes);
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
