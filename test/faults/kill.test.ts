import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCrashLoop } from "../../scripts/faults/crash-loop.ts";
import { SOURCE_COMMAND } from "../../scripts/service/service-process.ts";

const folder = mkdtempSync(join(tmpdir(), "tillroll-kill-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a service killed in the middle of its work loses nothing that it acknowledged", async () => {
  // A seed of its own for each run finds more over time; a failure shows it.
  const seed = Date.now() % 1_000_000;
  const report = await runCrashLoop({
    command: SOURCE_COMMAND,
    dataFolder: join(folder, "data"),
    rounds: 3,
    clients: 8,
    seed,
    longestLifeMilliseconds: 600,
  });
  expect({ seed, faults: report.faults }).toEqual({ seed, faults: [] });
  expect(report.acknowledged).toBeGreaterThan(0);
});
