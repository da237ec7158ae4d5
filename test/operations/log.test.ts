import { expect, test } from "bun:test";
import { ThrottledLog } from "../../src/operations/log.ts";

function throttled() {
  const lines: [string, unknown][] = [];
  const time = { now: 1000 };
  const log = new ThrottledLog(
    { write: (_level, message, details) => void lines.push([message, details]) },
    () => time.now,
  );
  return { log, lines, time };
}

test("the same line about the same client is written once a minute, with the number of those left out", () => {
  const { log, lines, time } = throttled();
  for (let count = 0; count < 5; count++) log.write("warning", "no such queue", { client: "10.0.0.1" });
  log.write("warning", "no such queue", { client: "10.0.0.2" });
  log.write("warning", "something else", { client: "10.0.0.1" });
  time.now += 60_000;
  log.write("warning", "no such queue", { client: "10.0.0.1" });
  expect(lines).toEqual([
    ["no such queue", { client: "10.0.0.1" }],
    ["no such queue", { client: "10.0.0.2" }],
    ["something else", { client: "10.0.0.1" }],
    ["no such queue", { client: "10.0.0.1", leftOut: 4 }],
  ]);
});

test("many clients are not remembered for ever", () => {
  const { log, lines } = throttled();
  log.write("warning", "late", { client: "a" });
  for (let client = 0; client < 1500; client++) log.write("warning", "scan", { client });
  log.write("warning", "late", { client: "a" });
  expect(lines.length).toBe(1502);
});
