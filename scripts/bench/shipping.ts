import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchOptions, BenchReport } from "./report.ts";
import { appliedPrints } from "./shipping/applied.ts";
import { tillTimes } from "./shipping/beside.ts";
import { foundTimes } from "./shipping/found.ts";
import { type SentPrints, sentPrints } from "./shipping/sent-shop.ts";

const SHOPS = 8;
const PRINTS_OF_SHOP = 5000;
/** Prints that are looked for at the archive. */
const FOUND_PRINTS = 120;

/**
 * What it takes to send prints to an archive, on the wire and of the shop's processor; how many an instance takes a second, with
 * PostgreSQL on the same machine; whether a till waits longer meanwhile, and when a print is found at the archive.
 */
export async function benchShipping({ seconds, onProgress }: BenchOptions): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), "tillroll-bench-"));
  try {
    const shops: SentPrints[] = [];
    for (let shop = 0; shop < SHOPS; shop++)
      shops.push(await sentPrints(PRINTS_OF_SHOP, shop * PRINTS_OF_SHOP));
    // The first one is for the compiler.
    const [, ...measured] = shops;
    const each = (of: (shop: SentPrints) => number) =>
      measured.reduce((sum, shop) => sum + of(shop), 0) / (measured.length * PRINTS_OF_SHOP);
    const { applied, read, both } = await appliedPrints(shops);
    onProgress("prints were applied");
    const found = await foundTimes(folder, FOUND_PRINTS);
    onProgress("prints were found");
    const till = await tillTimes(folder, seconds, onProgress);
    return {
      rows: [
        { name: "on the wire", value: each(({ bytes }) => bytes), unit: "bytes a print", atMost: 350 },
        {
          name: "the shop's processor, read and packed",
          value: each(({ milliseconds }) => milliseconds) * 1000,
          unit: "µs a print",
          atMost: 60,
        },
        { name: "applied, without texts", value: applied, unit: "prints/s", atLeast: 5000 },
        { name: "texts written of what was applied", value: read, unit: "prints/s" },
        { name: "applied with texts", value: both, unit: "prints/s", atLeast: 2000 },
        { name: "found by its label, p99", value: found.byLabel, unit: "ms", atMost: 2000 },
        { name: "found by its text, p99", value: found.byText, unit: "ms" },
        { name: "a till's print, p99, nothing sent", value: till.alone, unit: "ms" },
        { name: "a till's print, p99, 100,000 behind", value: till.beside, unit: "ms" },
        { name: "p99 with / without", value: till.beside / till.alone, unit: "×", atMost: 1.05 },
        { name: "part of it with something to send", value: till.sending, unit: "" },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
