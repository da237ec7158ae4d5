import { describe, expect, test } from "bun:test";
import { StatusWatchers } from "../../src/delivery/status-watchers.ts";
import { backOff } from "../../src/delivery/verdict.ts";
import { DELIVERY_TIMES } from "../../src/delivery/delivery-limits.ts";

test("attempts come twice as late each time, up to half a minute, never all at once", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 1000].map((failures) => backOff(failures, 0, DELIVERY_TIMES));
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(backOff(1, 0.999, DELIVERY_TIMES)).toBe(750);
});

describe("a host that looks at the status", () => {
  test("counts for a while after it asked, and is told of once", async () => {
    const told: string[] = [];
    const watchers = new StatusWatchers(40, (id, isWatched) => told.push(`${id} ${isWatched}`));
    watchers.notice(2);
    watchers.notice(2);
    expect([watchers.isWatched(1), watchers.isWatched(2)]).toEqual([false, true]);
    expect(told).toEqual(["2 true"]);
    const deadline = performance.now() + 45_000;
    while (told.length < 2 && performance.now() < deadline) await Bun.sleep(5);
    expect(told.at(-1)).toBe("2 false");
    watchers.close();
  });
});
