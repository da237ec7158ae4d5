/*
 * All checks, in the order in which they tell most for the least waiting: format, types, lint, the compiled binary,
 * tests. Stops at the first that fails.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPrograms } from "./check/install-programs.ts";
import { readTestReport } from "./check/test-report.ts";

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

/** Lines of a failed test's error that are told again after all tests. */
const ERROR_LINES = 60;

/** Runs the tests; says which were left out, which failed and why, and in one line how they went. */
async function runTests(): Promise<void> {
  console.log("\n== Tests");
  const folder = mkdtempSync(join(tmpdir(), "tillroll-check-"));
  const report = join(folder, "junit.xml");
  // Two files at a time: most tests wait for a disk, a socket or another process.
  const flags = ["--parallel=2", "--no-isolate", "--reporter=junit", `--reporter-outfile=${report}`];
  const { exitCode } = Bun.spawnSync([bun, "test", ...flags], { stdio: ["ignore", "inherit", "inherit"] });
  const written = existsSync(report) ? readFileSync(report, "utf8") : "";
  rmSync(folder, { recursive: true, force: true });
  const count = (name: string) =>
    Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(written)?.[1] ?? 0);
  const [tests, failures, skipped] = [count("tests"), count("failures"), count("skipped")];
  const { skipped: leftOut, failed } = await readTestReport(written);
  if (leftOut.length > 0) {
    console.log("\nSKIPPED, for the reasons in brackets:");
    for (const test of leftOut) console.log(`  ${test}`);
  }
  // Once more: between thousands of lines an error is hard to find, and the end of a log is what is kept of it.
  for (const { test, error } of failed) {
    const lines = error.split("\n");
    const cut = lines.length > ERROR_LINES ? [`… ${lines.length - ERROR_LINES} more lines`] : [];
    console.log(`\nFAILED: ${[test, ...lines.slice(0, ERROR_LINES), ...cut].join("\n  ")}`);
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
