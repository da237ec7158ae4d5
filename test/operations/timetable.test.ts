import { expect, test } from "bun:test";
import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_MINUTE } from "../../src/domain/limits.ts";
import { nextTimeOfDay, readTimeOfDay, type Schedule, Timetable } from "../../src/operations/timetable.ts";

const HOUR = 60 * MILLISECONDS_PER_MINUTE;

/** A timetable with clocks of the test's own, and a task that ends when it is told to. */
function timetable(schedule: Schedule, startedAt = new Date(2026, 10, 22, 12, 0).getTime()) {
  const time = { clock: startedAt, monotonic: 0 };
  const lines: string[] = [];
  const log = { write: (_level: string, message: string) => void lines.push(message) };
  const table = new Timetable({ clock: () => time.clock, monotonic: () => time.monotonic, log });
  const runs: PromiseWithResolvers<void>[] = [];
  const signals: AbortSignal[] = [];
  const run = (signal: AbortSignal) => {
    const ended = Promise.withResolvers<void>();
    runs.push(ended);
    signals.push(signal);
    return ended.promise;
  };
  const entry = table.add({ name: "counting", schedule, run });
  const pass = (milliseconds: number) => {
    time.clock += milliseconds;
    time.monotonic += milliseconds;
    table.tick();
  };
  const end = async (error?: Error) => {
    const last = runs.at(-1);
    if (error === undefined) last?.resolve();
    else last?.reject(error);
    // The timetable hears of it after whoever waits for the run itself.
    while (entry.isRunning) await Promise.resolve();
  };
  return { table, entry, time, runs, signals, lines, pass, end };
}

test("an interval is counted from the end of a run, whatever the clock is set to", async () => {
  const { pass, runs, end, time } = timetable({ everyMilliseconds: 1000 });
  pass(999);
  expect(runs.length).toBe(0);
  time.clock += MILLISECONDS_PER_DAY;
  pass(1);
  expect(runs.length).toBe(1);
  pass(5000);
  expect(runs.length).toBe(1);
  await end();
  pass(999);
  expect(runs.length).toBe(1);
  pass(1);
  expect(runs.length).toBe(2);
});

test("a daily task runs at its time, once a day", async () => {
  const { pass, runs, end } = timetable({ dailyAt: "03:00" });
  pass(14 * HOUR);
  expect(runs.length).toBe(0);
  pass(HOUR);
  expect(runs.length).toBe(1);
  await end();
  pass(HOUR);
  expect(runs.length).toBe(1);
  pass(23 * HOUR);
  expect(runs.length).toBe(2);
});

const noon = new Date(2026, 10, 22, 12, 0).getTime();
const missed: [string, number | null, boolean][] = [
  ["never before", null, true],
  ["two days ago", noon - 2 * MILLISECONDS_PER_DAY, true],
  ["last evening", noon - 16 * HOUR, true],
  ["this morning", noon - 9 * HOUR, false],
];
test.each(missed)("a task that ran last %s makes up for what was missed", (_when, lastRanAt, isMissed) => {
  const { pass, runs } = timetable({ dailyAt: "03:00", lastRanAt: () => lastRanAt }, noon);
  pass(MILLISECONDS_PER_MINUTE);
  expect(runs.length).toBe(isMissed ? 1 : 0);
});

test("a clock that is set back by days does not put a daily task off for days", () => {
  const { pass, runs, time } = timetable({ dailyAt: "03:00" });
  time.clock -= 10 * MILLISECONDS_PER_DAY;
  pass(0);
  pass(15 * HOUR);
  expect(runs.length).toBe(1);
});

test("a run that fails is logged and told until one goes well", async () => {
  const { pass, end, lines, table } = timetable({ everyMilliseconds: 1000 });
  pass(1000);
  await end(new Error("no disk"));
  expect(lines).toEqual(["counting has failed"]);
  expect(table.look()).toMatchObject({ state: "degraded" });
  pass(1000);
  await end();
  expect(table.look()).toMatchObject({ state: "ok" });
});

test("who wants a run now gets the one that is under way", async () => {
  const { entry, runs, end } = timetable({ everyMilliseconds: 1000 });
  const [first, second] = [entry.runNow(), entry.runNow()];
  expect(runs.length).toBe(1);
  await end();
  await Promise.all([first, second]);
  const third = entry.runNow();
  await end(new Error("no disk"));
  expect(third).rejects.toThrow("no disk");
});

test("a stop tells tasks to end, waits for them, and runs nothing more", async () => {
  const { table, pass, runs, signals, end, lines } = timetable({ everyMilliseconds: 1000 });
  pass(1000);
  const closed = table.close();
  expect(signals[0]?.aborted).toBe(true);
  await end(new Error("aborted"));
  await closed;
  expect(lines).toEqual([]);
  pass(5000);
  expect(runs.length).toBe(1);
});

const texts: [string, { hour: number; minute: number } | null][] = [
  ["03:00", { hour: 3, minute: 0 }],
  ["3:05", { hour: 3, minute: 5 }],
  ["23:59", { hour: 23, minute: 59 }],
  ["24:00", null],
  ["12:60", null],
  ["noon", null],
  ["", null],
];
test.each(texts)("%j as a time of day", (text, read) => {
  expect(readTimeOfDay(text)).toEqual(read);
});

test("the next time of day is after the moment itself", () => {
  const at = new Date(2026, 10, 22, 3, 0).getTime();
  expect(nextTimeOfDay("03:00", at)).toBe(new Date(2026, 10, 23, 3, 0).getTime());
  expect(nextTimeOfDay("03:00", at - 1)).toBe(at);
});

test("a stop does not wait for ever for a task that does not end", async () => {
  const { table, pass } = timetable({ everyMilliseconds: 1000 });
  pass(1000);
  await table.close();
});
