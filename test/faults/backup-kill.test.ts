import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { runBackupKills } from "../../scripts/faults/backup-kill.ts";
import { SOURCE_COMMAND } from "../../scripts/service/service-process.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("what was acknowledged before the newest backup is in it, whenever the service was killed", async () => {
  // A seed of its own for each run finds more over time; a failure shows it.
  const seed = Date.now() % 1_000_000;
  const report = await runBackupKills({ command: SOURCE_COMMAND, folder, rounds: 3, seed });
  expect({ seed, faults: report.faults }).toEqual({ seed, faults: [] });
  expect(report.segments).toBeGreaterThan(0);
});
