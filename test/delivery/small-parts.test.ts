import { describe, expect, test } from "bun:test";
import { Attention } from "../../src/delivery/attention.ts";
import { backOff } from "../../src/delivery/back-off.ts";
import { DELIVERY_TIMES } from "../../src/delivery/delivery-limits.ts";
import { Turns } from "../../src/delivery/turns.ts";

test("attempts come twice as late each time, up to half a minute, never all at once", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 1000].map((failures) => backOff(failures, 0, DELIVERY_TIMES));
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(backOff(1, 0.999, DELIVERY_TIMES)).toBe(750);
});

test("places are taken in turn, and given back once", async () => {
  const turns = new Turns(2);
  const order: number[] = [];
  const giveBacks: (() => void)[] = [];
  for (let number = 1; number <= 4; number++) {
    void turns.take().then((giveBack) => {
      order.push(number);
      giveBacks.push(giveBack);
    });
  }
  await Bun.sleep(0);
  expect(order).toEqual([1, 2]);
  giveBacks[0]?.();
  giveBacks[0]?.();
  await Bun.sleep(0);
  expect(order).toEqual([1, 2, 3]);
  giveBacks[1]?.();
  await Bun.sleep(0);
  expect(order).toEqual([1, 2, 3, 4]);
});

describe("attention", () => {
  test("lasts as long as a host is connected, or for a while after one asked", async () => {
    const told: string[] = [];
    const attention = new Attention(40, (id, isAttended) => told.push(`${id} ${isAttended}`));
    const [first, second] = [attention.attend(1), attention.attend(1)];
    first();
    first();
    expect(attention.isAttended(1)).toBe(true);
    second();
    attention.notice(2);
    attention.notice(2);
    expect(told).toEqual(["1 true", "1 true", "1 true", "1 false", "2 true"]);
    const deadline = performance.now() + 45_000;
    while (told.length < 6 && performance.now() < deadline) await Bun.sleep(5);
    expect(told.at(-1)).toBe("2 false");
    attention.close();
  });
});
