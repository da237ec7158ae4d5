import { geometricMean } from "./measure.ts";
import type { SizeResult } from "./measure-size.ts";
import { compareWith, rivalMedian } from "./rival.ts";

/** A table with a line a kind: medians in milliseconds, and how many times as long the others take. */
export function kindsTable(result: SizeResult): string {
  const { prints, kinds, totals, inProcess, http, naive, postgresql, lucene } = result;
  const others = ["naive", "PostgreSQL", "Lucene"];
  const head = ["kind", "matches", "ours", "HTTP", ...others, ...others.map((other) => `${other} ×`)];
  const lines = kinds.map((kind, index) => {
    const ours = inProcess.medians[index] ?? 0;
    const simple = naive?.medians[index];
    const rivals = [simple, rivalMedian(postgresql, index), rivalMedian(lucene, index)];
    const matches = (totals[index] ?? 0).toLocaleString("en-US");
    const medians = [ours, http.medians[index], ...rivals].map(milliseconds);
    return [kind, matches, ...medians, ...rivals.map((rival) => times(rival, ours))];
  });
  const caption = `${prints.toLocaleString("en-US")} prints; medians in milliseconds, ours in this process`;
  return `${caption}\n${aligned([head, ...lines])}`;
}

/** How the figures grow with the prints. */
export function growthTable(results: readonly SizeResult[]): string {
  const head = [
    "prints",
    "ours",
    "worst",
    "HTTP",
    "naive",
    "PostgreSQL",
    "Lucene",
    "bytes/print",
    "index s",
    "first search",
  ];
  const lines = results.map((result) => {
    const { inProcess, http, naive, postgresql, lucene } = result;
    const [ours, overHttp, simple] = [inProcess, http, naive].map((measured) =>
      measured === null ? undefined : geometricMean(measured.medians),
    );
    const rivals = [postgresql, lucene].map((rival) =>
      rival === null ? undefined : compareWith(rival, inProcess.medians).theirs,
    );
    const medians = [ours, Math.max(...inProcess.medians), overHttp, simple, ...rivals].map(milliseconds);
    const bytes = (result.metadataBytes + result.indexBytes) / result.prints;
    const rest = [bytes.toFixed(0), result.indexSeconds.toFixed(1), milliseconds(result.firstSearch)];
    return [result.prints.toLocaleString("en-US")].concat(medians, rest);
  });
  return `growth; geometric means of the medians in milliseconds\n${aligned([head, ...lines])}`;
}

function milliseconds(value: number | undefined): string {
  if (value === undefined) return "-";
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(3);
}

function times(other: number | undefined, ours: number): string {
  return other === undefined ? "-" : (other / ours).toFixed(other / ours >= 10 ? 0 : 1);
}

/** The first column to the left, all others to the right. */
function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? "").length)),
  );
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return lines.map((line) => `    ${line.map(pad).join("  ")}`).join("\n");
}
