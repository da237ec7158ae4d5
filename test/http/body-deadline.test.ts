import { expect, test } from "bun:test";
import { REQUEST_LIMITS } from "../../src/domain/limits.ts";
import { BodyDeadline } from "../../src/http/request-body.ts";

const SHORT_MILLISECONDS = 20;

test("a body that does not come in time is given up", async () => {
  const never = new Promise<never>(() => {});
  await expect(new BodyDeadline(0, SHORT_MILLISECONDS).wait(never)).rejects.toMatchObject({
    code: "REQUEST_TIMEOUT",
  });
});

test("a larger one has more time, and one that comes is left alone", async () => {
  const large = new BodyDeadline(REQUEST_LIMITS.bodyBytesPerSecond, SHORT_MILLISECONDS).wait(
    Bun.sleep(100).then(() => "large"),
  );
  const dripping = new BodyDeadline(0, SHORT_MILLISECONDS);
  dripping.extend(REQUEST_LIMITS.bodyBytesPerSecond);
  expect(await large).toBe("large");
  expect(await dripping.wait(Promise.resolve("part"))).toBe("part");
  await expect(
    new BodyDeadline(0, SHORT_MILLISECONDS).wait(Promise.reject(new Error("broken"))),
  ).rejects.toThrow("broken");
});
