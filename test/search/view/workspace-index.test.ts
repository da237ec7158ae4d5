import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { SearchQuery } from "../../../src/domain/search-query.ts";
import { IndexConnection } from "../../../src/search/index-connection.ts";
import type { IndexSizes } from "../../../src/search/index-sizes.ts";
import { ChunkCache } from "../../../src/search/chunk-cache.ts";
import { ChunkLoader } from "../../../src/search/chunk-loader.ts";
import { ItemCache } from "../../../src/search/item-cache.ts";
import { WorkspaceIndex } from "../../../src/search/view/workspace-index.ts";
import { SMALL_SIZES } from "../small-sizes.ts";
import { SimulatedService } from "../simulated-service.ts";
import { findAtOnce } from "../at-once.ts";

/* What a search holds of a workspace, when things happen at bad moments. */

const ALL: SearchQuery = { filter: { deleted: "any" }, orderBy: "updatedAt.desc", page: 1, pageSize: 1000 };
const SIZES: IndexSizes = {
  ...SMALL_SIZES,
  smallSegmentMetadataBytes: 2 ** 20,
  segmentMetadataBytes: 2 ** 24,
};

let service: SimulatedService;

beforeEach(() => {
  service = new SimulatedService(SIZES, 2 ** 20);
});
afterEach(() => service.close());

function create(count: number, label = "label"): void {
  for (let left = count; left > 0; left--) {
    service.create(1, { printKey: null, label, deviceId: null, tags: [], paper: ["a line"] });
  }
}

function update(index: number, label: string): void {
  service.passTime(1);
  service.change(1, index, "update", { printKey: null, label, deviceId: null, tags: [], paper: [] });
}

function expectRight(query: SearchQuery = ALL): void {
  expect(findAtOnce(service.search, 1, query)).toBe(service.sql.find(1, query));
}

test("the only segment built anew is noticed", async () => {
  create(8);
  await service.settle();
  expectRight();
  for await (const { total } of service.indexer.rebuild(1)) expect(total).toBe(16);
  // Of the segment before nothing is left to read.
  expectRight({ ...ALL, filter: { deleted: "any", label: { op: "contains", value: "lab" } } });
});

test("an item that was shown is read again after a change that only a new segment tells of", async () => {
  create(8);
  await service.settle();
  expectRight();
  for (let index = 0; index < 7; index++) update(index, "other");
  // Folded into a segment before any search.
  await service.settle();
  expectRight();
});

test("changes of prints that no segment holds yet do not make the last segment be built anew", async () => {
  create(8);
  await service.settle();
  const { published } = service;
  create(7);
  for (let index = 8; index < 15; index++) update(index, "other");
  await service.indexer.advance(false);
  expect(service.published).toBe(published);
  expectRight();
});

test("segments of few prints with much metadata are merged once", async () => {
  service.close();
  service = new SimulatedService(
    { ...SIZES, smallSegmentMetadataBytes: 300, segmentMetadataBytes: 1000 },
    2 ** 20,
  );
  const tags = [["k", "x".repeat(100)]] as const;
  for (let number = 0; number < 60; number++) {
    service.create(1, { printKey: null, label: null, deviceId: null, tags, paper: [] });
    if (number % 2 === 1) await service.settle();
  }
  expectRight();
});

test("text is searched in all prints after the settings were changed and changed back", async () => {
  const query: SearchQuery = { ...ALL, filter: { deleted: "any", text: ["a line"] } };
  create(7);
  await service.settle();
  const set = (charset: string) => service.database.run("UPDATE workspace SET charset = ?", [charset]);
  set("japan");
  // Cut off when some are decoded with the new settings.
  service.database.run("UPDATE print_text SET version = version + 1, lines = '?' WHERE ordinal < 3");
  set("auto");
  expect(JSON.parse(findAtOnce(service.search, 1, query) ?? "")).toMatchObject({ total: 4, textPending: 3 });
  await service.restartIndexer();
  await service.settle();
  expectRight(query);
});

test("a text that is counted as searched is there, whatever rows are lost", async () => {
  const query: SearchQuery = { ...ALL, filter: { deleted: "any", text: ["a line"] } };
  create(11);
  await service.settle();
  for (const lost of [
    "DELETE FROM index_segment WHERE kind = 1",
    "DELETE FROM print_text WHERE ordinal = 9",
  ]) {
    service.database.run(lost);
    const { total, textPending } = JSON.parse(findAtOnce(service.search, 1, query) ?? "");
    expect(total + textPending).toBe(11);
  }
  await service.restartIndexer();
  await service.settle();
  expectRight(query);
});

test("receipts without a letter have a segment of no lines", async () => {
  for (let left = 8; left > 0; left--) {
    service.create(1, { printKey: null, label: null, deviceId: null, tags: [], paper: [] });
  }
  await service.settle();
  expectRight({ ...ALL, filter: { deleted: "any", text: ["total"] } });
});

describe("what a search keeps in memory", () => {
  /** A workspace as one search after the other sees it. */
  function open(sizes: IndexSizes) {
    const loader = new ChunkLoader(new ChunkCache(0));
    const index = new WorkspaceIndex(1, loader, new ItemCache(0), sizes);
    const connection = new IndexConnection(service.path);
    loader.connection = connection;
    const refresh = () => {
      connection.begin();
      try {
        return index.refresh(connection);
      } finally {
        connection.end();
      }
    };
    return { index, connection, refresh };
  }

  test("of a tail without room does not grow with every search", () => {
    create(200);
    const { index, connection, refresh } = open({ ...SIZES, tailPrints: 1000, tailBytes: 2000 });
    expect(refresh()).toBeNull();
    const { weight } = index;
    // A block more than there is room for, which is how it is noticed.
    expect(weight).toBeLessThan(4000);
    for (let search = 0; search < 20; search++) expect(refresh()).toBeNull();
    expect(index.weight).toBe(weight);
    connection.close();
  });

  test("of changes is nothing while there are too many", async () => {
    create(48);
    await service.settle();
    const { index, connection, refresh } = open({ ...SIZES, overlayPrints: 10 });
    expect(refresh()).not.toBeNull();
    const { weight } = index;
    for (let print = 0; print < 20; print++) {
      update(print, "other");
      if (print >= 10) expect(refresh()).toBeNull();
    }
    expect(index.weight).toBe(weight);
    // Once they are folded in, it goes on from where it was.
    await service.settle();
    expect(refresh()?.prints).toBe(48);
    connection.close();
  });

  test("what was not seen because reading failed is seen by the next search", () => {
    create(12);
    const { connection, refresh } = open(SIZES);
    expect(refresh()).not.toBeNull();
    update(3, "other");
    const { printsAt } = connection;
    connection.printsAt = () => {
      throw new Error("disk I/O error");
    };
    expect(refresh).toThrow("disk I/O error");
    connection.printsAt = printsAt;
    const [run] = refresh()?.runs ?? [];
    expect(run?.segment.column("label")?.equal("other").count).toBe(1);
    connection.close();
  });
});
