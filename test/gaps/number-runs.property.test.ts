import { expect, test } from "bun:test";
import fc from "fast-check";
import { NumberRuns } from "../../src/gaps/number-runs.ts";

test("runs are what a set of numbers has, whatever their order", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60), { maxLength: 80 }), (numbers) => {
      const runs = new NumberRuns();
      const firstPrint = new Map<number, number>();
      for (const [printId, number] of numbers.entries()) {
        const isNew = runs.add(number, { printId, removedBefore: 0 });
        expect(isNew).toBe(!firstPrint.has(number));
        if (isNew) firstPrint.set(number, printId);
      }
      const there = [...firstPrint.keys()].toSorted((one, other) => one - other);
      expect(runs.runs.flatMap(({ low, high }) => range(low, high))).toEqual(there);
      for (const [index, { low, high, first, last }] of runs.runs.entries()) {
        expect([first.printId, last.printId]).toEqual([
          firstPrint.get(low) ?? -1,
          firstPrint.get(high) ?? -1,
        ]);
        // Between two runs something is missing.
        expect(low).toBeGreaterThan((runs.runs[index - 1]?.high ?? -2) + 1);
      }
    }),
    { numRuns: 1000 },
  );
});

function range(low: number, high: number): number[] {
  return Array.from({ length: high - low + 1 }, (_, index) => low + index);
}
