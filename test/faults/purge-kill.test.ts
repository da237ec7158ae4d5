import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { runPurgeKills } from "../../scripts/faults/purge-kill.ts";
import { SOURCE_COMMAND } from "../../scripts/service/service-process.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a service killed while prints are erased leaves nothing of them in the end, and all of the others", async () => {
  // A seed of its own for each run finds more over time; a failure shows it.
  const seed = Date.now() % 1_000_000;
  const report = await runPurgeKills({ command: SOURCE_COMMAND, folder, rounds: 4, seed });
  expect({ seed, faults: report.faults }).toEqual({ seed, faults: [] });
  expect(report.stored).toBeGreaterThan(0);
});
