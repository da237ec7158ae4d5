import { expect, test } from "bun:test";
import type { Notice } from "../../src/domain/notification.ts";
import { dueNotices, retryAfter, toldTopics } from "../../src/notifications/due.ts";

const MINUTE = 60_000;
const NOON = new Date(2026, 10, 10, 12).getTime();
const TARGET = { quietHours: null, told: {}, nextAttemptAt: null };

const notice = (id: number, at: number, topic = "printer.state 1"): Notice => {
  return { id, at, topic, kind: "printer.state", data: {} };
};
const ids = (notices: readonly Notice[]) => notices.map(({ id }) => id);

function due(target: Partial<Parameters<typeof dueNotices>[0]>, notices: readonly Notice[], at = NOON) {
  const { now, outdated, next } = dueNotices({ ...TARGET, ...target }, notices, at);
  return [ids(now), ids(outdated), next];
}

test("what happens together is told together", () => {
  expect(due({}, [notice(1, NOON)])).toEqual([[], [], NOON + 2000]);
  expect(due({}, [notice(1, NOON - 2000), notice(2, NOON - 1000)])).toEqual([[1], [], NOON + 1000]);
  expect(due({}, [])).toEqual([[], [], null]);
});

test("of the same printer and kind not much is told in ten minutes", () => {
  const told = { "printer.state 1": NOON - MINUTE };
  const notices = [notice(1, NOON - 5000), notice(2, NOON - 4000, "printer.state 2")];
  expect(due({ told }, notices)).toEqual([[2], [], NOON + 9 * MINUTE]);
  expect(due({ told }, notices, NOON + 9 * MINUTE)).toEqual([[1, 2], [], null]);
});

test("in quiet hours nothing is told, and all of it afterwards", () => {
  const quietHours = "11:00-13:00";
  expect(due({ quietHours }, [notice(1, NOON - 5000)])).toEqual([[], [], NOON + 60 * MINUTE]);
  expect(due({ quietHours }, [notice(1, NOON - 5000)], NOON + 60 * MINUTE)).toEqual([[1], [], null]);
});

test("after a failure it is waited for, but not for a clock that was set back", () => {
  const notices = [notice(1, NOON - 5000)];
  expect(due({ nextAttemptAt: NOON + MINUTE }, notices)).toEqual([[], [], NOON + MINUTE]);
  expect(due({ nextAttemptAt: NOON + 1e9 }, notices)).toEqual([[], [], NOON + 60 * MINUTE]);
  expect(due({ told: { "printer.state 1": NOON + 1e9 } }, notices)).toEqual([[1], [], null]);
  expect([1, 2, 3, 20].map(retryAfter)).toEqual([10_000, 40_000, 160_000, 3_600_000]);
});

test("what is older than three days is not told", () => {
  const old = NOON - 73 * 60 * MINUTE;
  expect(due({}, [notice(1, old), notice(2, NOON - 5000)])).toEqual([[2], [1], null]);
});

test("it is forgotten when topics were told of which that does not matter any more", () => {
  expect(toldTopics({ old: NOON - 10 * MINUTE, recent: NOON - MINUTE }, ["new"], NOON)).toEqual({
    recent: NOON - MINUTE,
    new: NOON,
  });
});
