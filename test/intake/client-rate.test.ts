import { expect, test } from "bun:test";
import { TillrollError } from "../../src/domain/errors.ts";
import { ClientRate } from "../../src/intake/client-rate.ts";

/** A rate whose clock stands until it is moved. */
function rateOf(options: { bytesPerSecond?: number; burstBytes?: number; addresses?: number } = {}) {
  let time = 1000;
  const rate = new ClientRate({ bytesPerSecond: 100, burstBytes: 1000, ...options, now: () => time });
  return { rate, pass: (milliseconds: number) => (time += milliseconds) };
}

test("a client may bring in its burst to the last byte, and then waits for the next", () => {
  const { rate, pass } = rateOf({ bytesPerSecond: 125 });
  rate.spend("a", 999);
  expect(rate.waitMilliseconds("a")).toBe(0);
  rate.spend("a", 1);
  // A byte takes 8 ms.
  expect(rate.waitMilliseconds("a")).toBe(8);
  pass(4);
  expect(rate.waitMilliseconds("a")).toBe(4);
  pass(4);
  expect(rate.waitMilliseconds("a")).toBe(0);
});

test("what is brought in beyond the budget is owed, and nobody else waits for it", () => {
  const { rate, pass } = rateOf();
  rate.spend("a", 1500);
  expect(rate.waitMilliseconds("a")).toBe(5010);
  expect(rate.waitMilliseconds("b")).toBe(0);
  pass(5010);
  expect(rate.waitMilliseconds("a")).toBe(0);
});

test("for long a client brings in its rate, however it divides it", () => {
  const { rate, pass } = rateOf();
  let brought = 0;
  for (let step = 0; step < 6000; step++) {
    if (rate.waitMilliseconds("a") === 0) {
      const bytes = 1 + ((step * 7) % 60);
      rate.spend("a", bytes);
      brought += bytes;
    }
    pass(10);
  }
  // A minute's worth and the burst; and at the most one piece more.
  expect(brought).toBeGreaterThanOrEqual(6990);
  expect(brought).toBeLessThanOrEqual(7060);
});

test("a pause fills no more than the burst", () => {
  const { rate, pass } = rateOf();
  rate.spend("a", 1);
  pass(1e9);
  rate.spend("a", 1000);
  expect(rate.waitMilliseconds("a")).toBe(10);
});

test("a request is refused with the time to wait", () => {
  const { rate } = rateOf();
  rate.begin("a");
  rate.spend("a", 1150);
  const refusal = refusalOf(() => rate.begin("a"));
  expect(refusal?.code).toBe("RATE_LIMIT_EXCEEDED");
  expect(refusal?.data).toEqual({ retryAfterSeconds: 2 });
});

test("a request of unknown length may go on until its client owes a whole burst", () => {
  const { rate } = rateOf();
  rate.begin("a");
  for (let part = 0; part < 19; part++) rate.goOn("a", 100);
  expect(refusalOf(() => rate.goOn("a", 100))?.code).toBe("RATE_LIMIT_EXCEEDED");
});

test("the address not heard of for longest is forgotten first", () => {
  const { rate } = rateOf({ addresses: 2 });
  rate.spend("a", 2000);
  rate.spend("b", 2000);
  rate.spend("a", 1);
  rate.spend("c", 2000);
  expect(rate.waitMilliseconds("b")).toBe(0);
  expect(rate.waitMilliseconds("a")).toBeGreaterThan(0);
});

test("without a limit nothing is counted", () => {
  const { rate } = rateOf({ bytesPerSecond: 0 });
  rate.spend("a", 1e12);
  rate.begin("a");
  rate.goOn("a", 1e12);
  expect(rate.waitMilliseconds("a")).toBe(0);
});

test("those that wait go on in turn, one piece after the other", async () => {
  const rate = new ClientRate({ bytesPerSecond: 100_000, burstBytes: 1 });
  rate.spend("a", 100);
  const order: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const goOn = (number: number) => () => {
    order.push(number);
    rate.spend("a", 100);
    if (order.length === 3) resolve();
  };
  rate.whenReady("a", goOn(1));
  const giveUp = rate.whenReady("a", goOn(2));
  rate.whenReady("a", goOn(3));
  rate.whenReady("a", goOn(4));
  giveUp();
  await promise;
  expect(order).toEqual([1, 3, 4]);
});

function refusalOf(work: () => void): TillrollError | null {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof TillrollError ? error : null;
  }
}
