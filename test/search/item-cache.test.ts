import { expect, test } from "bun:test";
import { ItemCache } from "../../src/search/item-cache.ts";

const OWNER = {};
const BUDGET = 64 * 1024;

function add(cache: ItemCache, id: number, json: string, owner: object = OWNER): void {
  const memory = Buffer.from(`before${json}behind`);
  const to = memory.length - "behind".length;
  cache.add(owner, { id, createdAt: id * 2, updatedAt: id * 3, memory, from: "before".length, to });
}

function read(cache: ItemCache, id: number, owner: object = OWNER): string | null {
  const item = cache.get(owner, id);
  if (item === null) return null;
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
  expect(read(cache, 1, {})).toBeNull();
  cache.remove(1);
  expect([read(cache, 1), read(cache, 2)]).toEqual([null, "two"]);
});

test("of many items those used again and again stay, whole, and the budget is kept", () => {
  const cache = new ItemCache(BUDGET);
  let kept = 0;
  for (let id = 0; id < 5000; id++) {
    add(cache, id, jsonOf(id));
    if (id % 10 === 0) cache.remove(id - 5);
    expect(read(cache, 3)).toBe(id < 3 ? null : jsonOf(3));
    expect(cache.byteLength).toBeLessThanOrEqual(BUDGET);
  }
  for (let id = 0; id < 5000; id++) {
    const json = read(cache, id);
    if (json === null) continue;
    expect(json).toBe(jsonOf(id));
    kept++;
  }
  expect(kept).toBeGreaterThan(60);
});

test("when all items are used the oldest goes", () => {
  const cache = new ItemCache(BUDGET);
  for (let id = 0; id < 1000; id++) {
    add(cache, id, jsonOf(id));
    expect(read(cache, id)).toBe(jsonOf(id));
  }
  expect(read(cache, 0)).toBeNull();
  expect(read(cache, 999)).toBe(jsonOf(999));
});

test("what is larger than there is room for is not kept, nor anything without a budget", () => {
  const cache = new ItemCache(BUDGET);
  add(cache, 1, "x".repeat(BUDGET));
  expect(read(cache, 1)).toBeNull();
  const none = new ItemCache(0);
  add(none, 1, "one");
  expect(read(none, 1)).toBeNull();
});
