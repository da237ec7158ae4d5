/*
 * Measures, as ratios taken in one run; `USAGE` says how. Figures of different machines or runs should not be compared, the
 * ratios can be.
 */

import { benchArchive } from "./bench/archive.ts";
import { benchBackground } from "./bench/background.ts";
import { benchDay } from "./bench/day.ts";
import { benchDecode } from "./bench/decode.ts";
import { benchDrawing } from "./bench/drawing.ts";
import { benchForwarding } from "./bench/forwarding.ts";
import { benchIngest } from "./bench/ingest.ts";
import { describeMachine } from "./bench/machine.ts";
import { benchMemory } from "./bench/memory.ts";
import { type BenchOptions, type BenchReport, machineLine, reportTable } from "./bench/report.ts";
import { benchRaw9100 } from "./bench/raw9100.ts";
import { benchSearch } from "./bench/search.ts";
import { benchShipping } from "./bench/shipping.ts";
import { benchText } from "./bench/text.ts";
import { readOptions, refuse } from "./script-options.ts";

interface Bench {
  readonly run: (options: BenchOptions) => Promise<BenchReport>;
  /** Seconds of measuring when none are given. */
  readonly defaultSeconds: number;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  ingest: { run: benchIngest, defaultSeconds: 40 },
  raw: { run: benchRaw9100, defaultSeconds: 33 },
  forwarding: { run: benchForwarding, defaultSeconds: 60 },
  background: { run: benchBackground, defaultSeconds: 20 },
  decode: { run: benchDecode, defaultSeconds: 5 },
  drawing: { run: benchDrawing, defaultSeconds: 8 },
  search: { run: benchSearch, defaultSeconds: 60 },
  archive: { run: benchArchive, defaultSeconds: 120 },
  shipping: { run: benchShipping, defaultSeconds: 40 },
  memory: { run: benchMemory, defaultSeconds: 0 },
  text: { run: benchText, defaultSeconds: 5 },
  day: { run: benchDay, defaultSeconds: 600 },
};

/** With fewer, some kinds of search would have nothing to find. */
const FEWEST_PRINTS = 10_000;

const USAGE = `bun run bench [NAME…] [--seconds N] [--json FILE] [--prints N[,N…]] [--keep FOLDER] [--alone]

The names are ${Object.keys(BENCHES).join(", ")}; without one, all are measured.
  --seconds N       how long each is measured
  --json FILE       writes the figures there
  --prints N[,N…]   how many prints, of search, archive and memory
  --keep FOLDER     where their prints stay for the next time
  --alone           search without its rivals`;

const { values, positionals } = readOptions(
  USAGE,
  {
    seconds: { type: "string" },
    json: { type: "string" },
    prints: { type: "string", default: "1000000" },
    keep: { type: "string" },
    alone: { type: "boolean" },
  },
  { allowPositionals: true },
);

const names = positionals.length > 0 ? positionals : Object.keys(BENCHES);
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) refuse(`There is no benchmark ${unknown.join(", ")}.`, USAGE);
const prints = values.prints.split(",").map(Number);
if (!prints.every((count) => Number.isSafeInteger(count) && count >= FEWEST_PRINTS))
  refuse(`--prints takes numbers of at least ${FEWEST_PRINTS}, such as 100000,1000000.`, USAGE);

const machine = describeMachine();
console.log(machineLine(machine));
const reports: Record<string, BenchReport> = {};
for (const name of names) {
  const bench = BENCHES[name];
  if (bench === undefined) continue;
  console.log(`\n${name}`);
  const seconds = values.seconds === undefined ? bench.defaultSeconds : Number(values.seconds);
  const onProgress = (line: string) => console.log(`  ${line}`);
  const report = await bench.run({
    seconds,
    prints,
    keepFolder: values.keep,
    isAlone: values.alone,
    onProgress,
  });
  console.log(reportTable(report));
  reports[name] = report;
}
if (values.json !== undefined) {
  await Bun.write(values.json, `${JSON.stringify({ machine, bunVersion: Bun.version, reports }, null, 2)}\n`);
}
// Servers that tests start end with their process, and keep it.
process.exit(0);
