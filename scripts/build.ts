/* Builds the executable; `USAGE` says for which machines. */

import { join } from "node:path";
import { compile, DISTRIBUTION } from "./build/compile.ts";
import { HOST_TARGET, hostReleaseTarget, RELEASE_TARGETS, type Target } from "./build/targets.ts";
import { verifyExecutable } from "./build/verify.ts";
import { readOptions } from "./script-options.ts";

const USAGE = `bun run build [--all]

Builds the executable for this machine.
  --all   for every platform, with SHA256SUMS beside; their runtimes come from the package registry that Bun is set up for`;

/** Writes `dist/SHA256SUMS`, as `sha256sum -c` reads it. */
async function writeSums(targets: readonly Target[]): Promise<void> {
  const lines: string[] = [];
  for (const { file } of targets) {
    const hasher = new Bun.CryptoHasher("sha256");
    for await (const chunk of Bun.file(join(DISTRIBUTION, file)).stream()) hasher.update(chunk);
    lines.push(`${hasher.digest("hex")}  ${file}\n`);
  }
  await Bun.write(join(DISTRIBUTION, "SHA256SUMS"), lines.join(""));
}

const { values } = readOptions(USAGE, { all: { type: "boolean", default: false } });
const targets = values.all ? RELEASE_TARGETS : [HOST_TARGET];
const runnable = values.all ? hostReleaseTarget() : HOST_TARGET;
let failures = 0;
for (const target of targets) {
  try {
    await compile(target);
    const size = `${(Bun.file(join(DISTRIBUTION, target.file)).size / 1e6).toFixed(0)} MB`;
    const milliseconds = target === runnable ? await verifyExecutable(join(DISTRIBUTION, target.file)) : null;
    const verified = milliseconds === null ? "" : `, runs, first answer after ${milliseconds.toFixed(0)} ms`;
    console.log(`dist/${target.file}: ${size}${verified}`);
  } catch (error) {
    failures++;
    const reasons = error instanceof AggregateError ? error.errors : [error];
    console.error(`dist/${target.file}: failed: ${reasons.map(String).join("\n")}`);
  }
}
if (failures > 0) process.exit(1);
if (values.all) await writeSums(targets);
