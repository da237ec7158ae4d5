import { expect, test } from "bun:test";
import fc from "fast-check";
import { ChunkCache } from "../../src/search/chunk-cache.ts";

type Action = "get" | "keep" | "add" | "addDisposable" | "begin" | "end";

const step = fc.record({
  action: fc.constantFrom<Action>(
    "get",
    "get",
    "keep",
    "keep",
    "add",
    "add",
    "addDisposable",
    "begin",
    "end",
  ),
  chunk: fc.nat(15),
  size: fc.constantFrom(0, 1, 10, 25, 26, 100, 1000),
});

/** A chunk's content says whose it is. */
const contentOf = (chunk: number, size: number) => new Uint8Array(size).fill(chunk + 1);

const isWhole = (content: Uint8Array, chunk: number, size: number) =>
  content.length === size && content.every((byte) => byte === chunk + 1);

test("the budget is never exceeded, content is never another's, and nothing in use is freed", () => {
  const budgets = fc.constantFrom(0, 1, 39, 40, 100, 400, 100_000);
  fc.assert(
    fc.property(budgets, fc.array(step, { maxLength: 200 }), (budget, steps) => {
      const cache = new ChunkCache(budget);
      const sizes = new Map<number, number>();
      /** What each use that has not ended was given to keep. */
      const uses = new Map<number, { content: Uint8Array; chunk: number; size: number }[]>();
      const give = (content: Uint8Array, chunk: number, size: number) => {
        for (const given of uses.values()) given.push({ content, chunk, size });
      };
      for (const { action, chunk, size } of steps) {
        if (action === "begin") uses.set(cache.beginUse(), []);
        else if (action === "end") {
          const [use] = uses.keys();
          if (use !== undefined) {
            uses.delete(use);
            cache.endUse(use);
          }
        } else if (uses.size > 0) {
          const known = action === "keep" || action === "add" ? cache.keep(chunk) : cache.get(chunk);
          if (known !== null) expect(isWhole(known, chunk, sizes.get(chunk) ?? -1)).toBe(true);
          if (known !== null && action === "keep") give(known, chunk, known.length);
          if (known === null && (action === "add" || action === "addDisposable")) {
            const content = contentOf(chunk, size);
            sizes.set(chunk, size);
            cache[action](chunk, content);
            if (action === "add") give(content, chunk, size);
          }
        }
        expect(cache.byteLength).toBeLessThanOrEqual(budget);
        for (const given of uses.values()) {
          for (const one of given) expect(isWhole(one.content, one.chunk, one.size)).toBe(true);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test("a look through what is read once does not push out what is used again and again", () => {
  const cache = new ChunkCache(1000);
  for (let chunk = 0; chunk < 6; chunk++) {
    cache.add(chunk, contentOf(chunk, 100));
    cache.get(chunk);
  }
  for (let chunk = 100; chunk < 200; chunk++) cache.addDisposable(chunk, contentOf(1, 100));
  for (let chunk = 0; chunk < 6; chunk++) expect(cache.get(chunk)).not.toBeNull();
});

test("what nobody has a view of is freed at once when there is no room", () => {
  const content = contentOf(1, 500);
  new ChunkCache(1000).addDisposable(1, content);
  expect(content.length).toBe(0);
});
