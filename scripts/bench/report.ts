import type { Machine } from "./machine.ts";

export interface BenchOptions {
  /** How long to measure altogether, seconds, without starts and warm-ups. */
  readonly seconds: number;
  /** Prints to search among, for the benches that need many; one report for each number. */
  readonly prints: readonly number[];
  /** A folder in which the prints are kept for the next time, instead of a temporary one. */
  readonly keepFolder?: string | undefined;
  /** Measure no rivals. */
  readonly isAlone?: boolean | undefined;
  readonly onProgress: (line: string) => void;
}

/** One figure. */
export interface ReportRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What is expected of it. */
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

export interface BenchReport {
  readonly rows: readonly ReportRow[];
  /** Figures that are too many for the table, for the JSON file. */
  readonly details?: unknown;
}

/** The machine in one line, for the head of a report. */
export function machineLine({ processor, cores, fsyncMilliseconds, loadBefore }: Machine): string {
  const fsync = `fsync of 4 KiB ${fsyncMilliseconds.toFixed(2)} ms`;
  return `${processor}, ${cores} cores, ${fsync}, load before ${loadBefore.toFixed(2)}, Bun ${Bun.version}`;
}

/** A report as a table for a person. */
export function reportTable({ rows }: BenchReport): string {
  const values = rows.map(({ value, unit }) => `${readable(value)} ${unit}`.trimEnd());
  const nameWidth = Math.max(...rows.map(({ name }) => name.length));
  const valueWidth = Math.max(...values.map((value) => value.length));
  const lines = rows.map(({ name, value, atLeast, atMost }, index) => {
    const least = atLeast === undefined ? "" : verdictOf(`at least ${atLeast}`, value >= atLeast);
    const most = atMost === undefined ? "" : verdictOf(`at most ${atMost}`, value <= atMost);
    const verdict = least + most;
    return `  ${name.padEnd(nameWidth)}  ${(values[index] ?? "").padStart(valueWidth)}${verdict}`;
  });
  return lines.join("\n");
}

function verdictOf(expected: string, isMet: boolean): string {
  return `   expected ${expected}: ${isMet ? "yes" : "NO"}`;
}

function readable(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);
}
