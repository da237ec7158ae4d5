import { findLucene } from "./lucene/installation.ts";
import { findInstallation } from "../postgresql/installation.ts";
import { Cleanup } from "./data/cleanup.ts";
import type { BenchOptions, BenchReport, ReportRow } from "./report.ts";
import { growthTable, kindsTable } from "./search/kinds-table.ts";
import { measureSize, type SizeResult } from "./search/measure-size.ts";
import { summaryRows } from "./search/summary.ts";

/**
 * Searches of every kind in the segment index, in this process and over HTTP, beside SQL as one would first write it
 * and beside PostgreSQL and Lucene; every answer is checked.
 * @throws Error when an answer is wrong
 */
export async function benchSearch({
  seconds,
  prints,
  keepFolder,
  isAlone = false,
  onProgress,
}: BenchOptions): Promise<BenchReport> {
  const rows: ReportRow[] = [];
  const results: SizeResult[] = [];
  const installation = isAlone ? null : findInstallation();
  onProgress(
    installation?.version ?? "PostgreSQL is not installed here, or not wanted, and will not be measured",
  );
  const lucene = isAlone ? "it is not wanted" : findLucene();
  onProgress(typeof lucene === "string" ? `Lucene will not be measured: ${lucene}` : lucene.version);
  for (const count of prints) {
    await using cleanup = new Cleanup();
    const result = await measureSize(count, {
      seconds,
      keepFolder,
      installation,
      lucene: typeof lucene === "string" ? null : lucene,
      isAlone,
      cleanup,
      onProgress,
    });
    onProgress(kindsTable(result));
    results.push(result);
    rows.push(...summaryRows(result));
  }
  if (results.length > 1) onProgress(growthTable(results));
  return { rows, details: results };
}
