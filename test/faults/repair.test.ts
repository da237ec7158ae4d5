import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { runRepairs } from "../../scripts/faults/repair-run.ts";
import { temporaryFolder } from "../service.ts";

/* All kinds of damage (scripts/faults/repair-damage.ts) done to real files; what is whole is told by SQLite's own dbstat. */

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every print whose pages are whole is saved, none is wrong, and none that was erased comes back", async () => {
  const seed = Number(process.env["TILLROLL_TEST_SEED"]);
  const figures = await runRepairs({ seed, folder, prints: 160, rounds: 1 });
  expect(figures).toMatchObject({ faults: [], notSaved: 0, wrong: 0, cameBack: 0 });
  // The damage did harm, and the backup helped.
  expect(figures.whole).toBeGreaterThan(3000);
  expect(figures.gone).toBeGreaterThan(10);
  expect(figures.fromBackup).toBeGreaterThan(10);
}, 300_000);
