import { expect, test } from "bun:test";
import { runAnswers } from "../../scripts/faults/archive-answers.ts";
import { ENGINES } from "../postgres/engines.ts";

test.skipIf(ENGINES.length === 0)(
  "a shop and archives answer the same, byte by byte, about characters of all planes",
  async () => {
    const seed = Number(process.env["TILLROLL_TEST_SEED"]);
    const report = await runAnswers({ seed, rounds: 1, questions: 200 });
    expect({ seed, faults: report?.faults }).toEqual({ seed, faults: [] });
    expect(report?.answers).toBe(200);
    // Where nothing is found, nearly any search would agree.
    expect(report?.found).toBeGreaterThan(100);
  },
  120_000,
);
