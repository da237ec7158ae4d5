import { beforeEach, expect, test } from "bun:test";
import { RecentMemory } from "../../src/storage/postgres/recent-memory.ts";

let now: number;
let memory: RecentMemory;
let stored: Map<string, string>;
let reads: string[];
let find: (key: string) => unknown;

beforeEach(() => {
  now = 1000;
  memory = new RecentMemory(() => now);
  stored = new Map([["a", "one"]]);
  reads = [];
  find = memory.remembering(async (key) => {
    reads.push(key);
    await Promise.resolve();
    const value = stored.get(key) ?? null;
    if (value === "broken") throw new Error("broken");
    return value;
  });
});

test("what several ask for at once is read once, and is there at once for some seconds", async () => {
  expect(await Promise.all([find("a"), find("a")])).toEqual(["one", "one"]);
  expect(reads).toEqual(["a"]);
  stored.set("a", "two");
  now += 4999;
  expect(find("a")).toBe("one");
  now += 1;
  expect(await find("a")).toBe("two");
});

test("what is not there, and what failed, is asked for again", async () => {
  expect([await find("b"), await find("b")]).toEqual([null, null]);
  stored.set("c", "broken");
  expect(find("c")).rejects.toThrow("broken");
  await Promise.allSettled([find("c")]);
  stored.set("c", "three");
  expect(await find("c")).toBe("three");
  expect(reads.filter((key) => key === "b")).toHaveLength(2);
});

test("what this instance writes is forgotten, though it is being read that moment", async () => {
  await find("a");
  stored.set("a", "two");
  memory.forget();
  expect(await find("a")).toBe("two");
  memory.forget();
  const before = find("a");
  stored.set("a", "three");
  memory.forget();
  await before;
  expect(await find("a")).toBe("three");
});
