/*
 * Shows that nothing acknowledged is ever lost: `bun run faults [PART…] [--binary FILE] [--rounds N] [--seed N]`. Kills the
 * service while clients write (part `crash`), again and again, and while it builds its search index, whose answers must
 * stay right (`index`); fills its disk (`disk`); kills it while 200 connections print on its printers (`printers`); and sends
 * random and mutated bytes by every printing protocol (`fuzz`, for `--seconds N`). Without a part: all of them. Exit code 1
 * on any loss or wrong answer. A kill leaves the operating system's cache intact: that a commit reaches the disk is
 * SQLite's synchronous=FULL, not shown here.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCrashLoop } from "./faults/crash-loop.ts";
import { runDiskFull } from "./faults/disk-full.ts";
import { runIndexCrashes } from "./faults/index-crash.ts";
import { runPrinterCrashes } from "./faults/printer-crash.ts";
import { runPrinterFuzz } from "./faults/printer-fuzz.ts";
import { SOURCE_COMMAND } from "./service/service-process.ts";

const PARTS = ["crash", "index", "disk", "printers", "fuzz"] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    binary: { type: "string" },
    rounds: { type: "string", default: "30" },
    clients: { type: "string", default: "16" },
    connections: { type: "string", default: "200" },
    seconds: { type: "string", default: "30" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const unknown = positionals.filter((name) => !PARTS.some((part) => part === name));
if (unknown.length > 0)
  throw new Error(`there is no part ${unknown.join(", ")}; the parts are ${PARTS.join(", ")}`);

const command = values.binary === undefined ? SOURCE_COMMAND : [resolve(values.binary)];
const seed = Number(values.seed);
const rounds = Number(values.rounds);
const folder = mkdtempSync(join(tmpdir(), "tillroll-faults-"));
const print = (line: string) => console.log(line);
print(`Service: ${values.binary ?? "source"}. Seed: ${seed} (--seed ${seed} runs the same choices again).`);

const faults: string[] = [];
const isWanted = (part: (typeof PARTS)[number]) => positionals.length === 0 || positionals.includes(part);

if (isWanted("crash")) {
  const crash = await runCrashLoop({
    command,
    seed,
    dataFolder: join(folder, "crash"),
    rounds,
    clients: Number(values.clients),
    longestLifeMilliseconds: 1500,
    onRound: print,
  });
  print(`Crash loop: ${crash.acknowledged} prints acknowledged, ${crash.faults.length} faults.`);
  faults.push(...crash.faults);
}

if (isWanted("index")) {
  const index = await runIndexCrashes({
    command,
    seed,
    dataFolder: join(folder, "index"),
    rounds: Math.ceil(rounds / 2),
    prints: 9000,
    onRound: print,
  });
  print(`Index: ${index.halfWritten} kills left a segment half written, ${index.faults.length} faults.`);
  faults.push(...index.faults);
}

if (isWanted("disk")) {
  const diskFull = await runDiskFull({ command, seed, folder: join(folder, "disk") });
  print(`Full disk: ${diskFull.outcome}, ${diskFull.faults.length} faults.`);
  faults.push(...diskFull.faults);
}

if (isWanted("printers")) {
  const printers = await runPrinterCrashes({
    command,
    seed,
    dataFolder: join(folder, "printers"),
    clients: Number(values.connections),
    jobs: 50,
    kills: Math.ceil(rounds / 3),
    onRound: print,
  });
  const { acknowledged, attempts, prints, recovered, unacknowledged } = printers;
  print(`Printers: ${acknowledged} jobs acknowledged in ${attempts} attempts, ${prints} prints.`);
  print(
    `  ${recovered} jobs were finished from the spool; ${unacknowledged} are there whose answer a kill took.`,
  );
  print(`  ${printers.faults.length} faults.`);
  faults.push(...printers.faults);
}

if (isWanted("fuzz")) {
  const dataFolder = join(folder, "fuzz");
  const fuzz = await runPrinterFuzz({
    command,
    seed,
    dataFolder,
    seconds: Number(values.seconds),
    onRound: print,
  });
  print(`Fuzzed printers: ${fuzz.outcome}; ${fuzz.faults.length} faults.`);
  faults.push(...fuzz.faults);
}

for (const fault of faults) console.error(`  ${fault}`);
if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
else console.error(`The data is kept in ${folder} for a look.`);
process.exit(faults.length === 0 ? 0 : 1);
