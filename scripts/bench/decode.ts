import { decode } from "../../src/escpos/escpos.ts";
import { render } from "../../src/render/render.ts";
import type { BenchOptions, BenchReport, ReportRow } from "./report.ts";
import { logoReceipt, textReceipt } from "./sample-receipts.ts";
import { codedReceiptBytes } from "./shop-receipts.ts";
import { median } from "./statistics.ts";

const COLUMNS = 48;
const ROUNDS = 5;
/** Different receipts drawn in turn, so that nothing of one helps the next. */
const SHOP_RECEIPTS = 100;
const WARM_UP_MILLISECONDS = 300;

/** Receipts decoded and drawn as SVG a second, beside JSON.parse of as many bytes: what any web API does anyway. */
export function benchDecode({ seconds, onProgress }: BenchOptions): Promise<BenchReport> {
  const rows: ReportRow[] = [];
  const samples = {
    "text receipt": [textReceipt(1, 600)],
    "receipt with a logo": [logoReceipt(1)],
    "shop receipts with QR codes": Array.from({ length: SHOP_RECEIPTS }, (_, number) =>
      codedReceiptBytes(number),
    ),
  };
  const partMilliseconds = (seconds * 1000) / (Object.keys(samples).length * ROUNDS * 2);
  for (const [name, receipts] of Object.entries(samples)) {
    const averageBytes = Math.round(receipts.reduce((sum, { length }) => sum + length, 0) / receipts.length);
    const json = jsonOf(averageBytes);
    let next = 0;
    const draw = (): number => {
      const bytes = receipts[next++ % receipts.length] ?? new Uint8Array();
      return render(decode(bytes, { columns: COLUMNS }), "svg", { title: "" }).length;
    };
    const parse = () => Object.keys(JSON.parse(json)).length;
    rateOf(draw, WARM_UP_MILLISECONDS);
    rateOf(parse, WARM_UP_MILLISECONDS);
    const rounds = Array.from({ length: ROUNDS }, () => ({
      drawn: rateOf(draw, partMilliseconds),
      parsed: rateOf(parse, partMilliseconds),
    }));
    const label = `${name} (${averageBytes} bytes)`;
    rows.push(
      {
        name: `${label}: decoded and drawn`,
        value: median(rounds.map(({ drawn }) => drawn)),
        unit: "a second",
      },
      {
        name: `JSON.parse of as many bytes`,
        value: median(rounds.map(({ parsed }) => parsed)),
        unit: "a second",
      },
      { name: "drawn / parsed", value: median(rounds.map(({ drawn, parsed }) => drawn / parsed)), unit: "×" },
    );
    onProgress(`${label} measured`);
  }
  return Promise.resolve({ rows });
}

/** JSON as an API would get it, of that many bytes. */
function jsonOf(byteLength: number): string {
  const items: { name: string; price: number; tags: string[] }[] = [];
  const text = () => JSON.stringify({ items, rest: "" });
  while (text().length < byteLength - 60)
    items.push({ name: `Item ${items.length}`, price: 3.5, tags: ["a", "b"] });
  return JSON.stringify({ items, rest: "x".repeat(Math.max(0, byteLength - text().length)) });
}

/** How often a second some work can be done. Its results are summed up, so that none of it can be left out. */
function rateOf(work: () => number, milliseconds: number): number {
  const started = performance.now();
  let count = 0;
  let sum = 0;
  while (performance.now() - started < milliseconds) {
    for (let repeat = 0; repeat < 10; repeat++) sum += work();
    count += 10;
  }
  if (sum === 0) throw new Error("the work gave nothing");
  return (count / (performance.now() - started)) * 1000;
}
