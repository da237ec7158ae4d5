import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runMixedKills } from "../../scripts/faults/mixed-kill.ts";
import { SOURCE_COMMAND } from "../../scripts/service/service-process.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a service that is killed while everything goes on at once loses nothing, and a broken off run goes on", async () => {
  // A seed of its own for each run finds more over time; a failure shows it.
  const seed = Date.now() % 1_000_000;
  const options = {
    command: SOURCE_COMMAND,
    folder: join(folder, "data"),
    clients: 6,
    seed,
    printsBefore: 100,
  };
  const first = await runMixedKills({ ...options, rounds: 2 });
  expect({ seed, faults: first.faults }).toEqual({ seed, faults: [] });
  const second = await runMixedKills({ ...options, rounds: 3 });
  const { kills, lost, wrong, faults } = second;
  expect({ seed, kills, lost, wrong, faults }).toEqual({ seed, kills: 3, lost: 0, wrong: 0, faults: [] });
  expect(second.acknowledged).toBeGreaterThanOrEqual(first.acknowledged);
}, 600_000);
