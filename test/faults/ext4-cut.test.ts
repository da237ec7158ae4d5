import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { CutDisk } from "../../scripts/faults/cut-disk.ts";
import { runExt4Cuts } from "../../scripts/faults/ext4-cut.ts";
import { SOURCE_COMMAND } from "../../scripts/service/service-process.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder();
const trial = CutDisk.mount(join(folder, "trial.img"), join(folder, "trial"));
trial?.unmount();
if (trial === null)
  console.warn("SKIPPED: the test that cuts off a disk needs Linux, mkfs.ext4 and the right to mount.");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(trial === null)(
  "what was acknowledged is there when an ext4 is cut off and its journal replayed",
  async () => {
    const report = await runExt4Cuts({
      command: SOURCE_COMMAND,
      folder,
      seed: 17,
      rounds: 2,
      clients: 6,
      printsBefore: 100,
    });
    expect(report).toMatchObject({ kills: 2, lost: 0, wrong: 0, faults: [] });
  },
  600_000,
);
