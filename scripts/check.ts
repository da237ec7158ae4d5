/*
 * All checks, in the order in which they tell most for the least waiting: format, types, lint, the compiled binary,
 * tests. Stops at the first that fails.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPrograms } from "./check/install-programs.ts";
import { skippedTests } from "./check/skipped-tests.ts";

const bun = process.execPath;

/** Runs one check, its output going straight to the terminal; ends the process when it fails. */
function run(name: string, command: readonly string[]): void {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const { exitCode } = Bun.spawnSync([...command], { stdio: ["ignore", "inherit", "inherit"] });
  if (exitCode !== 0) {
    console.error(`\n${name}: failed (exit code ${exitCode}). The command was: ${command.join(" ")}`);
    process.exit(exitCode ?? 1);
  }
  console.log(`== ${name}: passed in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Runs the tests; says which were left out, and in one line how they went. */
async function runTests(): Promise<void> {
  console.log("\n== Tests");
  const folder = mkdtempSync(join(tmpdir(), "tillroll-check-"));
  const report = join(folder, "junit.xml");
  // Two files at a time: most tests wait for a disk, a socket or another process.
  const flags = ["--parallel=2", "--no-isolate", "--reporter=junit", `--reporter-outfile=${report}`];
  const { exitCode } = Bun.spawnSync([bun, "test", ...flags], { stdio: ["ignore", "inherit", "inherit"] });
  const counts = existsSync(report) ? readFileSync(report, "utf8") : "";
  rmSync(folder, { recursive: true, force: true });
  const count = (name: string) =>
    Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(counts)?.[1] ?? 0);
  const [tests, failures, skipped] = [count("tests"), count("failures"), count("skipped")];
  const leftOut = await skippedTests(counts);
  if (leftOut.length > 0) {
    console.log("\nSKIPPED, for the reasons in brackets:");
    for (const test of leftOut) console.log(`  ${test}`);
  }
  console.log(`\n${tests - failures - skipped} passed, ${failures} failed, ${skipped} skipped`);
  // A check that ran nothing has checked nothing.
  if (exitCode !== 0 || tests === 0) process.exit(exitCode === 0 ? 1 : (exitCode ?? 1));
}

run("Format", [bun, "fmt", "--check"]);
run("Types", [bun, "check"]);
run("Lint", ["node_modules/.bin/oxlint", "--deny-warnings"]);
run("Build", [bun, "scripts/build.ts"]);
installPrograms();
await runTests();
