import { expect, test } from "bun:test";
import { freshFor, staleness } from "../../src/delivery/staleness.ts";

const HOUR = 3_600_000;
const never = { releasedAt: null };
const released = { releasedAt: 1 };
const late = { state: "held", cause: "late" };
const expired = { state: "kept", cause: "expired" };

test.each([
  ["fresh", never, 1000, { holdAfter: HOUR, expireAfter: 15_000 }, null, 14_000],
  ["expired", never, 15_000, { holdAfter: HOUR, expireAfter: 15_000 }, expired, 0],
  ["expired rather than late", never, 2 * HOUR, { holdAfter: HOUR, expireAfter: 15_000 }, expired, 0],
  ["late", never, HOUR, { holdAfter: HOUR, expireAfter: null }, late, 0],
  ["late before it expires", never, HOUR, { holdAfter: HOUR, expireAfter: 2 * HOUR }, late, 0],
  ["never too late", never, 1000 * HOUR, { holdAfter: null, expireAfter: null }, null, null],
  ["wanted by a person", released, 20_000, { holdAfter: HOUR, expireAfter: 15_000 }, null, HOUR - 20_000],
  ["wanted by a person long ago", released, HOUR, { holdAfter: HOUR, expireAfter: 15_000 }, late, 0],
])("%s", (_name, delivery, waited, settings, expected, left) => {
  const aside = staleness(delivery, waited, settings);
  if (expected === null) expect(aside).toBeNull();
  else expect(aside).toMatchObject(expected);
  expect(freshFor(delivery, waited, settings)).toBe(left);
});

test("it says how long it waited", () => {
  const settings = { holdAfter: HOUR, expireAfter: 15_000 };
  expect(staleness(never, 75_000, settings)?.reason).toBe(
    "It waited for 1 min: after 15 s it is not printed any more.",
  );
  expect(staleness(released, 3 * HOUR, settings)?.reason).toBe(
    "It waited for 3 h: a person decides whether it is still printed.",
  );
});
