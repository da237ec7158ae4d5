import { afterEach, beforeEach, expect, test } from "bun:test";
import fc from "fast-check";
import { type GapsAnswer, readGapsQuery } from "../../src/contract/gaps.ts";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { atOnce } from "./at-once.ts";
import { type ModelPrint, modelFindings } from "./gaps-model.ts";
import { SimulatedService } from "./simulated-service.ts";
import { SMALL_SIZES } from "./small-sizes.ts";

/* Gaps in numbers, found by the index and by SQL, against a model that goes number by number. */

const SIZES = { ...SMALL_SIZES, smallSegmentMetadataBytes: 2 ** 20, smallSegmentTextBytes: 2 ** 20 };

let service: SimulatedService;
beforeEach(() => {
  service = new SimulatedService(SIZES, 2 ** 20);
});
afterEach(() => service.close());

function store(number: string, more: { deviceId?: string; paper?: string; tag?: string } = {}): void {
  service.passTime(60_000);
  service.create(1, {
    printKey: null,
    label: null,
    deviceId: more.deviceId ?? null,
    tags: [[more.tag ?? "receipt", number]],
    paper: [more.paper ?? `receipt ${number}`],
  });
}

/** The report, which the index and SQL must agree on. */
function gapsOf(body: object): GapsAnswer {
  const query = readGapsQuery({ of: { tag: "receipt" }, pageSize: 1000, ...body }, "json");
  const json = atOnce(service.search.gaps(1, query));
  expect(json).toBe(service.sql.gaps(1, query));
  return JSON.parse(json ?? "") as GapsAnswer;
}

test("of 200 receipts with 20 gaps exactly these are found", async () => {
  const random = new SeededRandom(17);
  const gaps = new Set<number>();
  // Not beside each other, and not at the ends: each is a gap of its own.
  while (gaps.size < 20) {
    const number = random.integer(2, 218);
    if (!gaps.has(number - 1) && !gaps.has(number + 1)) gaps.add(number);
  }
  for (let number = 1; number <= 220; number++)
    if (!gaps.has(number)) store(`R-${String(number).padStart(5, "0")}`);
  const wanted = [...gaps].toSorted((one, other) => one - other);
  await service.settle();
  const report = gapsOf({});
  expect(report).toMatchObject({
    total: 200,
    numbered: 200,
    missing: 20,
    missingRanges: 20,
    findingCount: 20,
  });
  expect(report.findings.map(({ kind, from, to }) => [kind, from, to])).toEqual(
    wanted.map((number) => {
      const text = `R-${String(number).padStart(5, "0")}`;
      return ["missing", text, text];
    }),
  );
});

test("is what the model says of any numbers, after changes, deletions and removals", async () => {
  const one = fc.record({
    number: fc.integer({ min: 1, max: 25 }),
    deviceId: fc.constantFrom("till-1", "till-2"),
    bytes: fc.constantFrom("one", "other"),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(one, { minLength: 1, maxLength: 40 }),
      fc.array(fc.nat(39), { maxLength: 4 }),
      fc.array(fc.nat(39), { maxLength: 4 }),
      fc.nat(40),
      async (given, deleted, removed, settledAt) => {
        service.close();
        service = new SimulatedService(SIZES, 2 ** 20);
        for (const [index, { number, deviceId, bytes }] of given.entries()) {
          if (index === settledAt) await service.settle();
          store(String(number), { deviceId, paper: bytes });
        }
        const nothing = { printKey: null, label: null, deviceId: null, tags: [], paper: [] };
        for (const index of deleted) service.change(1, index, "delete", nothing);
        const ids = (service.prints.get(1) ?? []).map(({ id }) => id);
        const gone = [...new Set(removed.filter((index) => index < given.length))];
        if (gone.length > 0) service.remove(1, gone, "erased");
        const prints = given.map((each, index): ModelPrint => {
          return { ...each, id: ids[index] as number, isRemoved: gone.includes(index) };
        });
        for (const by of [[], ["deviceId"]]) {
          const { findings, removed: all, numbered } = gapsOf({ by });
          expect([all, numbered]).toEqual([gone.length, given.length - gone.length]);
          const plain = findings.map(
            ({ kind, deviceId, from, to, before, after, removed: between, prints: named }) => {
              return { deviceId, before, after, removed: between, prints: named, kind, from, to };
            },
          );
          expect<unknown>(plain).toEqual(modelFindings(prints, by.length > 0));
        }
      },
    ),
    { numRuns: 25 },
  );
});

test("numbers begin anew each day, and with a number that is known", () => {
  for (const number of [2, 3, 5]) store(String(number));
  service.passTime(86_400_000);
  for (const number of [1, 2]) store(String(number));
  const report = gapsOf({ by: ["day"], startsAt: 1 });
  expect(report.groups.map(({ day, first, last, missing }) => [day, first, last, missing])).toEqual([
    ["1970-01-01", "2", "5", 2],
    ["1970-01-02", "1", "2", 0],
  ]);
  expect(report.findings.map(({ kind, day, from, to }) => [kind, day, from, to])).toEqual([
    ["missing", "1970-01-01", "1", "1"],
    ["missing", "1970-01-01", "4", "4"],
  ]);
});

test("series are told apart, and what is no number is named", () => {
  for (const number of ["A1", "B7", "A2", "B9", "none", "A4"]) store(number);
  store("x", { tag: "other" });
  const report = gapsOf({});
  expect(report).toMatchObject({
    total: 7,
    numbered: 5,
    notNumbers: 1,
    without: 1,
    notNumbered: [{ value: "none" }],
  });
  expect(report.groups.map(({ series, numbers }) => [series, numbers])).toEqual([
    ["A#", 3],
    ["B#", 2],
  ]);
  expect(report.findings.map(({ from }) => from)).toEqual(["A3", "B8"]);
  expect(gapsOf({ pattern: "a#" })).toMatchObject({ numbered: 3, notNumbers: 3 });
});

test("series are told apart where nothing read is kept, and some have no letters", async () => {
  service.close();
  service = new SimulatedService(SIZES, 0);
  const { segmentPrints } = SIZES;
  for (let number = 1; number <= segmentPrints * 2; number++)
    store(number <= segmentPrints ? `A${number}` : String(number));
  await service.settle();
  expect(gapsOf({}).groups.map(({ series, numbers }) => [series, numbers])).toEqual([
    ["#", segmentPrints],
    ["A#", segmentPrints],
  ]);
});

test("findings come in pages, and in a table", () => {
  for (let number = 1; number <= 11; number += 2) store(`=${number}`);
  const second = gapsOf({ page: 2, pageSize: 2 });
  expect(second.findings.map(({ from }) => from)).toEqual(["=6", "=8"]);
  expect(second.findingCount).toBe(5);
  const query = readGapsQuery({ of: { tag: "receipt" } }, "csv");
  const table = atOnce(service.search.gaps(1, query)) ?? "";
  expect(table.split("\r\n").slice(0, 2)).toEqual([
    "kind,series,deviceId,day,from,to,count,before,after,removed,prints,differ",
    "missing,'=#,,,'=2,'=2,1,1,2,0,,false",
  ]);
  expect(table.trimEnd().split("\r\n").length).toBe(6);
});

test("a print that was sent again is told from another receipt with the same number", () => {
  store("1", { paper: "first" });
  store("1", { paper: "first" });
  store("2", { paper: "second" });
  store("2", { paper: "a copy" });
  const { doubled, differing, findings } = gapsOf({});
  expect([doubled, differing]).toEqual([2, 1]);
  expect(
    findings.map(({ from, differ, prints }) => [from, differ, prints.map((each) => each.sameBytes)]),
  ).toEqual([
    ["1", false, [true, true]],
    ["2", true, [true, false]],
  ]);
});
