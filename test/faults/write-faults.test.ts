import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildPreload } from "../../scripts/faults/preload.ts";
import { runWriteFaults } from "../../scripts/faults/write-faults.ts";
import { SOURCE_COMMAND } from "../../scripts/service/service-process.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder();
const canFail = buildPreload("watched-disk.c", folder) !== null;
if (!canFail) console.warn("SKIPPED: tests with writes that fail need Linux and a C compiler (cc).");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!canFail)(
  "whichever operation on the disk fails, what was acknowledged is kept, and prints are stored again",
  async () => {
    const report = await runWriteFaults({
      command: SOURCE_COMMAND,
      folder: join(folder, "data"),
      seed: 17,
      every: 240,
    });
    expect(report).toMatchObject({ lost: 0, wrong: 0, faults: [] });
    expect(report?.failures).toBeGreaterThan(4);
  },
  600_000,
);
