import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renewChecksums } from "../../scripts/database/row-checksums.ts";
import type { FacetsQuery, TimeFacet } from "../../src/domain/facets-query.ts";
import { IndexConnection } from "../../src/search/index-connection.ts";
import { IndexSearch } from "../../src/search/index-search.ts";
import { publish } from "../../src/search/indexer/publish.ts";
import { SegmentBuilder } from "../../src/search/segment/segment-builder.ts";
import { SEGMENT_FORMAT } from "../../src/search/segment/segment-directory.ts";
import { SqlSearch } from "../../src/search/sql-search.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { type IndexStep, IndexWriter, SEGMENT_KINDS } from "../../src/storage/index-writer.ts";
import { facetsQuery, HOUR, TICK } from "./facets-arbitraries.ts";
import { matchesOf, modelFacets, modelSum, modelTimes, NO_FACETS, wallClock } from "./facets-model.ts";
import { Population, WORKSPACE } from "./population.ts";
import { atOnce } from "./at-once.ts";

/*
 * Facets of the index against SQL and the plain model, over segments of odd sizes, changes in some of them, and a tail,
 * of prints that lie hours apart.
 */

const QUERIES = 500;

/** The longest of each interval, with an hour for clocks that go back. */
const LONGEST = { hour: 2 * HOUR, day: 25 * HOUR, month: (31 * 24 + 1) * HOUR };

const folder = mkdtempSync(join(tmpdir(), "tillroll-facets-"));
const path = join(folder, "tillroll.db");
const database = openForWriting(path);
const population = new Population(database, TICK);
const writer = new IndexWriter(database);
const index = new IndexSearch(path, { cacheBytes: 4096 });
let sql: SqlSearch;

async function seal(firstOrdinal: number, end: number, workspaceId = WORKSPACE): Promise<void> {
  const connection = new IndexConnection(path);
  const builder = new SegmentBuilder();
  const throughChange = connection.lastChange();
  const throughRemoval = connection.lastRemoval();
  for (const print of connection.prints(workspaceId, firstOrdinal, end)) builder.add(print);
  connection.close();
  const segment = {
    workspaceId,
    kind: SEGMENT_KINDS.columns,
    version: SEGMENT_FORMAT,
    firstOrdinal,
    throughChange,
    throughRemoval,
  };
  const run = (step: IndexStep) => writer.run(step);
  await publish(run, { ...segment, printCount: builder.prints }, atOnce(builder.finish()), []);
}

beforeAll(async () => {
  population.growTo(150, 1);
  population.change(6, 2);
  await seal(0, 97);
  await seal(97, 98);
  population.change(6, 3);
  population.remove(9, 7);
  population.growTo(380, 4);
  await seal(98, 290);
  ask({ filter: { deleted: false }, facets: { ...NO_FACETS, deviceId: true, tagKeys: true } });
  population.change(8, 5);
  population.growTo(420, 6);
  population.remove(12, 8);
  sql = new SqlSearch(openForReading(path));
});

afterAll(() => {
  index.close();
  database.close();
  rmSync(folder, { recursive: true });
});

function ask(query: FacetsQuery, workspaceId = WORKSPACE): string | null {
  return atOnce(index.facets(workspaceId, query));
}

test("facets are what the model and SQL say, for any query", () => {
  let found = 0;
  fc.assert(
    fc.property(facetsQuery, (query) => {
      const json = ask(query);
      expect(json).toBe(sql.facets(WORKSPACE, query));
      const { time, ...counts } = JSON.parse(json ?? "");
      expect(counts).toEqual(modelFacets(population.prints, query));
      if (query.facets.time === null) expect(time).toBeUndefined();
      else checkTimes(query, query.facets.time, time);
      if (counts.total > 0) found++;
    }),
    { numRuns: QUERIES },
  );
  expect(found).toBeGreaterThan(QUERIES / 4);
});

interface Bucket {
  readonly from: string;
  readonly count: number;
  readonly sum?: string;
}

/** Buckets are in order, without gaps, from the first match to the last, and have what the clock on the wall says. */
function checkTimes(query: FacetsQuery, wanted: TimeFacet, given: TimeFacet & { buckets: Bucket[] }): void {
  const { buckets, ...time } = given;
  expect(time).toEqual(wanted);
  const starts = buckets.map(({ from }) => Date.parse(from));
  const lengths = starts.slice(1).map((start, place) => start - (starts[place] ?? 0));
  expect(lengths.filter((length) => length <= 0 || length > LONGEST[wanted.interval])).toEqual([]);
  const filled = buckets.filter(({ count }) => count > 0);
  const counts = new Map(filled.map(({ from, count }) => [wallClock(Date.parse(from), wanted), count]));
  expect(counts).toEqual(modelTimes(population.prints, query, wanted));
  for (const end of [buckets.at(0), buckets.at(-1)]) expect(end?.count).not.toBe(0);
  const { sum } = query.facets;
  if (sum === null) return;
  const found = matchesOf(population.prints, query);
  for (const [place, bucket] of buckets.entries()) {
    const [start = 0, end = Infinity] = [starts[place], starts[place + 1]];
    const inside = found.filter(({ createdAt }) => createdAt >= start && createdAt < end);
    expect(bucket.sum).toBe(modelSum(inside, sum).value);
  }
}

test("values that are too many to be kept are counted all the same", async () => {
  const workspaceId = 3;
  database.run(
    "INSERT INTO workspace (id, slug, slug_key, width, created_at) VALUES (3, 'many', 'many', 48, 0)",
  );
  // Most order numbers come once, those of every ninetieth print again and again, some of them just as often.
  database.run(
    `WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 24999)
      INSERT INTO print (workspace_id, ordinal, print_key, user_id, tag, width, test_print, created_at, updated_at)
      SELECT 3, n, 'k', 1, json_object('orderId', iif(n % 90 = 0, 'often ' || (n % 70), 'Order ' || (n * 7919 % 25000))),
        48, 0, n, n FROM number`,
  );
  renewChecksums(database);
  await seal(0, 20_000, workspaceId);
  for (const filter of [{ deleted: false as const }, { deleted: "any" as const, to: 21_000 }]) {
    const query = { filter, facets: { ...NO_FACETS, deviceId: true, tagKeys: true, tagValues: "orderId" } };
    const json = ask(query, workspaceId);
    expect(json).toBe(sql.facets(workspaceId, query));
    expect(JSON.parse(json ?? "").tagValues.values[0].count).toBeGreaterThan(30);
  }
});

test("side by side with others, and while prints are changed, facets are of one moment", () => {
  fc.assert(
    fc.property(fc.array(facetsQuery, { minLength: 2, maxLength: 6 }), fc.nat(1_000_000), (queries, seed) => {
      const expected = queries.map((query) => sql.facets(WORKSPACE, query));
      const answers = queries.map((): string | null => null);
      const begun = queries.map((query, place) => ({ place, steps: index.facets(WORKSPACE, query) }));
      let left = begun.filter((piece) => goOn(piece, answers));
      population.change(60, seed);
      while (left.length > 0) left = left.filter((piece) => goOn(piece, answers));
      expect(answers).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

/** Does one step. @returns whether there are more */
function goOn({ place, steps }: Piece, answers: (string | null)[]): boolean {
  const { done, value } = steps.next();
  if (done === true) answers[place] = value;
  return done !== true;
}

interface Piece {
  readonly place: number;
  readonly steps: Generator<void, string | null>;
}

test("what was stored and changed just before is counted", () => {
  const query: FacetsQuery = {
    filter: { deleted: "any" },
    facets: { ...NO_FACETS, deviceId: true, tagKeys: true, tagValues: "a" },
  };
  for (let round = 0; round < 10; round++) {
    population.growTo(population.prints.length + 3, 100 + round);
    population.change(50, 200 + round);
    expect(JSON.parse(ask(query) ?? "")).toEqual(modelFacets(population.prints, query));
  }
});
