/*
 * Shows that nothing acknowledged is ever lost: `bun run faults [PART…] [--binary FILE] [--rounds N] [--seed N]`; the parts are
 * those of `faults/parts.ts`. Without a part: all of them. Exit code 1 on any loss or wrong answer. A kill leaves the operating
 * system's cache intact: that a commit reaches the disk is SQLite's synchronous=FULL, not shown here.
 */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { FAULT_PARTS } from "./faults/parts.ts";
import { SOURCE_COMMAND } from "./service/service-process.ts";

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
const unknown = positionals.filter((name) => !(name in FAULT_PARTS));
if (unknown.length > 0) {
  const known = Object.keys(FAULT_PARTS).join(", ");
  throw new Error(`there is no part ${unknown.join(", ")}; the parts are ${known}`);
}

const command = values.binary === undefined ? SOURCE_COMMAND : [resolve(values.binary)];
const seed = Number(values.seed);
const folder = mkdtempSync(join(tmpdir(), "tillroll-faults-"));
console.log(
  `Service: ${values.binary ?? "source"}. Seed: ${seed} (--seed ${seed} runs the same choices again).`,
);

const faults: string[] = [];
for (const [name, run] of Object.entries(FAULT_PARTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const dataFolder = join(folder, name);
  mkdirSync(dataFolder, { mode: 0o700 });
  const found = await run({
    command,
    seed,
    folder: dataFolder,
    rounds: Number(values.rounds),
    clients: Number(values.clients),
    connections: Number(values.connections),
    seconds: Number(values.seconds),
    print: (line) => console.log(line),
  });
  faults.push(...found);
}

for (const fault of faults) console.error(`  ${fault}`);
if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
else console.error(`The data is kept in ${folder} for a look.`);
process.exit(faults.length === 0 ? 0 : 1);
