import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { runMigrationKills } from "../../scripts/faults/migration-kill.ts";
import { SOURCE_COMMAND } from "../../scripts/service/service-process.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a start that is killed while it migrates leaves the old schema or the new one, and every print", async () => {
  // A seed of its own for each run finds more over time; a failure shows it.
  const seed = Date.now() % 1_000_000;
  const { faults } = await runMigrationKills({ command: SOURCE_COMMAND, folder, rounds: 3, seed });
  expect({ seed, faults }).toEqual({ seed, faults: [] });
});
