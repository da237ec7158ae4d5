import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { SEARCHES, storePrints } from "../../scripts/faults/many-prints.ts";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { DamagedSegment } from "../../src/search/chunk-loader.ts";
import { INDEX_SIZES } from "../../src/search/index-sizes.ts";
import { type NamedParts, partsOf } from "./segment-parts.ts";
import { SimulatedService } from "./simulated-service.ts";
import { findAtOnce } from "./at-once.ts";

/*
 * Every kind of part of the index, damaged in every way: a search says so, never answers wrongly, and when the segment
 * was built anew the index answers again. What becomes of a running service is in test/faults.
 */

/** Just enough for every kind of part. */
const SIZES = { ...INDEX_SIZES, smallSegmentPrints: 2900 };
const PRINTS = 3000;
const CACHE_BYTES = 2 ** 24;
const FLIPS = 200;

let service: SimulatedService;
let expected: string[];
let parts: NamedParts[];

beforeAll(async () => {
  service = new SimulatedService(SIZES, CACHE_BYTES);
  storePrints(service.database, PRINTS);
  await service.settle();
  expected = SEARCHES.map((query) => service.sql.find(1, query));
  parts = partsOf(service.database, 1);
});
afterAll(() => service.close());

/** Searches with nothing in memory; those that meet damage would be answered by SQL. @returns the damaged segments */
function searchAll(): Set<number> {
  service.reopenSearch();
  const damaged = new Set<number>();
  for (const [index, query] of SEARCHES.entries()) {
    try {
      expect(findAtOnce(service.search, 1, query)).toBe(expected[index] ?? "");
    } catch (error) {
      if (!(error instanceof DamagedSegment)) throw error;
      damaged.add(error.segmentId);
    }
  }
  return damaged;
}

/** Reports damage as the service does, and waits for the index to be whole. */
async function repair(damaged: ReadonlySet<number>): Promise<void> {
  for (const segmentId of damaged) service.indexer.noteDamage(1, segmentId);
  await service.settle();
  expect(searchAll()).toEqual(new Set());
  parts = partsOf(service.database, 1);
}

const change = (sql: string, ...values: (string | number | Uint8Array)[]) =>
  service.database.run(sql, values);

interface Chunk {
  readonly content: Uint8Array;
}

function contentOf(chunkId: number): Uint8Array {
  const chunk = service.database
    .query<Chunk, [number]>("SELECT content FROM index_chunk WHERE id = ?")
    .get(chunkId);
  if (chunk === null) throw new Error(`there is no chunk ${chunkId}`);
  return chunk.content;
}

function flipBit(chunkId: number, bit: number): void {
  const content = contentOf(chunkId);
  content[bit >>> 3] = (content[bit >>> 3] as number) ^ (1 << (bit & 7));
  change("UPDATE index_chunk SET content = ? WHERE id = ?", content, chunkId);
}

const DAMAGES: Record<string, (chunkId: number) => void> = {
  "a flipped bit": (chunkId) => flipBit(chunkId, 9),
  "its end missing": (chunkId) =>
    change("UPDATE index_chunk SET content = substr(content, 1, length(content) / 2) WHERE id = ?", chunkId),
  "the whole of it missing": (chunkId) => change("DELETE FROM index_chunk WHERE id = ?", chunkId),
  "another one in its place": (chunkId) => {
    const other = parts.flatMap(({ chunkIds }) => chunkIds).find((id) => id !== chunkId) ?? 0;
    change(
      "UPDATE index_chunk SET (checksum, content) = (SELECT checksum, content FROM index_chunk WHERE id = ?) WHERE id = ?",
      other,
      chunkId,
    );
  },
};

const PART_NAMES = [
  "directory",
  "ids",
  "times of creation",
  "deleted prints",
  "times of update",
  "rare keys",
  "dictionary",
  "sets of a dictionary",
  "head of a text column",
  "positions with a value",
  "filter",
  "shapes",
  "digits",
  "words",
  "numbers of words",
  "hashes",
  "signatures",
  "folded values",
  "values",
  "header of lines",
  "signatures of lines",
  "frequent lines",
  "rare lines",
  "sets of lines",
];

test("the prints of this test have every kind of part", () => {
  const present = parts.filter(({ chunkIds }) => chunkIds.length > 0);
  expect(present.map(({ name }) => name).toSorted()).toEqual(PART_NAMES.toSorted());
  expect(searchAll()).toEqual(new Set());
});

describe.each(PART_NAMES)("%s", (name) => {
  test.each(Object.keys(DAMAGES))("with %s is noticed and built anew", async (damage) => {
    const part = parts.find((other) => other.name === name) as NamedParts;
    for (const chunkId of part.chunkIds) DAMAGES[damage]?.(chunkId);
    const damaged = searchAll();
    expect(damaged).toEqual(new Set([part.segmentId]));
    await repair(damaged);
  });
});

test(`${FLIPS} random bits are flipped, and no answer is wrong`, async () => {
  const random = new SeededRandom(Number(process.env["TILLROLL_TEST_SEED"]));
  const chunks = service.database.query<{ id: number; bits: number }, []>(
    "SELECT id, length(content) * 8 AS bits FROM index_chunk",
  );
  const all = chunks.all();
  let noticed = 0;
  for (let round = 0; round < FLIPS; round++) {
    const { id, bits } = random.pick(all) as { id: number; bits: number };
    const bit = random.integer(0, bits - 1);
    flipBit(id, bit);
    noticed += searchAll().size;
    flipBit(id, bit);
  }
  // Many parts no search of this test reads: about a tenth are met, by the seed.
  expect(noticed).toBeGreaterThan(FLIPS / 20);
});

describe("a row of the index", () => {
  const first = "(SELECT min(id) FROM index_segment WHERE workspace_id = 1 AND kind = ?)";
  const ROWS: [string, string][] = [
    ["is missing", `DELETE FROM index_segment WHERE id = ${first}`],
    ["is of another version", `UPDATE index_segment SET version = version - 1 WHERE id = ${first}`],
    [
      "speaks of too many prints",
      `UPDATE index_segment SET print_count = print_count + 50 WHERE id = ${first}`,
    ],
    ["speaks of far too many prints", `UPDATE index_segment SET print_count = 1000000 WHERE id = ${first}`],
    [
      "speaks of too few prints",
      `UPDATE index_segment SET print_count = print_count - 50 WHERE id = ${first}`,
    ],
    ["like all others is missing", "DELETE FROM index_segment WHERE ? IS NOT NULL"],
  ];
  for (const [kind, what] of [
    [0, "metadata"],
    [1, "lines"],
  ] as const) {
    test.each(ROWS)(`of ${what} %s`, async (_, sql) => {
      change(sql, kind);
      service.reopenSearch();
      for (const [index, query] of SEARCHES.entries())
        expectRightOrNone(index, query.filter.text !== undefined);
      await service.restartIndexer();
      await repair(new Set());
    });
  }

  /** Text that cannot be searched yet is counted: such an answer is incomplete, and says so. */
  function expectRightOrNone(index: number, isOfText: boolean): void {
    let json: string | null = null;
    try {
      json = findAtOnce(service.search, 1, SEARCHES[index] as (typeof SEARCHES)[number]);
    } catch (error) {
      if (!(error instanceof DamagedSegment)) throw error;
    }
    if (json === null) return;
    if (isOfText && JSON.parse(json).textPending > 0) return;
    expect(json).toBe(expected[index] ?? "");
  }
});
