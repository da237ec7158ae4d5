import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { takeBatch } from "../../src/archive/upstream/batch.ts";
import { hello } from "../../src/archive/upstream/hello.ts";
import { has, rewind } from "../../src/archive/upstream/position.ts";
import { DatabaseContentStore } from "../../src/storage/postgres/content-store.ts";
import { readPrintRows } from "../../src/storage/postgres/print-rows.ts";
import type { KnownShop } from "../../src/storage/ports/shops.ts";
import type { Batch } from "../../src/contract/upstream-messages.ts";
import { decodeBatch, encodeBatch } from "../../src/upstream/batch-packing.ts";
import { testDatabase, type TestDatabase } from "../postgres/test-database.ts";
import { joined, makeWorkspace, NOON, shopOf } from "./archive-shops.ts";
import { type ArchiveLink, ShopModel } from "./shop-model.ts";

/* What is easily forgotten when a shop goes back to what a backup has. */

let tested: TestDatabase;
beforeAll(async () => {
  tested = await testDatabase();
});
afterAll(() => tested?.[Symbol.asyncDispose]());

/** A link that loses nothing. @param damage the ordinals whose bytes it damages */
function linkOf(shop: KnownShop, damage: readonly number[] = []): ArchiveLink {
  const { database } = tested;
  const archive = { database, contents: new DatabaseContentStore(database), userId: 1 };
  return {
    hello: (said) => hello(database, shop, said, NOON),
    has: (print) => has(database, shop, print),
    rewind: (wish) => rewind(database, shop, wish, NOON),
    batch: (packed) => takeBatch(archive, shop, damaged(packed, damage), NOON),
  };
}

function damaged(packed: Uint8Array<ArrayBuffer>, damage: readonly number[]): Uint8Array<ArrayBuffer> {
  const { batch, contents } = decodeBatch<Batch>(packed);
  const spoilt = contents.map((content, index) => {
    if (!damage.includes(batch.prints[index]?.ordinal ?? -1)) return content;
    return content.map((byte) => byte ^ 1);
  });
  return encodeBatch(batch, spoilt);
}

async function joinedShop(workspaceId: number) {
  await makeWorkspace(tested.database, workspaceId, `shop-${workspaceId}`);
  const shop = await shopOf(tested.database, await joined(tested.database, workspaceId, "instance-1"));
  let now = NOON;
  const model = new ShopModel(new SeededRandom(workspaceId), () => ++now, "run-1");
  const store = (count: number) => {
    for (let n = 0; n < count; n++) model.store();
  };
  const rows = () => readPrintRows(tested.database, workspaceId, sql`TRUE ORDER BY ordinal`);
  return { shop, model, store, rows };
}

async function sendAll(model: ShopModel, link: ArchiveLink): Promise<void> {
  while (!(await model.step(link)));
}

test("a print that came damaged is still wanted after its shop was restored twice", async () => {
  const { shop, model, store, rows } = await joinedShop(1);
  store(10);
  const earlier = model.backup();
  store(2);
  const later = model.backup();
  // The shop is gone before it hears which one was damaged.
  const damaging = linkOf(shop, [5]);
  for (let steps = 0; steps < 3; steps++) await model.step(damaging);
  // What is looked for by halves of ten begins with the fifth: that one is lacking, and the shop goes back to it.
  model.restart("run-2", earlier);
  await model.step(linkOf(shop));
  expect(model.rewinds).toBe(1);
  // Halves of twelve do not meet it.
  model.restart("run-3", later);
  await sendAll(model, linkOf(shop));
  expect((await rows()).map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 12 }, (_, n) => n));
});

test("a print that was erased before it was sent is erased again where a backup has it", async () => {
  const { shop, model, store, rows } = await joinedShop(2);
  store(10);
  const backup = model.backup();
  model.erase(model.prints[2]);
  await sendAll(model, linkOf(shop));
  expect(await rows()).toHaveLength(9);
  model.restart("run-2", backup);
  expect(model.prints[2]?.print.removal).toBeNull();
  await sendAll(model, linkOf(shop));
  expect(model.prints[2]?.print.removal).toMatchObject({ kind: "erased" });
  expect(await rows()).toHaveLength(9);
  expect(await tested.database.all(sql`SELECT ordinal FROM erasure_order WHERE workspace_id = 2`)).toEqual(
    [],
  );
});
