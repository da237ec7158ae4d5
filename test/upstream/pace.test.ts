import { describe, expect, test } from "bun:test";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { firstLacking } from "../../src/upstream/find-lost.ts";
import { backOff, Pace, smallerLimit } from "../../src/upstream/pace.ts";
import type { PrintIdentity } from "../../src/contract/upstream-messages.ts";
import { SHIPPING_TIMES } from "../../src/domain/upstream-limits.ts";

describe("how long a shop waits after failures", () => {
  test.each([
    [1, 0, null, 500],
    [1, 1, null, 1000],
    [2, 1, null, 2000],
    [9, 1, null, 256_000],
    [10, 1, null, 300_000],
    [5000, 0, null, 150_000],
    // As long as the archive has asked for, and never all shops at once; but no longer than the longest, and a quarter.
    [1, 0, 30_000, 30_000],
    [1, 1, 30_000, 37_500],
    [1, 0, 86_400_000, 300_000],
    [9, 1, 1000, 256_000],
  ])("%d of them, chance %d, asked for %p: %d ms", (failures, random, wanted, expected) => {
    expect(backOff(failures, random, wanted, SHIPPING_TIMES)).toBe(expected);
  });
});

test("what is sent is paid for by waiting", () => {
  const pace = new Pace();
  expect(pace.wait(1000)).toBe(0);
  pace.note(50_000, 100_000, 1000);
  expect(pace.wait(1000)).toBe(500);
  pace.note(50_000, 100_000, 1200);
  expect(pace.wait(1200)).toBe(800);
  expect(pace.wait(5000)).toBe(0);
  pace.note(1e9, null, 5000);
  expect(pace.wait(5000)).toBe(0);
});

test.each([
  [null, null, null],
  [1, null, 1],
  [null, 2, 2],
  [3, 2, 2],
])("of the limits %p and %p counts %p", (one, other, expected) => {
  expect(smallerLimit(one, other)).toBe(expected);
});

describe("the first print that an archive lacks", () => {
  test.each([1, 2, 3])("is found whatever was purged, by few questions (%d)", async (seed) => {
    const random = new SeededRandom(seed);
    for (let round = 0; round < 300; round++) {
      const end = random.integer(0, 200);
      const lacking = random.integer(0, end);
      const share = random.next();
      const told = Array.from({ length: end }, () => random.next() < share);
      let questions = 0;
      const found = await firstLacking(
        end,
        (ordinal) => {
          const last = told.findLastIndex((isTold, index) => isTold && index <= ordinal);
          return last === -1 ? null : identity(last);
        },
        async (print) => {
          questions++;
          return print.ordinal < lacking;
        },
      );
      const next = told.findIndex((isTold, index) => isTold && index >= lacking);
      // Nothing that can be told is passed over, and nothing that is there is sent again.
      expect(found).toBeLessThanOrEqual(next === -1 ? end : next);
      expect(told.findLastIndex((isTold, index) => isTold && index < lacking)).toBeLessThan(
        found + (found === 0 ? 1 : 0),
      );
      expect(questions).toBeLessThanOrEqual(10);
    }
  });
});

const identity = (ordinal: number): PrintIdentity => ({ ordinal, fingerprint: "00" });
