import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "bun:sqlite";
import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SEARCHES, storePrints } from "../../scripts/faults/many-prints.ts";
import type { PageAnswer } from "../../src/contract/search.ts";
import { isDamaged } from "../../src/domain/damaged-print.ts";
import type { SearchQuery } from "../../src/domain/search-query.ts";
import { IndexSearch } from "../../src/search/index-search.ts";
import { INDEX_SIZES } from "../../src/search/index-sizes.ts";
import { SqlSearch } from "../../src/search/sql-search.ts";
import { openForReading } from "../../src/storage/database.ts";
import { PrintReader } from "../../src/storage/print-reader.ts";
import { findAtOnce } from "./at-once.ts";
import { SimulatedService } from "./simulated-service.ts";

/*
 * Pages of the file that cannot be read, and rows that are not what was written: the prints on them are named, nothing of
 * them is shown, and all others are found as before.
 */

const SIZES = { ...INDEX_SIZES, smallSegmentPrints: 1024 };
const PRINTS = 3000;
const PAGE_BYTES = 4096;
const CACHE_BYTES = 2 ** 24;

const folder = mkdtempSync(join(tmpdir(), "tillroll-unreadable-"));
const damagedPath = join(folder, "tillroll.sqlite");
let service: SimulatedService;
let lost: Set<number>;

interface Leaf {
  readonly page: number;
}

/** The pages of a table that hold rows. */
function leavesOf(database: Database, table: string): number[] {
  return database
    .query<Leaf, [string]>(
      "SELECT pageno AS page FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno",
    )
    .all(table)
    .map(({ page }) => page);
}

beforeAll(async () => {
  service = new SimulatedService(SIZES, CACHE_BYTES);
  storePrints(service.database, PRINTS);
  await service.settle();
  // The newest are in no segment.
  storePrints(service.database, 200);
  service.database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  copyFileSync(service.path, damagedPath);
  const leaves = leavesOf(service.database, "print");
  const damaged = [3, 4, Math.floor(leaves.length / 2), leaves.length - 3].map((index) => leaves[index] ?? 0);
  const file = openSync(damagedPath, "r+");
  for (const page of damaged)
    writeSync(file, new Uint8Array(PAGE_BYTES), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  closeSync(file);
  using database = openForReading(damagedPath);
  const reader = new PrintReader(database);
  const ids = service.database.query<{ id: number }, []>("SELECT id FROM print ORDER BY id").all();
  lost = new Set();
  for (const { id } of ids) {
    try {
      reader.find(1, id);
    } catch {
      lost.add(id);
    }
  }
});
afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

const page = (json: string | null) => JSON.parse(json ?? "null") as PageAnswer;
const everything: SearchQuery = { filter: { deleted: "any" }, orderBy: "id.asc", page: 1, pageSize: 5000 };

test("some prints are lost, and few", () => {
  expect(lost.size).toBeGreaterThan(10);
  expect(lost.size).toBeLessThan(200);
});

describe("in the index", () => {
  let search: IndexSearch;
  beforeAll(() => {
    search = new IndexSearch(damagedPath, { cacheBytes: CACHE_BYTES, sizes: SIZES });
  });
  afterAll(() => search.close());

  test.each(["id.asc", "createdAt.desc", "updatedAt.asc", "updatedAt.desc"] as const)(
    "a walk by %s names each damaged print once, and has all others as they are",
    (orderBy) => {
      const whole = new Map(
        page(findAtOnce(service.search, 1, everything)).items.map((item) => [item.id, item] as const),
      );
      const seen = new Map<number, unknown>();
      let cursor: string | null = null;
      do {
        const query: SearchQuery = { filter: { deleted: "any" }, orderBy, page: 1, pageSize: 7, cursor };
        const found = page(findAtOnce(search, 1, query));
        for (const item of found.items) {
          expect(seen.has(item.id)).toBe(false);
          seen.set(item.id, item);
          if (isDamaged(item)) {
            expect(item).toEqual({ id: item.id, workspaceId: 1, damaged: true });
            expect(lost.has(item.id)).toBe(true);
          } else expect(item).toEqual(whole.get(item.id) as never);
        }
        cursor = found.nextCursor ?? null;
      } while (cursor !== null);
      expect([...seen.keys()].toSorted((one, other) => one - other)).toEqual([...whole.keys()]);
    },
  );

  test("searches find the others", () => {
    for (const query of SEARCHES) {
      const before = page(findAtOnce(service.search, 1, { ...query, page: 1, pageSize: 5000 }));
      const after = page(findAtOnce(search, 1, { ...query, page: 1, pageSize: 5000 }));
      const kept = (answer: PageAnswer) => answer.items.filter(({ id }) => !lost.has(id));
      expect(kept(after)).toEqual(kept(before));
    }
  });
});

test("with SQL all others are found", () => {
  using database = openForReading(damagedPath);
  const sql = new SqlSearch(database);
  for (const query of [everything, ...SEARCHES]) {
    const wanted = { ...query, page: 1, pageSize: 5000 };
    const before = page(service.sql.find(1, wanted)).items.filter(({ id }) => !lost.has(id));
    expect(page(sql.find(1, wanted)).items).toEqual(before);
  }
});
