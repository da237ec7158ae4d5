import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runPrinterCrashes } from "../../scripts/faults/printer-crash.ts";
import { binary, temporaryFolder } from "../service.ts";

const folder = temporaryFolder();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

// A seed of its own for each run finds more over time; a failure shows it.
const seed = Number(process.env["TILLROLL_TEST_SEED"] ?? Date.now() % 1_000_000);

test("what printers acknowledged is there after kill -9: whole, once, in order", async () => {
  const report = await runPrinterCrashes({
    command: [binary()],
    dataFolder: join(folder, "crash"),
    clients: 40,
    jobs: 10,
    kills: 1,
    seed,
  });
  expect({ seed, faults: report.faults }).toEqual({ seed, faults: [] });
  expect(report.acknowledged).toBe(400);
  // Otherwise the kill has met nothing, and nothing was shown.
  expect(report.attempts).toBeGreaterThan(400);
});
