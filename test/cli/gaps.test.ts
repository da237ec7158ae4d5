import { afterAll, beforeAll, expect, test } from "bun:test";
import { run, Service } from "../service.ts";

let service: Service;
beforeAll(async () => {
  service = await Service.start();
  for (const [receipt, deviceId, text] of [
    ["R-01", "till-1", "one"],
    ["R-02", "till-1", "two"],
    ["R-02", "till-1", "two"],
    ["R-05", "till-1", "five"],
    ["R-01", "till-2", "other"],
    ["R-02", "till-2", "more"],
  ])
    await service.store({ deviceId, tag: { receipt } }, `${text}\n`);
});
afterAll(() => service.end());

const gaps = (...words: string[]) => run(["gaps", ...words, "--data", service.folder]);

test("tells what is missing, and ends with 1", async () => {
  const { exitCode, stdout, stderr } = await gaps("receipt", "--by", "device");
  expect([exitCode, stderr]).toEqual([1, ""]);
  const [headings, ...rows] = stdout.trimEnd().split("\n");
  expect(headings).toMatch(/^WHAT +SERIES +DEVICE +DAY +NUMBER +COUNT +PRINTS +REMARK$/);
  expect(rows.map((row) => row.replaceAll(/ {2,}/g, " "))).toEqual([
    "missing R-# till-1 R-03 to R-04 2 2 4",
    "doubled R-# till-1 R-02 2 2 3 sent again",
    "6 prints with numbers in 2 series: 2 missing, 1 doubled (0 numbers on different receipts), 0 out of order.",
  ]);
});

test("ends with 0 where nothing is wrong", async () => {
  const { exitCode, stdout } = await gaps("receipt", "--search", "device:till-2");
  expect([exitCode, stdout]).toEqual([
    0,
    "2 prints with numbers in 1 series: 0 missing, 0 doubled (0 numbers on different receipts), 0 out of order.\n",
  ]);
});

test("has a table and JSON for programs", async () => {
  const table = await gaps("receipt", "--by", "device", "--format", "csv");
  expect(table.stdout.split("\r\n")[1]).toBe("missing,R-#,till-1,,R-03,R-04,2,2,4,0,,false");
  const json = await gaps("receipt", "--by", "device", "--pattern", "r-#", "--format", "json");
  expect(JSON.parse(json.stdout)).toMatchObject({ missing: 2, groupCount: 2 });
});

test.each([
  [[], "Give the key of the tag that has the numbers, or --field."],
  [["receipt", "--field", "label"], "Give the key of the tag that has the numbers, or --field."],
  [["receipt", "--by", "week"], "--by must be one of device, day."],
])("%j is refused", async (words, message) => {
  const { exitCode, stderr } = await gaps(...words);
  expect([exitCode, stderr.split("\n")[0]]).toEqual([2, `tillroll: ${message}`]);
});

test("a pattern that is none is refused by the service", async () => {
  const { exitCode, stderr } = await gaps("receipt", "--pattern", "none");
  expect(exitCode).toBe(1);
  expect(stderr).toContain("must have one #");
});
