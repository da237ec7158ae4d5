import { afterAll, beforeAll, expect, test } from "bun:test";
import { storePrints } from "../../../scripts/faults/many-prints.ts";
import { SeededRandom } from "../../../scripts/faults/random.ts";
import type { SearchFilter, SearchQuery } from "../../../src/domain/search-query.ts";
import { INDEX_SIZES } from "../../../src/search/index-sizes.ts";
import { CATALOGUE_KIND, PARTS_PER_SEGMENT } from "../../../src/storage/index-writer.ts";
import { findAtOnce } from "../at-once.ts";
import { SimulatedService } from "../simulated-service.ts";

/* Parts of values, over segments whose labels are enough for signatures of their own, and whose keys are not. */

const SEGMENT = 2900;
const PRINTS = 6200;
const SIZES = {
  ...INDEX_SIZES,
  segmentPrints: SEGMENT,
  middleSegmentPrints: SEGMENT,
  smallSegmentPrints: SEGMENT,
  catalogueSegments: [2],
};
const PARTS = 150;

let service: SimulatedService;

beforeAll(async () => {
  service = new SimulatedService(SIZES, 2 ** 24);
  storePrints(service.database, PRINTS);
  await service.settle();
});
afterAll(() => service.close());

const queryOf = (filter: Partial<SearchFilter>): SearchQuery => ({
  filter: { deleted: false, ...filter },
  orderBy: "id.asc",
  page: 1,
  pageSize: 50,
});

/** How many runs a search asks, which is right. */
function asked(filter: Partial<SearchFilter>): number {
  const query = queryOf(filter);
  expect(findAtOnce(service.search, 1, query)).toBe(service.sql.find(1, query));
  const steps = service.search.find(1, query);
  let runs = 0;
  while (steps.next().done !== true) runs++;
  return runs;
}

const contains = (value: string) => ({ op: "contains", value }) as const;
const runsOf = (filter: Partial<SearchFilter>) =>
  asked(filter) - asked({ printKey: { op: "eq", value: "" } });

test.each<[string, Partial<SearchFilter>, number]>([
  ["of the labels of the first segment", { label: contains("1234 LOREM") }, 1],
  ["of the labels of the second", { label: contains("5402 lorem ipsum") }, 1],
  ["of no label", { label: contains("8642 lorem") }, 0],
  ["of all labels", { label: contains("ipsum dolor lorem") }, 2],
  ["too short to tell", { label: contains("54") }, 2],
  // So few bytes that they are in one block.
  ["of the keys of the first segment", { printKey: contains("PRINT-1234") }, 1],
  ["of the keys of the second", { printKey: contains("print-5555") }, 1],
  ["of four characters of a key", { printKey: contains("5555") }, 1],
  ["of four that no key has", { printKey: contains("9876") }, 0],
  ["of a key, too short to tell", { printKey: contains("555") }, 2],
  // A dictionary, which has no signature.
  ["of a value of few", { deviceId: contains("till 11") }, 2],
  ["of a value of few that none has", { deviceId: contains("till 99") }, 2],
  ["of the values of a rare key", { tag: { op: "contains", key: "rare", value: "once in 503" } }, 2],
])("a part %s is looked for in the segments that may hold it", (_, filter, segments) => {
  expect(runsOf(filter)).toBe(segments);
});

test.each([
  ["label", "label"],
  ["printKey", "print_key"],
])(`${PARTS} parts of %ss, and what is nearly one, are found where they are`, (field, column) => {
  const random = new SeededRandom(Number(process.env["TILLROLL_TEST_SEED"]));
  const values = service.database
    .query<{ value: string }, []>(
      `SELECT ${column} AS value FROM print WHERE workspace_id = 1 AND ${column} IS NOT NULL`,
    )
    .all();
  for (let round = 0; round < PARTS; round++) {
    const value = random.pick(values)?.value ?? "";
    // Most of it is the same in all.
    const from = random.happens(0.5) ? random.integer(0, 6) : value.length - random.integer(1, 12);
    const part = value.slice(from, from + random.integer(1, 14));
    const written = random.happens(0.3) ? part.replace(/[0-9]/, "7") : part;
    asked({ [field]: contains(random.happens(0.5) ? written.toUpperCase() : written) });
  }
});

test("damaged signatures make no answer wrong", () => {
  const first = `(SELECT id FROM index_segment WHERE kind = ${CATALOGUE_KIND} AND workspace_id = 1)`;
  service.database.run(
    `UPDATE index_chunk SET content = zeroblob(length(content)) WHERE id > ${first} * ?1 AND id < (${first} + 1) * ?1`,
    [PARTS_PER_SEGMENT],
  );
  service.reopenSearch();
  expect(asked({ label: contains("1234 lorem") })).toBeGreaterThan(2);
  expect(service.search.takeDamaged()).not.toBeNull();
});
