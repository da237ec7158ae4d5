import { describe, expect, test } from "bun:test";
import { ownPart } from "../../src/seals/verification-report.ts";

describe("what a workspace is told of a verification", () => {
  const finding = (workspace: string | null) => ({
    code: "PRINT_CHANGED",
    workspace,
    printId: null,
    entry: null,
    message: "It was changed.",
  });
  const given = {
    endedAt: "2026-01-01T00:00:00.000Z",
    entries: 9,
    prints: 9,
    seals: 0,
    waiting: 0,
    keptElsewhere: 0,
    restores: [],
    fault: null,
    findings: [finding("bar"), finding("bar"), finding(null)],
  };

  test.each([
    ["bar", 3, 3],
    ["default", 3, 1],
    // What is not kept may be of any workspace.
    ["default", 8, 6],
  ])("%s of %i findings", (slug, findingCount, told) => {
    expect(ownPart({ ...given, findingCount }, slug).findingCount).toBe(told);
  });
});
