import { afterEach, beforeEach, expect, test } from "bun:test";
import type { SearchQuery } from "../../src/domain/search-query.ts";
import { ChunkCache } from "../../src/search/chunk-cache.ts";
import { ChunkLoader, openLines } from "../../src/search/chunk-loader.ts";
import { IndexConnection } from "../../src/search/index-connection.ts";
import { SEGMENT_KINDS } from "../../src/storage/index-writer.ts";
import { SMALL_SIZES } from "./small-sizes.ts";
import { Crash, SimulatedService } from "./simulated-service.ts";
import { findAtOnce } from "./at-once.ts";

/* What the index has of prints that were removed for good: the results, and its bytes. */

const SECRET = "wilhelmina";
const SIZES = { ...SMALL_SIZES, smallSegmentMetadataBytes: 2 ** 20, smallSegmentTextBytes: 2 ** 20 };
const ALL: SearchQuery = { filter: { deleted: "any" }, orderBy: "id.asc", page: 1, pageSize: 1000 };

let service: SimulatedService;
beforeEach(() => {
  service = new SimulatedService(SIZES, 2 ** 20);
});
afterEach(() => service.close());

/** Stores prints, each with a label, a tag and a line of its own. */
function create(count: number, word = "plain"): void {
  for (let left = count; left > 0; left--) {
    const own = `${word} ${left}`;
    service.passTime(1);
    service.create(1, {
      printKey: `${own} key`,
      label: `${own} label`,
      deviceId: `${own} device`,
      tags: [["note", `${own} tag`]],
      paper: [`${own} line`, "in all of them"],
    });
  }
}

/** Where the published segments, and the chunks of all others, have the word. */
function indexWith(word: string): string[] {
  const connection = new IndexConnection(service.path);
  const loader = new ChunkLoader(new ChunkCache(0));
  loader.connection = connection;
  const found: string[] = [];
  for (const row of connection.segments(1, SEGMENT_KINDS.lines))
    for (const run of openLines(loader, row).sortedRuns())
      for (const { line } of run) if (line.includes(word)) found.push(`lines ${row.id}: ${line}`);
  const chunks = service.database.query<{ id: number; content: Uint8Array }, []>(
    "SELECT id, content FROM index_chunk",
  );
  for (const { id, content } of chunks.all())
    if (Buffer.from(content).includes(word)) found.push(`chunk ${Math.floor(id / 2 ** 20)}`);
  connection.close();
  return found;
}

const total = (filter: Partial<SearchQuery["filter"]>) => {
  const query = { ...ALL, filter: { ...ALL.filter, ...filter } };
  const json = findAtOnce(service.search, 1, query);
  expect(json).toBe(service.sql.find(1, query));
  return (JSON.parse(json ?? "") as { total: number }).total;
};

const contains = (value: string) => ({ op: "contains", value }) as const;

function expectNothingOf(word: string): void {
  for (const deleted of ["any", true, false] as const) {
    expect(total({ deleted, label: contains(word) })).toBe(0);
    expect(total({ deleted, text: [word] })).toBe(0);
    expect(total({ deleted, tag: { key: "note", ...contains(word) } })).toBe(0);
  }
}

test("what is erased is in no segment any more, small or merged, whether it was seen before or not", async () => {
  create(30);
  create(3, SECRET);
  create(40);
  await service.settle();
  expect(total({ label: contains(SECRET) })).toBe(3);
  expect(indexWith(SECRET).length).toBeGreaterThan(2);
  service.remove(1, [30, 31, 32], "erased");
  expectNothingOf(SECRET);
  await service.settle();
  expect(indexWith(SECRET)).toEqual([]);
  expectNothingOf(SECRET);
  service.reopenSearch();
  expectNothingOf(SECRET);
  expect(total({})).toBe(70);
});

test("a purged print stays in a segment until many are, or until the index is to forget them", async () => {
  create(12, SECRET);
  create(84);
  await service.settle();
  service.change(1, 0, "delete", { printKey: null, label: null, deviceId: null, tags: [], paper: [] });
  await service.settle();
  const { published } = service;
  service.remove(1, [0], "purged");
  await service.settle();
  expect(service.published).toBe(published);
  expect(total({ label: contains(`${SECRET} 12 `) })).toBe(0);
  service.forgetPurged(1);
  await service.settle();
  // A segment of metadata, one of lines, and the catalogue.
  expect(service.published).toBe(published + 3);
  expect(indexWith(`${SECRET} 12 `)).toEqual([]);
});

test("a segment all of whose prints are purged is next to nothing, and searches by time go past it", async () => {
  create(200);
  await service.settle();
  const bytes = () =>
    service.database
      .query<{ bytes: number }, []>("SELECT sum(length(content)) AS bytes FROM index_chunk")
      .get()?.bytes ?? 0;
  const before = bytes();
  const oldest = Array.from({ length: 192 }, (_, index) => index);
  for (const index of oldest)
    service.change(1, index, "delete", { printKey: null, label: null, deviceId: null, tags: [], paper: [] });
  await service.settle();
  for (let left = oldest.length; left > 0; left -= 16) {
    service.remove(1, oldest.slice(0, 16), "purged");
    await service.indexer.advance();
    expect(total({})).toBe(200 - (oldest.length - left) - 16);
  }
  await service.settle();
  expect(bytes()).toBeLessThan(before / 5);
  const [first] = service.prints.get(1) ?? [];
  for (const from of [0, (first?.createdAt ?? 0) - 50, first?.createdAt ?? 0])
    expect(total({ from })).toBe(8);
  expect(total({ to: (first?.createdAt ?? 0) - 1 })).toBe(0);
  for (const orderBy of ["updatedAt.desc", "createdAt.asc"] as const)
    expect(findAtOnce(service.search, 1, { ...ALL, orderBy })).toBe(service.sql.find(1, { ...ALL, orderBy }));
});

test("an indexer that is cut off anywhere leaves nothing of it behind once it has gone on", async () => {
  create(20);
  create(2, SECRET);
  create(20);
  await service.settle();
  service.remove(1, [20, 21], "erased");
  for (let steps = 0; steps < 12; steps++) {
    let left = steps;
    service.beforeStep = () => {
      if (left-- === 0) throw new Crash();
    };
    try {
      await service.settle();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
    service.beforeStep = () => {};
    expectNothingOf(SECRET);
    await service.restartIndexer();
  }
  await service.settle();
  expect(indexWith(SECRET)).toEqual([]);
  expect(service.rememberedRemovals()).toBe(0);
});

test("what is erased while a segment is built of it is erased from that one too", async () => {
  create(7, SECRET);
  await service.settle();
  create(1);
  // It has read the prints, and has not written them yet.
  service.beforeStep = (step) => {
    if (step.do === "begin" && service.prints.get(1)?.length === 8)
      service.remove(1, [0, 1, 2, 3, 4, 5, 6], "erased");
  };
  await service.settle();
  expect(service.prints.get(1)?.length).toBe(1);
  expect(indexWith(SECRET)).toEqual([]);
  expectNothingOf(SECRET);
});

test("a search that goes on answers as of its beginning; what was shown is not shown again", async () => {
  create(30, SECRET);
  await service.settle();
  const query = { ...ALL, filter: { deleted: "any", label: contains(SECRET) } } as const;
  const expected = service.sql.find(1, query);
  expect(findAtOnce(service.search, 1, query)).toBe(expected);
  const begun = service.search.find(1, query);
  begun.next();
  service.remove(1, [3, 4, 29], "erased");
  let step = begun.next();
  while (step.done !== true) step = begun.next();
  expect(Buffer.from(step.value ?? []).toString()).toBe(expected);
  expect(total({ label: contains(SECRET) })).toBe(27);
});
