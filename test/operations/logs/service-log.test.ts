import { expect, test } from "bun:test";
import type { LogRecord } from "../../../src/operations/logs/log-line.ts";
import type { LogPlace } from "../../../src/operations/logs/log-place.ts";
import { ServiceLog } from "../../../src/operations/logs/service-log.ts";

class Written implements LogPlace {
  readonly records: LogRecord[] = [];
  trouble: string | null = null;
  write(record: LogRecord): void {
    this.records.push(record);
  }
  flush(): void {}
  close(): Promise<void> {
    return Promise.resolve();
  }
}

test("lines go to all places; those less urgent than asked for to none", () => {
  const places = [new Written(), new Written()];
  const log = new ServiceLog(places, "warning");
  log.write("info", "a trifle");
  log.write("warning", "a warning", { printer: "bar" });
  log.write("error", "an error");
  for (const { records } of places)
    expect(records.map(({ level, message, details }) => [level, message, details])).toEqual([
      ["warning", "a warning", { printer: "bar" }],
      ["error", "an error", {}],
    ]);
});

test("the last lines are remembered, and no more", () => {
  const log = new ServiceLog([]);
  for (let count = 0; count < 2500; count++) log.write("info", String(count));
  expect([log.recent.length, log.recent[0]?.message, log.recent.at(-1)?.message]).toEqual([
    1000,
    "1500",
    "2499",
  ]);
});

test("health tells of a place that takes no lines", () => {
  const place = new Written();
  const log = new ServiceLog([place]);
  expect(log.look().state).toBe("ok");
  place.trouble = "The disk is full.";
  expect(log.look()).toEqual({ state: "degraded", message: "The disk is full." });
});
