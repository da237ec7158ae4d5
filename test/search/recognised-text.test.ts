import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { SearchQuery } from "../../src/domain/search-query.ts";
import type { IndexSizes } from "../../src/search/index-sizes.ts";
import { RecognitionWriter } from "../../src/storage/recognition-writer.ts";
import { findAtOnce } from "./at-once.ts";
import { type GivenPrint, SimulatedService } from "./simulated-service.ts";
import { SMALL_SIZES } from "./small-sizes.ts";

/* Prints are found by what was recognised in their pictures, whenever that was, by the index as by SQL. */

const SIZES: IndexSizes = { ...SMALL_SIZES, smallSegmentTextBytes: 2 ** 20 };
const RECEIPT = Buffer.from("printed\n");
const GIVEN: GivenPrint = { printKey: null, label: null, deviceId: "d", tags: [], paper: [] };

let service: SimulatedService;
beforeEach(() => {
  service = new SimulatedService(SIZES, 2 ** 20);
});
afterEach(() => service.close());

function create(count: number): void {
  for (let left = count; left > 0; left--) service.create(1, { ...GIVEN, raw: Uint8Array.from(RECEIPT) });
}

/** Stores what was recognised in the pictures of a print. */
function recognise(printId: number, lines: string): void {
  const read = { workspaceId: 1, printId, patch: {}, summary: null, content: new Uint8Array() };
  new RecognitionWriter(service.database).store({ ...read, lines, readings: [], foundLanguages: [] });
}

/** The ids of the prints with a text; the index finds the same as SQL. */
function found(text: string): number[] {
  const query: SearchQuery = {
    filter: { deleted: "any", text: [text] },
    orderBy: "id.asc",
    page: 1,
    pageSize: 1000,
  };
  const page = findAtOnce(service.search, 1, query);
  expect(page).toBe(service.sql.find(1, query));
  return (JSON.parse(page ?? "").items as { id: number }[]).map(({ id }) => id);
}

/** Prints with recognised lines that no segment has. */
const beside = () =>
  service.database.query<{ ordinal: number }, []>("SELECT ordinal FROM recognition_text").all().length;

describe.each([
  ["among the newest prints", 5],
  ["in a small segment", 21],
  ["in a merged segment", 100],
])("%s", (_name, prints) => {
  test("what was recognised is found, before it is indexed and after", async () => {
    create(prints);
    await service.settle();
    recognise(2, "order 1042\nhash browns");
    recognise(prints, "order 1043");
    for (let round = 0; round < 2; round++) {
      expect(found("order 104")).toEqual([2, prints]);
      expect(found("HASH  Browns")).toEqual([2]);
      expect(found("1042 hash")).toEqual([]);
      expect(found("printed")).toHaveLength(prints);
      expect(found("")).toHaveLength(prints);
      await service.settle();
    }
  });

  test("what was recognised again takes the place of what was", async () => {
    create(prints);
    await service.settle();
    recognise(2, "order 1042");
    await service.settle();
    recognise(2, "order 1043");
    await service.settle();
    expect(found("order 1043")).toEqual([2]);
  });
});

test("a segment that is built has what was recognised by then, and only that", async () => {
  create(5);
  await service.settle();
  recognise(1, "first");
  create(60);
  await service.settle();
  expect(beside()).toBe(0);
  recognise(2, "second");
  await service.settle();
  expect([beside(), found("first"), found("second")]).toEqual([1, [1], [2]]);
});

test("a segment with much recognised text beside it is built anew", async () => {
  create(100);
  await service.settle();
  const many = SIZES.segmentChanges + 1;
  for (let print = 1; print <= many; print++) recognise(print, `number ${print}x`);
  await service.settle();
  expect(beside()).toBe(0);
  expect(found(`number ${many}x`)).toEqual([many]);
  expect(found("number")).toHaveLength(many);
});
