import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { MEBIBYTE, MILLISECONDS_PER_DAY } from "../../../src/domain/limits.ts";
import { LogFile, type LogFileOptions } from "../../../src/operations/logs/log-file.ts";
import type { LogRecord } from "../../../src/operations/logs/log-line.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { until } from "../../until.ts";

let folder: string;
let path: string;
let now: number;
beforeEach(() => {
  folder = join(temporaryFolder(), "logs");
  path = join(folder, "tillroll.log");
  now = Date.now();
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

const record = (message: string, details = {}): LogRecord => ({ at: 0, level: "info", message, details });
const opened = (options: Partial<LogFileOptions> = {}) =>
  new LogFile({
    path,
    format: "text",
    maximumBytes: MEBIBYTE,
    keptFiles: 3,
    keptMilliseconds: 30 * MILLISECONDS_PER_DAY,
    clock: () => now,
    ...options,
  });

test("lines are added, in either format, and only their owner may read them", async () => {
  const text = opened();
  text.write(record("a print was stored", { id: 7 }));
  text.write(record("two\nlines \u001b[31m"));
  await text.close();
  const json = opened({ format: "json" });
  json.write(record("two\nlines", { a: "\n" }));
  json.write(record("nothing more"));
  await json.close();
  expect(readFileSync(path, "utf8").split("\n")).toEqual([
    '1970-01-01T00:00:00.000Z info a print was stored {"id":7}',
    "1970-01-01T00:00:00.000Z info two lines  [31m",
    '{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"two\\nlines","details":{"a":"\\n"}}',
    '{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"nothing more"}',
    "",
  ]);
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("another file is begun when one is large, the oldest go, and no line is lost", async () => {
  const file = opened({ maximumBytes: 2000, keptFiles: 100 });
  for (let count = 0; count < 100; count++) {
    file.write(record(`line ${count} ${"x".repeat(50)}`));
    now += 1000;
    if (count % 10 === 9) await until(() => linesOf(allFiles()) === count + 1);
  }
  await file.close();
  expect(allFiles().length).toBeGreaterThan(3);
  expect(linesOf(allFiles())).toBe(100);
  for (const name of allFiles()) expect(statSync(join(folder, name)).size).toBeLessThan(4000);
  const few = opened({ maximumBytes: 1, keptFiles: 2 });
  few.write(record("the last"));
  await few.close();
  expect(allFiles().length).toBe(3);
  expect(readFileSync(path, "utf8")).toContain("the last");
});

test("none takes the place of another, though the clock stands still", async () => {
  for (let count = 0; count < 4; count++) {
    const file = opened({ maximumBytes: 1, keptFiles: 10 });
    file.write(record(`line ${count}`));
    await file.close();
  }
  expect([allFiles().length, linesOf(allFiles())]).toEqual([4, 4]);
});

test("another file is begun each day, also after a start, and old ones go", async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, "yesterday\n");
  const yesterday = new Date(now - MILLISECONDS_PER_DAY);
  utimesSync(path, yesterday, yesterday);
  const old = "tillroll-2020-01-01T00-00-00.000Z.log";
  writeFileSync(join(folder, old), "old\n");
  utimesSync(join(folder, old), 0, 0);
  writeFileSync(join(folder, "tillroll-notes.log"), "of somebody else\n");
  const file = opened();
  file.write(record("today"));
  await file.close();
  expect(readFileSync(path, "utf8")).toContain("today");
  const others = allFiles().filter((name) => name !== "tillroll.log");
  expect(others).toEqual([expect.stringMatching(/^tillroll-\d{4}-.*Z\.log$/), "tillroll-notes.log"]);
});

describe("what cannot be written", () => {
  // Another user's file as which nobody else is: a folder in its place.
  const block = () => mkdirSync(path, { recursive: true });

  test("is told, holds nothing up and is written later", async () => {
    block();
    const file = opened();
    file.write(record("the first"));
    await until(() => file.trouble !== null);
    expect(file.trouble).toContain(path);
    rmSync(path, { recursive: true });
    file.write(record("the second"));
    await file.close();
    expect(
      readFileSync(path, "utf8")
        .trim()
        .split("\n")
        .map((line) => line.slice(25)),
    ).toEqual(["info the first", "info the second"]);
  });

  test("takes bounded memory; what was left out is counted", async () => {
    block();
    const file = opened({ maximumBytes: 100 * MEBIBYTE });
    for (let count = 0; count < 3000; count++) file.write(record("x".repeat(1000)));
    await until(() => file.trouble !== null);
    rmSync(path, { recursive: true });
    await file.close();
    const lines = readFileSync(path, "utf8").trim().split("\n");
    const leftOut = Number(/"lines":(\d+)/.exec(lines.at(-1) ?? "")?.[1]);
    expect(lines.length - 1 + leftOut).toBe(3000);
    expect(statSync(path).size).toBeLessThan(1.2 * MEBIBYTE);
  });

  test("is written at once when the process is about to end", () => {
    const file = opened();
    file.write(record("the last word"));
    file.flush();
    expect(readFileSync(path, "utf8")).toContain("the last word");
  });
});

const allFiles = () => (existsSync(folder) ? readdirSync(folder).toSorted() : []);
const linesOf = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + readFileSync(join(folder, name), "utf8").split("\n").length - 1, 0);
