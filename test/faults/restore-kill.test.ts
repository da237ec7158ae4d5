import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { runRestoreKills } from "../../scripts/faults/restore-kill.ts";
import { SOURCE_COMMAND } from "../../scripts/service/service-process.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a restore that is killed leaves all of the old state or all of the new one", async () => {
  // A seed of its own for each run finds more over time; a failure shows it.
  const seed = Date.now() % 1_000_000;
  const { faults } = await runRestoreKills({ command: SOURCE_COMMAND, folder, rounds: 4, seed });
  expect({ seed, faults }).toEqual({ seed, faults: [] });
});
