import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runPowerCuts } from "../../scripts/faults/power-cut.ts";
import { buildPreload } from "../../scripts/faults/preload.ts";
import { SOURCE_COMMAND } from "../../scripts/service/service-process.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder();
const canTrace = buildPreload("watched-disk.c", folder) !== null;
if (!canTrace) console.warn("SKIPPED: tests that trace what is written need Linux and a C compiler (cc).");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SEED = 17;
const TIMEOUT_MILLISECONDS = 600_000;

function cutPower(name: string, cuts: number, honoursSync: boolean) {
  const own = join(folder, name);
  return runPowerCuts({
    command: SOURCE_COMMAND,
    folder: own,
    seed: SEED,
    clients: 4,
    acts: 15,
    cuts,
    printsBefore: 100,
    rules: { honoursSync },
  });
}

describe.skipIf(!canTrace)("a power cut", () => {
  test(
    "takes nothing that was acknowledged, whatever of the rest it loses, tears or reorders",
    async () => {
      const report = await cutPower("honest", 6, true);
      expect(report).toMatchObject({ lost: 0, wrong: 0, faults: [] });
      expect(report?.acknowledged).toBeGreaterThan(20);
    },
    TIMEOUT_MILLISECONDS,
  );

  test(
    "on a disk that ignores fsync takes something: else this would show nothing",
    async () => {
      const report = await cutPower("lying", 6, false);
      expect((report?.lost ?? 0) + (report?.wrong ?? 0)).toBeGreaterThan(0);
    },
    TIMEOUT_MILLISECONDS,
  );
});
