import { expect, test } from "bun:test";
import { Semaphore } from "../../src/platform/semaphore.ts";

test("who may begin is the first come, and lets one begin", async () => {
  const semaphore = new Semaphore(2);
  const order: number[] = [];
  const releases: (() => void)[] = [];
  for (let number = 1; number <= 4; number++) {
    void semaphore.acquire().then((release) => {
      order.push(number);
      releases.push(release);
    });
  }
  await Bun.sleep(0);
  expect(order).toEqual([1, 2]);
  releases[0]?.();
  releases[0]?.();
  await Bun.sleep(0);
  expect(order).toEqual([1, 2, 3]);
  releases[1]?.();
  await Bun.sleep(0);
  expect(order).toEqual([1, 2, 3, 4]);
});
