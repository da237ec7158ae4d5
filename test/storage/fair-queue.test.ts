import { expect, test } from "bun:test";
import fc from "fast-check";
import { FairQueue } from "../../src/storage/fair-queue.ts";

const TURN_BYTES = 100;

interface Item {
  readonly client: string;
  readonly number: number;
  readonly bytes: number;
}

/** Adds of one of three clients, and takes. */
const steps = fc.array(
  fc.oneof(
    fc.record({ client: fc.constantFrom("a", "b", "c"), bytes: fc.integer({ min: 1, max: 500 }) }),
    fc.constant("take" as const),
  ),
  { maxLength: 200 },
);

test("everything comes out once, each client's in its order", () => {
  fc.assert(
    fc.property(steps, (given) => {
      const queue = new FairQueue<Item>(TURN_BYTES);
      const added: Item[] = [];
      const taken: Item[] = [];
      for (const step of given) {
        if (step === "take") {
          const next = queue.next();
          expect(queue.take()).toBe(next);
          if (next !== undefined) taken.push(next);
        } else {
          const item = { ...step, number: added.length };
          added.push(item);
          queue.add(step.client, item);
        }
        expect(queue.length).toBe(added.length - taken.length);
      }
      for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
      for (const client of ["a", "b", "c"]) {
        const ofClient = (items: readonly Item[]) => items.filter((item) => item.client === client);
        expect(ofClient(taken)).toEqual(ofClient(added));
      }
    }),
  );
});

test("while two clients wait, neither gets more than a turn and an item ahead of the other", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(sizes, sizes, (first, second) => {
      const queue = new FairQueue<Item>(TURN_BYTES);
      for (const [number, bytes] of first.entries()) queue.add("a", { client: "a", number, bytes });
      for (const [number, bytes] of second.entries()) queue.add("b", { client: "b", number, bytes });
      const left = new Map([
        ["a", first.length],
        ["b", second.length],
      ]);
      const got = new Map([
        ["a", 0],
        ["b", 0],
      ]);
      const largest = Math.max(...first, ...second);
      while ([...left.values()].every((count) => count > 0)) {
        const { client, bytes } = queue.take() ?? { client: "", bytes: 0 };
        left.set(client, (left.get(client) ?? 0) - 1);
        got.set(client, (got.get(client) ?? 0) + bytes);
        const ahead = Math.abs((got.get("a") ?? 0) - (got.get("b") ?? 0));
        expect(ahead).toBeLessThanOrEqual(2 * TURN_BYTES + largest);
      }
    }),
  );
});

test("a small item waits for a turn of each other client, however much they have", () => {
  const queue = new FairQueue<Item>(TURN_BYTES);
  for (let number = 0; number < 10_000; number++) queue.add("many", { client: "many", number, bytes: 10 });
  queue.add("huge", { client: "huge", number: 0, bytes: 1_000_000 });
  queue.add("one", { client: "one", number: 0, bytes: 10 });
  const before: string[] = [];
  for (let item = queue.take(); item !== undefined && item.client !== "one"; item = queue.take()) {
    before.push(item.client);
  }
  expect(before).toEqual(Array.from({ length: 10 }, () => "many"));
});

test("what is left is taken all at once", () => {
  const queue = new FairQueue<Item>(TURN_BYTES);
  for (let number = 0; number < 600; number++) queue.add("a", { client: "a", number, bytes: 10 });
  for (let number = 0; number < 300; number++) queue.take();
  expect(queue.takeAll().map(({ number }) => number)).toEqual(
    Array.from({ length: 300 }, (_, index) => 300 + index),
  );
  expect(queue.length).toBe(0);
  expect(queue.take()).toBeUndefined();
});
