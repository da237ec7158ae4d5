/*
 * Builds the executable: `bun scripts/build.ts` for this machine, `--all` for every platform with SHA256SUMS beside.
 * The runtimes of the other platforms come from the package registry that Bun is set up for.
 */

import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PRINTER_PROTOCOLS, PROTOCOLS } from "../src/domain/protocols.ts";
import { WORKER_ENTRIES } from "../src/platform/worker-address.ts";
import { readMigrations } from "../src/storage/migrations/migrations.ts";
import { SCRIPTS } from "../src/web/scripts.ts";
import { checkKind, HOST_TARGET, hostReleaseTarget, RELEASE_TARGETS, type Target } from "./build/targets.ts";
import { verifyExecutable } from "./build/verify.ts";

const PROTOCOL_ENTRIES = PRINTER_PROTOCOLS.map((name) => `printers/${PROTOCOLS[name].folder}/protocol`);

const ROOT = join(import.meta.dir, "..");
const SOURCE = join(ROOT, "src");
const DISTRIBUTION = join(ROOT, "dist");

/** Compiles one executable into `dist/`. @throws Error or AggregateError when it cannot be built */
async function build(target: Target): Promise<void> {
  mkdirSync(DISTRIBUTION, { recursive: true });
  // Bun leaves the source maps beside the executable as well as in it; and no half a file may end up in dist/.
  const folder = mkdtempSync(join(DISTRIBUTION, "build-"));
  try {
    await Bun.build({
      // The Workers and the protocols are addressed by their path under src.
      entrypoints: ["main", ...WORKER_ENTRIES, ...PROTOCOL_ENTRIES].map((entry) =>
        join(SOURCE, `${entry}.ts`),
      ),
      root: SOURCE,
      define: {
        EMBEDDED_MIGRATIONS: JSON.stringify(readMigrations()),
        EMBEDDED_SCRIPTS: JSON.stringify(SCRIPTS),
      },
      format: "esm",
      minify: true,
      // What several entry points share is there once, and what is imported later is loaded later.
      splitting: true,
      // Embedded, so that a stack trace in an operator's log names our files and lines.
      sourcemap: "linked",
      // Halves the time to the first answer, for 8 MB more.
      bytecode: true,
      compile: {
        outfile: join(folder, target.file),
        // A binary must not take settings from whatever folder it happens to be started in.
        autoloadDotenv: false,
        autoloadBunfig: false,
        ...(target.compileTarget === undefined ? {} : { target: target.compileTarget }),
      },
    });
    await checkKind(join(folder, target.file), target);
    renameSync(join(folder, target.file), join(DISTRIBUTION, target.file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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

const { values } = parseArgs({ options: { all: { type: "boolean", default: false } } });
const targets = values.all ? RELEASE_TARGETS : [HOST_TARGET];
const runnable = values.all ? hostReleaseTarget() : HOST_TARGET;
let failures = 0;
for (const target of targets) {
  try {
    await build(target);
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
