import { expect, test } from "bun:test";
import { SlicedTask, TimeSlices } from "../../src/platform/time-slices.ts";

/** Keeps the thread busy. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test("work on much leaves turns of the event loop to others, and work on little goes before it", async () => {
  const slices = new TimeSlices(1);
  const order: string[] = [];
  const done = Promise.withResolvers<void>();
  let left = 5;
  const large: SlicedTask = new SlicedTask(
    slices,
    () => 1_000_000,
    () => {
      while (left > 0 && large.hasTime()) {
        large.run(() => work(1.5));
        left--;
        order.push("large");
      }
      if (left === 0) done.resolve();
    },
  );
  const small: SlicedTask = new SlicedTask(
    slices,
    () => 600,
    () => {
      if (small.hasTime()) small.run(() => order.push("small"));
    },
  );
  large.goOn();
  // Of this turn nothing is left.
  small.goOn();
  expect(order).toEqual(["large"]);
  setImmediate(() => order.push("other"));
  await done.promise;
  expect(order.indexOf("small")).toBe(1);
  expect(order.indexOf("other")).toBeLessThan(order.lastIndexOf("large"));
  expect(order.filter((what) => what === "large")).toHaveLength(5);
});

test("pieces that take long become small, others large", () => {
  const slices = new TimeSlices(1e9);
  const slow = new SlicedTask(
    slices,
    () => 0,
    () => {},
  );
  const fast = new SlicedTask(
    slices,
    () => 0,
    () => {},
  );
  for (let piece = 0; piece < 10; piece++) {
    slow.run(() => work(1));
    fast.run(() => {});
  }
  expect(slow.pieceBytes).toBe(1024);
  expect(fast.pieceBytes).toBeGreaterThanOrEqual(16_384);
});

test("what cannot be divided waits for a turn with time", async () => {
  const slices = new TimeSlices(1);
  await slices.untilTime(10);
  slices.run(() => work(2));
  expect(slices.hasTime).toBe(false);
  await slices.untilTime(10);
  expect(slices.hasTime).toBe(true);
});

test("a slice that is used up begins anew in a later turn; one that is not counts on", async () => {
  const slices = new TimeSlices(5);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  slices.spend(3);
  await turn();
  expect(slices.hasTime).toBe(true);
  slices.spend(3);
  expect(slices.hasTime).toBe(false);
  await turn();
  await turn();
  expect(slices.hasTime).toBe(true);
});
