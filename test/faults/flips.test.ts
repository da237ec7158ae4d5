import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runFlips } from "../../scripts/faults/flips.ts";
import { SOURCE_COMMAND } from "../../scripts/service/service-process.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a bit of the files that is another is found or harmless: nothing wrong is served", async () => {
  const report = await runFlips({
    command: SOURCE_COMMAND,
    folder: join(folder, "flips"),
    seed: 17,
    flips: 5,
    aloneEvery: 25,
  });
  expect(report.faults).toEqual([]);
  const { harmless, named } = report.verdicts;
  expect(harmless + named).toBeGreaterThan(0);
}, 600_000);
