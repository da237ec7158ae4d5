import { decode } from "../../src/escpos/escpos.ts";
import { type PreviewFormat } from "../../src/render/preview-format.ts";
import { render } from "../../src/render/render.ts";
import type { BenchOptions, BenchReport, ReportRow } from "./report.ts";
import { logoReceipt, textReceipt } from "./sample-receipts.ts";

/** The best of so many rounds counts, since other programs only ever take time away. */
const ROUNDS = 5;

const COLUMNS = 48;
const TEXT_RECEIPT_BYTES = 600;

/** What is drawn, and how often a second at least. */
const DRAWINGS: readonly { receipt: "text" | "logo"; format: PreviewFormat; atLeast?: number }[] = [
  { receipt: "text", format: "svg", atLeast: 10_000 },
  { receipt: "logo", format: "svg", atLeast: 1_500 },
  { receipt: "logo", format: "png", atLeast: 100 },
  { receipt: "text", format: "text" },
  { receipt: "text", format: "png" },
  { receipt: "logo", format: "pdf" },
  { receipt: "logo", format: "json" },
  { receipt: "logo", format: "commands" },
];

/** How often a second prints are decoded and drawn in each form, on one core. */
export function benchDrawing({ seconds, onProgress }: BenchOptions): Promise<BenchReport> {
  const receipts = { text: textReceipt(1, TEXT_RECEIPT_BYTES), logo: logoReceipt(1) };
  const milliseconds = (seconds * 1000) / (DRAWINGS.length * ROUNDS);
  const rows = DRAWINGS.map(({ receipt, format, atLeast }): ReportRow => {
    const bytes = receipts[receipt];
    const draw = (): number => render(decode(bytes, { columns: COLUMNS }), format, { title: "" }).length;
    const name = `${receipt} receipt (${bytes.length} bytes) as ${format}`;
    const value = rateOf(draw, milliseconds);
    onProgress(`${name} measured`);
    return { name, value, unit: "a second", atLeast };
  });
  return Promise.resolve({ rows });
}

/** How often a second some work can be done. Its results are summed up, so that none of it can be left out. */
function rateOf(work: () => number, milliseconds: number): number {
  let best = 0;
  let sum = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    let count = 0;
    let elapsed = 0;
    for (; elapsed < milliseconds; elapsed = performance.now() - started, count += 8) {
      for (let repeat = 0; repeat < 8; repeat++) sum += work();
    }
    best = Math.max(best, (count * 1000) / elapsed);
  }
  if (sum === 0) throw new Error("the work gave nothing");
  return best;
}
