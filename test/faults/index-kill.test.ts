import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runIndexCrashes } from "../../scripts/faults/index-crash.ts";
import { SOURCE_COMMAND } from "../../scripts/service/service-process.ts";

const folder = mkdtempSync(join(tmpdir(), "tillroll-index-kill-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a service killed while it indexes answers as SQL does, and leaves nothing half written behind", async () => {
  // A seed of its own for each run finds more over time; a failure shows it.
  const seed = Date.now() % 1_000_000;
  const { faults } = await runIndexCrashes({
    command: SOURCE_COMMAND,
    dataFolder: join(folder, "data"),
    rounds: 3,
    prints: 4500,
    seed,
  });
  expect({ seed, faults }).toEqual({ seed, faults: [] });
});
