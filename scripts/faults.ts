/*
 * Shows that nothing acknowledged is ever lost: `bun run faults [--binary FILE] [--rounds N] [--seed N]`. Kills the
 * service while clients write, again and again, and while it builds its search index, whose answers must stay right; then
 * fills its disk. Exit code 1 on any loss or wrong answer. A kill leaves the
 * operating system's cache intact: that a commit reaches the disk is SQLite's synchronous=FULL, not shown here.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCrashLoop } from "./faults/crash-loop.ts";
import { runDiskFull } from "./faults/disk-full.ts";
import { runIndexCrashes } from "./faults/index-crash.ts";
import { SOURCE_COMMAND } from "./service/service-process.ts";

const { values } = parseArgs({
  options: {
    binary: { type: "string" },
    rounds: { type: "string", default: "30" },
    clients: { type: "string", default: "16" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});

const command = values.binary === undefined ? SOURCE_COMMAND : [resolve(values.binary)];
const seed = Number(values.seed);
const folder = mkdtempSync(join(tmpdir(), "tillroll-faults-"));
const print = (line: string) => console.log(line);
print(`Service: ${values.binary ?? "source"}. Seed: ${seed} (--seed ${seed} runs the same choices again).`);

const crash = await runCrashLoop({
  command,
  seed,
  dataFolder: join(folder, "crash"),
  rounds: Number(values.rounds),
  clients: Number(values.clients),
  longestLifeMilliseconds: 1500,
  onRound: print,
});
print(`Crash loop: ${crash.acknowledged} prints acknowledged, ${crash.faults.length} faults.`);

const index = await runIndexCrashes({
  command,
  seed,
  dataFolder: join(folder, "index"),
  rounds: Math.ceil(Number(values.rounds) / 2),
  prints: 9000,
  onRound: print,
});
print(`Index: ${index.halfWritten} kills left a segment half written, ${index.faults.length} faults.`);

const diskFull = await runDiskFull({ command, seed, folder: join(folder, "disk") });
print(`Full disk: ${diskFull.outcome}, ${diskFull.faults.length} faults.`);

const faults = [...crash.faults, ...index.faults, ...diskFull.faults];
for (const fault of faults) console.error(`  ${fault}`);
if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
else console.error(`The data is kept in ${folder} for a look.`);
process.exit(faults.length === 0 ? 0 : 1);
