import { decode } from "../../src/escpos/escpos.ts";
import { render, type PreviewFormat } from "../../src/render/render.ts";
import { logoReceipt, textReceipt } from "./drawing-receipts.ts";

/* How often a second prints are decoded and drawn in each form, on one core: `bun scripts/bench/drawing.ts`. */

/** The best of so many rounds counts, since other programs only ever take time away. */
const ROUNDS = 5;

const COLUMNS = 48;

/** Bytes of JSON to compare machines by. */
const JSON_BYTES = 600;

interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly atLeast?: number;
}

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

/** Measures every drawing, and `JSON.parse` for a figure that does not depend on the machine. */
export function benchDrawing(options: {
  readonly seconds: number;
  readonly onProgress: (line: string) => void;
}): Promise<{ readonly rows: readonly Row[] }> {
  const receipts = { text: textReceipt(), logo: logoReceipt() };
  const milliseconds = (options.seconds * 1000) / ((DRAWINGS.length + 1) * ROUNDS);
  const rows = DRAWINGS.map(({ receipt, format, atLeast }): Row => {
    const bytes = receipts[receipt];
    const draw = (): number => render(decode(bytes, { columns: COLUMNS }), format, { title: "" }).length;
    const name = `${receipt} receipt (${bytes.length} bytes) as ${format}`;
    const value = rateOf(draw, milliseconds);
    options.onProgress(`${name} measured`);
    return { name, value, unit: "a second", atLeast };
  });
  const json = JSON.stringify(
    Array.from({ length: JSON_BYTES / 20 }, (_, index) => ({ item: index, price: 1.5 })),
  );
  rows.push({
    name: `JSON.parse of ${json.length} bytes`,
    value: rateOf(() => Object.keys(JSON.parse(json)).length, milliseconds),
    unit: "a second",
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

if (import.meta.main) {
  const { rows } = await benchDrawing({ seconds: 10, onProgress: () => {} });
  for (const { name, value, unit, atLeast } of rows) {
    const wanted = atLeast === undefined ? "" : `, at least ${atLeast} wanted`;
    console.log(`${name.padEnd(44)} ${Math.round(value).toLocaleString("en").padStart(10)} ${unit}${wanted}`);
  }
  if (rows.some(({ value, atLeast }) => atLeast !== undefined && value < atLeast)) process.exitCode = 1;
}
