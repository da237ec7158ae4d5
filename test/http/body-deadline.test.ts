import { expect, test } from "bun:test";
import { REQUEST_LIMITS } from "../../src/domain/limits.ts";
import { BodyDeadlines } from "../../src/http/body-deadline.ts";

const SHORT = { bodyMilliseconds: 20, lookMilliseconds: 5 };

test("a body that does not come in time is given up", async () => {
  const deadlines = new BodyDeadlines(SHORT);
  const never = new Promise<never>(() => {});
  await expect(deadlines.begin(0).wait(never)).rejects.toMatchObject({ code: "REQUEST_TIMEOUT" });
});

test("a larger one has more time, and one that comes is left alone", async () => {
  const deadlines = new BodyDeadlines(SHORT);
  const large = deadlines.begin(REQUEST_LIMITS.bodyBytesPerSecond).wait(Bun.sleep(100).then(() => "large"));
  const dripping = deadlines.begin(0);
  dripping.extend(REQUEST_LIMITS.bodyBytesPerSecond);
  expect(await large).toBe("large");
  expect(await dripping.wait(Promise.resolve("part"))).toBe("part");
  await expect(deadlines.begin(0).wait(Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});
