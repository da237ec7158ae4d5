import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SearchQuery } from "../../src/domain/search-query.ts";
import { IndexConnection } from "../../src/search/index-connection.ts";
import { INDEX_SIZES } from "../../src/search/index-sizes.ts";
import { CatalogueIndexer } from "../../src/search/indexer/catalogue-indexer.ts";
import { IndexSearch } from "../../src/search/index-search.ts";
import { publish } from "../../src/search/indexer/publish.ts";
import { SegmentBuilder } from "../../src/search/segment/segment-builder.ts";
import { SEGMENT_FORMAT } from "../../src/search/segment/segment-directory.ts";
import { SqlSearch } from "../../src/search/sql-search.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { type IndexStep, IndexWriter, SEGMENT_KINDS } from "../../src/storage/index-writer.ts";
import { searchQuery } from "./arbitraries.ts";
import { Population, WORKSPACE } from "./population.ts";
import { modelMatches, modelPage } from "./search-model.ts";
import { atOnce, findAtOnce } from "./at-once.ts";

/*
 * The index against the SQL search and the plain model, over segments of odd sizes, changes in some of them, and a tail.
 */

const QUERIES = 1500;
const folder = mkdtempSync(join(tmpdir(), "tillroll-index-"));
const path = join(folder, "tillroll.db");
const database = openForWriting(path);
const population = new Population(database);
const writer = new IndexWriter(database);
/** A cache in which nothing stays long. */
const index = new IndexSearch(path, { cacheBytes: 4096 });
let sql: SqlSearch;

async function seal(connection: IndexConnection, firstOrdinal: number, end: number): Promise<void> {
  const builder = new SegmentBuilder();
  const throughChange = connection.lastChange();
  for (const print of connection.prints(WORKSPACE, firstOrdinal, end)) builder.add(print);
  const segment = {
    workspaceId: WORKSPACE,
    kind: SEGMENT_KINDS.columns,
    version: SEGMENT_FORMAT,
    firstOrdinal,
    throughChange,
    throughRemoval: connection.lastRemoval(),
  };
  const run = (step: IndexStep) => writer.run(step);
  await publish(run, { ...segment, printCount: builder.prints }, atOnce(builder.finish()), []);
}

/** Makes a catalogue of the first segments: the others are asked themselves. */
async function catalogueOf(connection: IndexConnection, count: number): Promise<void> {
  const run = (step: IndexStep) => writer.run(step);
  const indexer = new CatalogueIndexer(connection, run, { ...INDEX_SIZES, catalogueSegments: [count] });
  const rows = connection.segments(WORKSPACE, SEGMENT_KINDS.columns);
  expect(await indexer.advance(WORKSPACE, rows.slice(0, count))).toBeGreaterThan(0);
}

beforeAll(async () => {
  const connection = new IndexConnection(path);
  population.growTo(150, 1);
  population.change(6, 2);
  await seal(connection, 0, 97);
  await seal(connection, 97, 98);
  population.change(6, 3);
  population.remove(9, 7);
  population.growTo(380, 4);
  await seal(connection, 98, 290);
  await catalogueOf(connection, 2);
  // The search has its first look here, so that what follows reaches it as news.
  findAtOnce(index, WORKSPACE, { filter: { deleted: false }, orderBy: "id.asc", page: 1, pageSize: 1 });
  population.change(8, 5);
  population.growTo(420, 6);
  population.remove(12, 8);
  connection.close();
  sql = new SqlSearch(openForReading(path));
});

afterAll(() => {
  index.close();
  database.close();
  rmSync(folder, { recursive: true });
});

test("a page is what the model and the SQL search say, for any query", () => {
  let found = 0;
  fc.assert(
    fc.property(searchQuery, (query) => {
      const json = findAtOnce(index, WORKSPACE, query);
      expect(json).toBe(sql.find(WORKSPACE, query));
      const { items, ...rest } = JSON.parse(json ?? "");
      const answer = { ids: items.map(({ id }: { id: number }) => id), ...rest };
      expect(answer).toEqual(modelPage(population.prints, query));
      if (answer.total > 0) found++;
    }),
    { numRuns: QUERIES },
  );
  expect(found).toBeGreaterThan(QUERIES / 4);
});

test("a walk by cursor meets every print once, in order, and may change between the index and SQL", () => {
  fc.assert(
    fc.property(searchQuery, fc.integer({ min: 20, max: 90 }), (query, pageSize) => {
      const walked: number[] = [];
      let cursor: string | null = null;
      let page = 1;
      do {
        const step: SearchQuery = { ...query, pageSize, cursor };
        const json = page % 2 === 1 ? findAtOnce(index, WORKSPACE, step) : sql.find(WORKSPACE, step);
        const answer: { items: { id: number }[]; nextCursor: string | null } = JSON.parse(json ?? "");
        walked.push(...answer.items.map(({ id }) => id));
        cursor = answer.nextCursor;
        page++;
      } while (cursor !== null);
      expect(walked).toEqual(modelMatches(population.prints, query).map(({ id }) => id));
    }),
    { numRuns: 200 },
  );
});

test("a search finds what was stored and changed just before it", () => {
  const query: SearchQuery = {
    filter: { deleted: "any" },
    orderBy: "updatedAt.desc",
    page: 1,
    pageSize: 1000,
  };
  for (let round = 0; round < 20; round++) {
    population.growTo(population.prints.length + 3, 100 + round);
    population.change(50, 200 + round);
    population.remove(200, 300 + round);
    const { items } = JSON.parse(findAtOnce(index, WORKSPACE, query) ?? "");
    expect(items.map(({ id }: { id: number }) => id)).toEqual(modelPage(population.prints, query).ids);
  }
});
