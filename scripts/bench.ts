/*
 * Measures, as ratios taken in one run: `bun run bench [ingest|decode|drawing …] [--seconds N] [--json FILE]`; without a
 * name, all of them. Figures of different machines or runs should not be compared, the ratios can be.
 */

import { parseArgs } from "node:util";
import { benchDecode } from "./bench/decode.ts";
import { benchDrawing } from "./bench/drawing.ts";
import { benchIngest } from "./bench/ingest.ts";
import { describeMachine } from "./bench/machine.ts";
import { type BenchOptions, type BenchReport, machineLine, reportTable } from "./bench/report.ts";

interface Bench {
  readonly run: (options: BenchOptions) => Promise<BenchReport>;
  /** Seconds of measuring when none are given. */
  readonly defaultSeconds: number;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  ingest: { run: benchIngest, defaultSeconds: 22 },
  decode: { run: benchDecode, defaultSeconds: 5 },
  drawing: { run: benchDrawing, defaultSeconds: 8 },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: "string" }, json: { type: "string" } },
});

const names = positionals.length > 0 ? positionals : Object.keys(BENCHES);
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}.`);
  process.exit(2);
}

const machine = describeMachine();
console.log(machineLine(machine));
const reports: Record<string, BenchReport> = {};
for (const name of names) {
  const bench = BENCHES[name];
  if (bench === undefined) continue;
  console.log(`\n${name}`);
  const seconds = values.seconds === undefined ? bench.defaultSeconds : Number(values.seconds);
  const report = await bench.run({ seconds, onProgress: (line) => console.log(`  ${line}`) });
  console.log(reportTable(report));
  reports[name] = report;
}
if (values.json !== undefined) {
  await Bun.write(values.json, `${JSON.stringify({ machine, bunVersion: Bun.version, reports }, null, 2)}\n`);
}
