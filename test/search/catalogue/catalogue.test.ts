import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import type { SearchFilter, SearchQuery } from "../../../src/domain/search-query.ts";
import { TextColumn } from "../../../src/search/format/text-column.ts";
import { CATALOGUE_KIND, PARTS_PER_SEGMENT } from "../../../src/storage/index-writer.ts";
import { findAtOnce } from "../at-once.ts";
import { SMALL_SIZES } from "../small-sizes.ts";
import { Crash, SimulatedService } from "../simulated-service.ts";

/* Which segments a search asks, by the catalogues of them; and that its answers are right whatever these are. */

const SEGMENT = 48;
const SEGMENTS = 7;
/** Catalogues of four and of two segments, and one segment and a tail without. */
const PRINTS = SEGMENTS * SEGMENT + 3;
const SIZES = { ...SMALL_SIZES, smallSegmentMetadataBytes: 2 ** 20, smallSegmentTextBytes: 2 ** 20 };

let service: SimulatedService;

beforeEach(async () => {
  service = new SimulatedService(SIZES, 2 ** 20);
  create(0, PRINTS);
  await service.settle();
});
afterEach(() => service.close());

/** Stores prints with a label and a tag of their own, and a value that a segment of them shares. */
function create(from: number, to: number): void {
  for (let number = from; number < to; number++) {
    service.passTime(1);
    service.create(1, { ...printOf(number), paper: [] });
  }
}

function printOf(number: number) {
  const segment = Math.floor(number / SEGMENT);
  const tags: [string, string][] = [
    ["order", `A-${number}`],
    ["shift", `shift ${segment}`],
    // The key of a few prints of each segment, and one that only this segment has.
    ...(number % SEGMENT === 5 ? [["refund", `of ${number}`] as [string, string]] : []),
    ...(number % SEGMENT === 6 ? [[`only ${segment}`, "x"] as [string, string]] : []),
  ];
  return { printKey: `key ${number}`, label: `Receipt ${number}`, deviceId: "till", tags };
}

const is = (key: string, value: string) => ({ op: "eq", key, value }) as const;
const isNot = (key: string, value: string) => ({ op: "neq", key, value }) as const;

const queryOf = (filter: Partial<SearchFilter>): SearchQuery => ({
  filter: { deleted: false, ...filter },
  orderBy: "id.asc",
  page: 1,
  pageSize: 1000,
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

/** The runs that no catalogue is about: a segment, and the tail in its blocks. */
const OTHERS = 2;

const rowsOf = () =>
  service.database
    .query<{ id: number; first: number; prints: number }, [number]>(
      "SELECT id, first_ordinal AS first, print_count AS prints FROM index_segment WHERE kind = ? ORDER BY first_ordinal",
    )
    .all(CATALOGUE_KIND);

test("segments are in catalogues of as many as possible", () => {
  const sizes = rowsOf().map(({ first, prints }) => [first / SEGMENT, prints / SEGMENT]);
  expect(sizes).toEqual([
    [0, 4],
    [4, 2],
  ]);
});

const CASES: [string, Partial<SearchFilter>, number][] = [
  ["a label", { label: { op: "eq", value: "Receipt 60" } }, 1],
  ["a key", { printKey: { op: "eq", value: "key 250" } }, 1],
  ["a tag", { tag: is("order", "A-7") }, 1],
  ["a value of all prints of a segment", { tag: is("shift", "shift 2") }, 1],
  ["a value of no print", { label: { op: "eq", value: "Receipt" } }, 0],
  ["a value of another column", { label: { op: "eq", value: "A-7" } }, 0],
  ["a value of all prints", { deviceId: { op: "eq", value: "till" } }, 6],
  ["the value of a rare key", { tag: is("refund", "of 53") }, 1],
  ["a key of a few prints of one segment", { tag: isNot("only 3", "") }, 1],
  ["a part of a value of such a key", { tag: { op: "contains", key: "only 3", value: "X" } }, 1],
  ["a range of the values of such a key", { tag: { op: "gt", key: "only 3", value: "1" } }, 1],
  ["a key of no print", { tag: isNot("nobody", "") }, 0],
  ["one of two", { tag: { join: "or", entries: [is("order", "A-7"), is("order", "A-100")] } }, 2],
  ["both of two", { tag: { join: "and", entries: [is("order", "A-7"), is("shift", "shift 3")] } }, 0],
  ["none of none", { tag: { join: "or", entries: [] } }, 6],
  [
    "one in a group in a group",
    {
      tag: {
        join: "and",
        entries: [isNot("order", "A-9"), { join: "or", entries: [is("order", "A-8"), is("refund", "of 5")] }],
      },
    },
    1,
  ],
  ["what is not a label", { where: { not: { label: { op: "eq", value: "Receipt 60" } } } }, 6],
  ["what is not a value of no print", { where: { not: { label: { op: "eq", value: "none" } } } }, 6],
  ["a label and what it is not", { label: { op: "eq", value: "Receipt 60" }, where: { is: "deleted" } }, 1],
];

test.each(CASES)("%s is looked for in the segments that have it", (_, filter, segments) => {
  // A hash may be that of another value.
  expect(asked(filter) - OTHERS).toBeWithin(segments, segments + 2);
});

test("a value that is left out is looked for in the segments that have it", () => {
  const looked = spyOn(TextColumn.prototype, "equal");
  expect(asked({ label: { op: "neq", value: "Receipt 60" } })).toBe(OTHERS + 6);
  // Twice: in the one that has it, and in the one that no catalogue is about; a hash may be that of another value.
  expect(looked.mock.calls.length).toBeWithin(4, 8);
  looked.mockRestore();
});

test("a print that was changed is found by its new value, and its segment is asked itself", async () => {
  const { paper: _, ...changed } = { ...printOf(1000), paper: [] };
  service.change(1, 60, "update", { ...changed, paper: [] });
  expect(asked({ label: { op: "eq", value: "Receipt 1000" } })).toBe(OTHERS + 1);
  expect(asked({ label: { op: "eq", value: "Receipt 60" } })).toBe(OTHERS + 1);
  // So many that the segment is built anew: no catalogue knows it.
  for (let index = 61; index < 70; index++) service.change(1, index, "delete", { ...changed, paper: [] });
  const before = rowsOf();
  await service.settle();
  expect(rowsOf()).toEqual(before);
  expect(asked({ label: { op: "eq", value: "Receipt 1000" } })).toBe(OTHERS + 1);
  expect(asked({ label: { op: "eq", value: "nothing" } })).toBe(OTHERS + 1);
});

test("of an erased print nothing is left, and the catalogue is made again", async () => {
  const [first, second] = rowsOf();
  service.remove(1, [60], "erased");
  // The step that publishes the segment without it takes the catalogue away.
  service.beforeStep = ({ do: what }) => {
    if (what === "drop" && rowsOf().length === 1) throw new Crash();
  };
  await expect(service.settle()).rejects.toBeInstanceOf(Crash);
  expect(rowsOf()).toEqual([second as NonNullable<typeof second>]);
  expect(asked({ label: { op: "eq", value: "Receipt 60" } })).toBeGreaterThanOrEqual(OTHERS + 4);
  service.beforeStep = () => {};
  await service.restartIndexer();
  expect(service.orphanChunks()).toBe(0);
  await service.settle();
  expect(service.indexer.isForgotten()).toBe(true);
  expect(rowsOf().map(({ prints }) => prints)).toEqual([4 * SEGMENT, 2 * SEGMENT]);
  expect(rowsOf().map(({ id }) => id)).not.toContain(first?.id);
  expect(asked({ label: { op: "eq", value: "Receipt 60" } })).toBeWithin(OTHERS, OTHERS + 2);
});

test("a rebuild of the whole makes other catalogues, and leaves nothing of those before", async () => {
  const before = new Set(rowsOf().map(({ id }) => id));
  for await (const progress of service.indexer.rebuild(1)) expect(progress.workspaceId).toBe(1);
  await service.settle();
  expect(rowsOf()).toHaveLength(2);
  for (const { id } of rowsOf()) expect(before.has(id)).toBe(false);
  expect(service.orphanChunks()).toBe(0);
});

describe("a catalogue", () => {
  const FIRST = `(SELECT min(id) FROM index_segment WHERE kind = ${CATALOGUE_KIND})`;
  const CHUNKS = `id >= ${FIRST} * ${PARTS_PER_SEGMENT} AND id < (${FIRST} + 1) * ${PARTS_PER_SEGMENT}`;
  const HEAD = `id = ${FIRST} * ${PARTS_PER_SEGMENT}`;
  const flipped = "content = CAST(x'fe' || substr(content, 2) AS BLOB)";

  const DAMAGES: [string, string, boolean][] = [
    ["whose head has a flipped bit", `UPDATE index_chunk SET ${flipped} WHERE ${HEAD}`, true],
    [
      "whose parts have flipped bits",
      `UPDATE index_chunk SET ${flipped} WHERE ${CHUNKS} AND NOT ${HEAD}`,
      true,
    ],
    ["whose parts are cut", `UPDATE index_chunk SET content = substr(content, 1, 9) WHERE ${CHUNKS}`, true],
    ["whose head is missing", `DELETE FROM index_chunk WHERE ${HEAD}`, true],
    ["whose parts are missing", `DELETE FROM index_chunk WHERE ${CHUNKS} AND NOT ${HEAD}`, true],
    ["of another version", `UPDATE index_segment SET version = version + 1 WHERE id = ${FIRST}`, true],
    ["of another workspace", `UPDATE index_segment SET workspace_id = 2 WHERE id = ${FIRST}`, false],
    ["of other prints", `UPDATE index_segment SET first_ordinal = 7 WHERE id = ${FIRST}`, false],
    [
      "with the parts of another",
      `DELETE FROM index_chunk WHERE ${CHUNKS}; UPDATE index_chunk SET id = id - ${PARTS_PER_SEGMENT} * ` +
        `((SELECT max(id) FROM index_segment WHERE kind = ${CATALOGUE_KIND}) - ${FIRST}) WHERE id >= ` +
        `(SELECT max(id) FROM index_segment WHERE kind = ${CATALOGUE_KIND}) * ${PARTS_PER_SEGMENT}`,
      true,
    ],
    ["that is missing", `DELETE FROM index_segment WHERE id = ${FIRST}`, false],
  ];

  test.each(DAMAGES)("%s makes no answer wrong, and is made again", async (_, sql, isNoticed) => {
    for (const statement of sql.split("; ")) service.database.run(statement);
    service.reopenSearch();
    for (const [, filter] of CASES) asked(filter);
    let damaged = service.search.takeDamaged();
    expect(damaged !== null).toBe(isNoticed);
    if (damaged === null) await service.restartIndexer();
    // One search tells of one of them.
    while (damaged !== null) {
      expect(rowsOf().map(({ id }) => id)).toContain(damaged);
      service.indexer.noteDamage(1, damaged);
      await service.settle();
      service.reopenSearch();
      for (const [, filter] of CASES) asked(filter);
      damaged = service.search.takeDamaged();
    }
    await service.settle();
    service.reopenSearch();
    for (const [, filter, segments] of CASES)
      expect(asked(filter) - OTHERS).toBeWithin(segments, segments + 2);
    expect(service.search.takeDamaged()).toBeNull();
  });
});

test("a damaged part of a segment is met while a catalogue is made: the segment is built anew first", async () => {
  service.database.run(`DELETE FROM index_segment WHERE kind = ${CATALOGUE_KIND}`);
  // Of the first segment all but its directory.
  service.database.run(
    "UPDATE index_chunk SET checksum = checksum - 1 WHERE id / ?1 = (SELECT id FROM index_segment WHERE kind = 0 " +
      "ORDER BY first_ordinal LIMIT 1) AND id % ?1 > 0",
    [PARTS_PER_SEGMENT],
  );
  await service.restartIndexer();
  await service.settle();
  service.reopenSearch();
  for (const [, filter] of CASES) asked(filter);
  expect(rowsOf()).toHaveLength(2);
  expect(service.orphanChunks()).toBe(0);
});
