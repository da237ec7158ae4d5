import { expect, test } from "bun:test";
import fc from "fast-check";
import { ItemCache, newItemOwner } from "../../src/search/item-cache.ts";

const OWNER = newItemOwner();
const BUDGET = 64 * 1024;

function add(cache: ItemCache, id: number, json: string, owner = OWNER): void {
  const memory = Buffer.from(`before${json}behind`);
  const to = memory.length - "behind".length;
  cache.add(owner, { id, createdAt: id * 2, updatedAt: id * 3, memory, from: "before".length, to });
}

function read(cache: ItemCache, id: number, owner = OWNER): string | null {
  const at = cache.find(owner, id);
  if (at < 0) return null;
  const item = cache.item(at);
  expect(item).toMatchObject({ id, createdAt: id * 2, updatedAt: id * 3 });
  return item.memory.toString("utf8", item.from, item.to);
}

function jsonOf(id: number): string {
  return `${id}:`.padEnd(100 + (id % 400), "ü");
}

test("an item is what was added last, by the same owner, until it is removed", () => {
  const cache = new ItemCache(BUDGET);
  add(cache, 1, "one");
  add(cache, 2, "two");
  add(cache, 1, "one again");
  expect([read(cache, 1), read(cache, 2), read(cache, 3)]).toEqual(["one again", "two", null]);
  expect(read(cache, 1, newItemOwner())).toBeNull();
  cache.remove(1);
  expect([read(cache, 1), read(cache, 2)]).toEqual([null, "two"]);
});

test("of many items those used again and again stay, whole, and the budget is kept", () => {
  const cache = new ItemCache(BUDGET);
  let kept = 0;
  for (let id = 1; id <= 5000; id++) {
    add(cache, id, jsonOf(id));
    if (id % 10 === 0) cache.remove(id - 5);
    expect(read(cache, 3)).toBe(id < 3 ? null : jsonOf(3));
    expect(cache.byteLength).toBeLessThanOrEqual(BUDGET);
  }
  for (let id = 1; id <= 5000; id++) {
    const json = read(cache, id);
    if (json === null) continue;
    expect(json).toBe(jsonOf(id));
    kept++;
  }
  expect(kept).toBeGreaterThan(60);
});

test("when all items are used the oldest goes", () => {
  const cache = new ItemCache(BUDGET);
  for (let id = 1; id <= 1000; id++) {
    add(cache, id, jsonOf(id));
    expect(read(cache, id)).toBe(jsonOf(id));
  }
  expect(read(cache, 1)).toBeNull();
  expect(read(cache, 1000)).toBe(jsonOf(1000));
});

test("what is larger than there is room for is not kept, nor anything without a budget", () => {
  const cache = new ItemCache(BUDGET);
  add(cache, 1, "x".repeat(BUDGET));
  expect(read(cache, 1)).toBeNull();
  const none = new ItemCache(0);
  add(none, 1, "one");
  expect(read(none, 1)).toBeNull();
});

test("few items take little memory, and all are there still when more have come", () => {
  const budget = 4 * 1024 * 1024;
  const cache = new ItemCache(budget);
  const ids = Array.from({ length: 10_000 }, (_, index) => index * 3 + 1);
  for (const [index, id] of ids.entries()) {
    add(cache, id, jsonOf(id).slice(0, 50));
    if (index === 100) expect(cache.byteLength).toBeLessThan(budget / 8);
  }
  for (const id of ids) expect(read(cache, id)).toBe(jsonOf(id).slice(0, 50));
  expect(cache.byteLength).toBeLessThanOrEqual(budget);
});

/** Ids of the prints of a shop, and of an archive's, whose upper half is the workspace. */
const printId = fc.oneof(
  fc.integer({ min: 1, max: 150 }),
  fc
    .record({ workspace: fc.integer({ min: 1, max: 8 }), print: fc.integer({ min: 1, max: 20 }) })
    .map(({ workspace, print }) => workspace * 2 ** 32 + print),
);
const step = fc.record({
  action: fc.constantFrom("add", "add", "add", "find", "find", "remove"),
  id: printId,
});

test("whatever is added, looked up and removed, an item is never another's", () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(4096, 8192, BUDGET),
      fc.array(step, { minLength: 200, maxLength: 600 }),
      (budget, steps) => {
        const cache = new ItemCache(budget);
        const added = new Map<number, string>();
        for (const [index, { action, id }] of steps.entries()) {
          const json = read(cache, id);
          if (json !== null) {
            expect(json).toBe(added.get(id) ?? "none");
            found++;
          }
          if (action === "add") {
            const own = `${index} `.padEnd(20 + (id % 60), "x");
            add(cache, id, own);
            added.set(id, own);
            // The newest is always there.
            expect(read(cache, id)).toBe(own);
          } else if (action === "remove") {
            cache.remove(id);
            added.delete(id);
          }
          expect(cache.byteLength).toBeLessThanOrEqual(budget);
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(1000);
});
