import { foldLine } from "../../src/search/text/fold-line.ts";
import { buildLineIndex, mergeLineIndexes } from "../../src/search/text/line-index.ts";
import { LineIndexReader } from "../../src/search/text/line-index-reader.ts";
import { receiptLines } from "../../src/search/text/receipt-lines.ts";
import { INDEX_SIZES, SEGMENT_PRINTS } from "../../src/search/index-sizes.ts";
import type { BenchOptions, BenchReport, ReportRow } from "./report.ts";
import { orderNumber, shopReceipt, shopReceiptBytes } from "./shop-receipts.ts";
import { median } from "./statistics.ts";
import { atOnce } from "../../test/search/at-once.ts";

const DECODED_PRINTS = 4000;
const SETTINGS = { charset: "auto", profile: "epson" } as const;

/** What is looked for: words on many receipts, on few, on one, on all and on none. */
const PARTS = ["flat white", "chai 6.4", `order ${orderNumber(31_234)}`, orderNumber(50_000), "7.50", "2026"];

/** The line index of a full segment: its size, how long it takes to make, and searches beside a plain scan. */
export function benchText({ seconds, onProgress }: BenchOptions): Promise<BenchReport> {
  const rows: ReportRow[] = [];
  const raws = Array.from({ length: DECODED_PRINTS }, (_, number) => shopReceiptBytes(number));
  const decoding = millisecondsOf(() => raws.map((raw) => receiptLines(raw, SETTINGS).length));
  rows.push({ name: "prints decoded", value: (DECODED_PRINTS / decoding) * 1000, unit: "a second" });

  const lines = Array.from({ length: SEGMENT_PRINTS }, (_, number) => [
    ...new Set(shopReceipt(number).map(foldLine)),
  ]);
  const small: Uint8Array[][] = [];
  const building = millisecondsOf(() => {
    for (let from = 0; from < SEGMENT_PRINTS; from += INDEX_SIZES.smallSegmentPrints)
      small.push(buildLineIndex(lines.slice(from, from + INDEX_SIZES.smallSegmentPrints)));
  });
  let parts: Uint8Array[] = [];
  const merging = millisecondsOf(() => {
    parts = atOnce(mergeLineIndexes(small.map(readerOf)));
  });
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  rows.push(
    { name: "small segments built", value: building / small.length, unit: "ms each" },
    { name: `${small.length} of them merged`, value: merging, unit: "ms" },
    { name: "index", value: size / SEGMENT_PRINTS, unit: "bytes a print" },
  );
  onProgress("index made");

  const reader = readerOf(parts);
  const budget = (seconds * 1000) / PARTS.length;
  for (const part of PARTS) {
    const scan = millisecondsOf(() => lines.filter((some) => some.some((line) => line.includes(part))));
    const times: number[] = [];
    const end = performance.now() + budget;
    do times.push(millisecondsOf(() => reader.contains(part)));
    while (performance.now() < end);
    const { count } = reader.contains(part);
    rows.push(
      { name: `"${part}" on ${count} prints`, value: median(times), unit: "ms" },
      { name: "  quicker than a plain scan", value: scan / median(times), unit: "×" },
    );
  }
  return Promise.resolve({ rows });
}

const readerOf = (parts: readonly Uint8Array[]) =>
  new LineIndexReader((part) => parts[part] ?? new Uint8Array());

function millisecondsOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
