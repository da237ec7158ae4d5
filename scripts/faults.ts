/* Shows that nothing acknowledged is ever lost; `USAGE` says how. Exit code 1 on any loss or wrong answer. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { commitOfTree, describeKind, keepResult, readResults } from "./faults/fault-results.ts";
import { FAULT_PARTS } from "./faults/parts.ts";
import { faultsReport } from "./faults/report.ts";
import { readOptions, refuse } from "./script-options.ts";
import { SOURCE_COMMAND } from "./service/service-process.ts";

const names = Object.keys(FAULT_PARTS);

const USAGE = `bun run faults [PART…] [--binary FILE] [--rounds N] [--seed N] [--folder FOLDER] [--record]

The parts are ${names.join(", ")}; without one, all are tried.
  --binary FILE      tries this executable, not the source
  --rounds N         how often a part does what it does
  --seed N           makes the same choices again
  --clients N, --connections N, --shops N, --seconds N
                     how many clients, connections and shops (of archive), and how long
  --folder FOLDER    keeps the data there, where parts that can go on when they were broken off
  --record           keeps the figures
  --report           writes FAULTS.md of the figures kept`;

const { values, positionals } = readOptions(
  USAGE,
  {
    binary: { type: "string" },
    rounds: { type: "string", default: "30" },
    clients: { type: "string", default: "16" },
    connections: { type: "string", default: "200" },
    shops: { type: "string", default: "200" },
    seconds: { type: "string", default: "30" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    folder: { type: "string" },
    record: { type: "boolean", default: false },
    report: { type: "boolean", default: false },
  },
  { allowPositionals: true },
);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) refuse(`There is no part ${unknown.join(", ")}.`, USAGE);

function writeReport(): void {
  writeFileSync(join(import.meta.dir, "..", "FAULTS.md"), faultsReport(readResults(), names));
}

if (values.report && positionals.length === 0) {
  writeReport();
  process.exit(0);
}

const command = values.binary === undefined ? SOURCE_COMMAND : [resolve(values.binary)];
const seed = Number(values.seed);
const folder =
  values.folder === undefined ? mkdtempSync(join(tmpdir(), "tillroll-faults-")) : resolve(values.folder);
console.log(
  `Service: ${values.binary ?? "source"}. Seed: ${seed} (--seed ${seed} runs the same choices again).`,
);

const faults: string[] = [];
for (const [name, part] of Object.entries(FAULT_PARTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const dataFolder = join(folder, name);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const began = performance.now();
  const result = await part.run({
    command,
    seed,
    folder: dataFolder,
    rounds: Number(values.rounds),
    clients: Number(values.clients),
    connections: Number(values.connections),
    shops: Number(values.shops),
    seconds: Number(values.seconds),
    print: (line) => console.log(line),
  });
  faults.push(...result.faults);
  if (result.figures?.acknowledged === 0) {
    // Nothing can be lost of nothing: such a run shows nothing, and is not kept.
    faults.push(`${name}: nothing was acknowledged; give it more rounds, or a machine with less to do`);
    continue;
  }
  if (!values.record || result.figures === null) continue;
  keepResult({
    part: name,
    what: part.what,
    seed,
    date: new Date().toISOString().slice(0, 10),
    seconds: Math.round((performance.now() - began) / 1000),
    version: packageJson.version,
    commit: commitOfTree(),
    machine: describeKind(),
    figures: result.figures,
    faults: result.faults,
  });
}
if (values.report) writeReport();

for (const fault of faults) console.error(`  ${fault}`);
if (faults.length === 0 && values.folder === undefined) rmSync(folder, { recursive: true, force: true });
else console.error(`The data is kept in ${folder} for a look.`);
process.exit(faults.length === 0 ? 0 : 1);
