import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type FaultResult, keepResult, readResults } from "../../scripts/faults/fault-results.ts";
import { FAULT_PARTS } from "../../scripts/faults/parts.ts";
import { faultsReport } from "../../scripts/faults/report.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const PAGE = join(import.meta.dir, "..", "..", "FAULTS.md");
const NAMES = Object.keys(FAULT_PARTS);

const RESULT: FaultResult = {
  part: "crash",
  what: "Kills the service",
  seed: 1,
  date: "2026-11-23",
  seconds: 600,
  version: "1.0.0",
  commit: "0123456789",
  machine: "linux",
  figures: { counts: { kills: 1000, outcome: "as expected" }, acknowledged: 12_345 },
  faults: [],
};

describe("FAULTS.md", () => {
  test("is what the results say: bun run faults --report", () => {
    expect(readFileSync(PAGE, "utf8")).toBe(faultsReport(readResults(), NAMES));
  });

  test("has results of parts that there are, as these describe themselves", () => {
    for (const { part, what } of readResults()) expect([part, FAULT_PARTS[part]?.what]).toEqual([part, what]);
  });

  test("says what was lost, what was wrong, and every fault", () => {
    expect(faultsReport([RESULT], NAMES)).toContain(
      "| `crash` | Kills the service | 1,000 kills, as expected | 12,345 | 0 | 0 | 0 |",
    );
    const counted = {
      ...RESULT,
      figures: { ...RESULT.figures, lost: 2, wrong: 1 },
      faults: ["print 7: lost", "a | b"],
    };
    const page = faultsReport([counted], NAMES);
    expect(page).toContain("| 12,345 | 2 | 1 | 2 |");
    expect(page).toContain("## Faults of crash\n\n- print 7: lost\n- a \\| b\n");
    // Where nothing was counted, a fault may be a loss.
    expect(faultsReport([{ ...RESULT, faults: ["?"] }], NAMES)).toContain("| see below | see below | 1 |");
  });

  test("has the tables of parts that have more to say", () => {
    const table = { columns: ["Forgery", "Found"], rows: [["a label", "yes"]] };
    const page = faultsReport([{ ...RESULT, figures: { ...RESULT.figures, table } }], NAMES);
    expect(page).toContain("## crash\n\n| Forgery | Found |\n| --- | --- |\n| a label | yes |\n");
  });

  test("is in the order of the parts, whatever the order of the files", () => {
    const folder = temporaryFolder();
    for (const part of ["flood", "crash"]) keepResult({ ...RESULT, part }, folder);
    const page = faultsReport(readResults(folder), NAMES);
    expect(page.indexOf("`crash`")).toBeLessThan(page.indexOf("`flood`"));
  });
});
