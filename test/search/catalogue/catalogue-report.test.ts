import { afterEach, beforeEach, expect, test } from "bun:test";
import { Search } from "../../../src/search/search.ts";
import { INDEX_CACHE_BYTES } from "../../../src/search/segment-limits.ts";
import { CATALOGUE_KIND, PARTS_PER_SEGMENT } from "../../../src/storage/index-writer.ts";
import { SMALL_SIZES } from "../small-sizes.ts";
import { SimulatedService } from "../simulated-service.ts";

/* A damaged catalogue is told of by the search that has done without it, from the Worker. */

let service: SimulatedService;
let search: Search;
const damaged: [workspaceId: number, segmentId: number][] = [];
const effort: string[] = [];

beforeEach(async () => {
  service = new SimulatedService({ ...SMALL_SIZES, smallSegmentMetadataBytes: 2 ** 20 }, 2 ** 20);
  for (let number = 0; number < SMALL_SIZES.segmentPrints * 2; number++)
    service.create(1, { printKey: null, label: `label ${number}`, deviceId: null, tags: [], paper: [] });
  await service.settle();
  search = new Search({
    databasePath: service.path,
    cacheBytes: INDEX_CACHE_BYTES,
    background: {
      wake: () => {},
      noteDamage: (...segment) => void damaged.push(segment),
    },
    holdsOf: () => [],
    log: { write: () => {} },
    onSearched: (_, { plan }) => void effort.push(plan),
  });
});
afterEach(() => {
  search.close();
  service.close();
});

test("the index answers beside a damaged catalogue, which is told of once for each search that meets it", async () => {
  const [row] = service.database
    .query<{ id: number }, [number]>("SELECT id FROM index_segment WHERE kind = ?")
    .all(CATALOGUE_KIND);
  const id = row?.id ?? 0;
  service.database.run("UPDATE index_chunk SET checksum = 0 WHERE id > ?1 * ?2 AND id < (?1 + 1) * ?2", [
    id,
    PARTS_PER_SEGMENT,
  ]);
  for (const [value, total] of [
    ["label 7", 1],
    ["label", 0],
  ] as const) {
    const filter = { deleted: false, label: { op: "eq", value } } as const;
    const json = await search.find(1, { filter, orderBy: "id.asc", page: 1, pageSize: 10 });
    const text = typeof json === "string" ? json : new TextDecoder().decode(json);
    expect(JSON.parse(text).total).toBe(total);
  }
  expect(effort).toEqual(["index", "index"]);
  expect(damaged).toEqual([
    [1, id],
    [1, id],
  ]);
});
