import { expect, test } from "bun:test";
import fc from "fast-check";
import { type ValueHash, SeededHash } from "../../src/search/facets/value-hash.ts";
import { topValues } from "../../src/search/facets/top-values.ts";
import type { Pass } from "../../src/search/facets/value-passes.ts";
import { text } from "./arbitraries.ts";
import { modelTop } from "./facets-model.ts";

/** Shows values three to a step. */
const passOver = (values: readonly string[]): Pass =>
  function* pass(visit) {
    for (const [index, value] of values.entries()) {
      const bytes = Buffer.from(`<${value}>`);
      visit(bytes, 1, bytes.length - 1, 1);
      if (index % 3 === 2) yield;
    }
  };

function top(values: readonly string[], slots: number, newHash?: () => ValueHash) {
  const steps = topValues(passOver(values), { values: 20, slots }, newHash);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

function expected(values: readonly string[]) {
  return { values: modelTop(values).values, sum: values.length };
}

/** Values that repeat more or less often. */
const values = fc
  .tuple(
    fc.array(text, { maxLength: 30 }),
    fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 600, size: "max" }),
  )
  .map(([texts, numbers]) =>
    texts.concat(
      texts,
      numbers.map((number) => `Order ${number}`),
    ),
  );

test.each([64, 1024])("the most frequent values are what a Map says, in %d slots", (slots) => {
  fc.assert(
    fc.property(values, (some) => expect(top(some, slots)).toEqual(expected(some))),
    { numRuns: 300 },
  );
});

/** A hash of a few bits. */
class WeakHash extends SeededHash {
  override of(bytes: Uint8Array, from: number, to: number): void {
    super.of(bytes, from, to);
    this.high &= 0x8000_000f;
    this.high >>>= 0;
    this.low &= 0xff;
  }
}

test("values that collide are found out: the answer is right, or there is none", () => {
  let right = 0;
  let none = 0;
  fc.assert(
    fc.property(values, (some) => {
      try {
        expect(top(some, 1024, () => new WeakHash())).toEqual(expected(some));
        right++;
      } catch (error) {
        if (!String(error).includes("same hash")) throw error;
        none++;
      }
    }),
    { numRuns: 300 },
  );
  expect(Math.min(right, none)).toBeGreaterThan(10);
});
