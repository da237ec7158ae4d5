import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { enrol } from "../../src/archive/enrolment.ts";
import { MILLISECONDS_PER_DAY } from "../../src/domain/limits.ts";
import { readPrintRows } from "../../src/storage/postgres/print-rows.ts";
import { ArchiveClient } from "../../src/upstream/archive-client.ts";
import { BATCH_LIMITS, type JoinAnswer } from "../../src/contract/upstream-messages.ts";
import { act, makeWorkspace } from "../archive/archive-shops.ts";
import { testDatabase, type TestDatabase } from "../postgres/test-database.ts";
import { until } from "../until.ts";
import { FaultyWay } from "./faulty-way.ts";
import { type ServedArchive, serveArchive, untilSent } from "./served-archive.ts";
import { Shop } from "./shop.ts";

/* Shops with their databases, an archive with PostgreSQL, and a way between them that loses, doubles and halves. */

let tested: TestDatabase;
let archive: ServedArchive;
const shops: Shop[] = [];
const ways: FaultyWay[] = [];
let lastWorkspace = 0;

beforeAll(async () => {
  tested = await testDatabase();
  archive = serveArchive(tested.database);
});
afterAll(async () => {
  await archive?.stop();
  await tested?.[Symbol.asyncDispose]();
});
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.end();
  for (const way of ways.splice(0)) await way.stop();
});

/** A shop that has joined, its workspace at the archive, and the way there. */
async function joinedShop(random: SeededRandom) {
  const workspaceId = ++lastWorkspace;
  await makeWorkspace(tested.database, workspaceId, `shop-${workspaceId}`);
  // By the clock of the archive: a code is good for a day.
  const { code } = await enrol(tested.database, { workspaceId }, act(Date.now()));
  const way = new FaultyWay(archive.url, random);
  ways.push(way);
  const client = new ArchiveClient(
    { url: archive.url, pin: null, certificates: null },
    new AbortController().signal,
  );
  const { key } = await client.ask<JoinAnswer>("join", null, { code, instance: "this" });
  const shop = new Shop();
  shops.push(shop);
  shop.join(way.url, null, key);
  return { shop, workspaceId, way };
}

async function archived(workspaceId: number) {
  return readPrintRows(tested.database, workspaceId, sql`TRUE ORDER BY ordinal`);
}

/** Each print of a shop that is there is at the archive as it is, and what was erased in one place is in the other. */
async function expectSame(shop: Shop, workspaceId: number): Promise<void> {
  const rows = await archived(workspaceId);
  const hex = (bytes: Uint8Array) => new Uint8Array(bytes).toHex();
  const there = new Map(rows.map((row) => [`${row.ordinal} ${row.createdAt} ${hex(row.sha256)}`, row]));
  expect(there.size).toBe(rows.length);
  for (const row of shop.rows()) {
    if (row.sha256 === null) continue;
    const { label, tag, updatedAt, deletedAt, removedAt } =
      there.get(`${row.ordinal} ${row.createdAt} ${row.sha256}`) ?? {};
    const is = { label, tag, updatedAt, deletedAt, removedAt };
    const { label: own, tag: ownTag } = row;
    expect(is).toEqual({
      label: own,
      tag: ownTag,
      updatedAt: row.updatedAt,
      deletedAt: row.deletedAt,
      removedAt: null,
    } as typeof is);
  }
  for (const { ordinal, erased, createdAt } of shop.rows())
    if (erased === 1)
      for (const row of rows)
        if (row.ordinal === ordinal && row.createdAt === createdAt) expect(row.removedAt).not.toBeNull();
}

const SEED = Number(process.env["TILLROLL_TEST_SEED"] ?? 1);

test.each([1, 2, 3])("kills, faults and changes: the sets are equal at the end (%d)", async (n) => {
  const random = new SeededRandom(SEED + n);
  const { shop, workspaceId, way } = await joinedShop(random);
  way.rate = 0.3;
  const ids: number[] = [];
  for (let round = 0; round < 15; round++) {
    shop.start();
    for (let count = random.integer(0, 30); count > 0; count--) ids.push(shop.create(`print ${ids.length}`));
    for (let count = 0; count < 3; count++) {
      const row = random.pick(shop.rows().filter(({ erased }) => erased === 0));
      if (row === undefined) continue;
      const kind = random.integer(0, 9);
      if (kind === 0) shop.remove("erased", row.id);
      else if (kind < 3) shop.mark("delete", row.id);
      else if (row.deletedAt === null) shop.change(row.id, `changed ${round}`);
    }
    shop.wake();
    // Some requests on: in the middle of any of them.
    const end = way.requests + random.integer(1, 5);
    await until(() => way.requests >= end);
    shop.kill();
  }
  way.rate = 0;
  await way.settle();
  shop.start();
  await untilSent(shop);
  await expectSame(shop, workspaceId);
  expect(way.lost).toBeGreaterThan(3);
});

test("a restored shop goes on, and one more copy of it loses nothing of either", async () => {
  const random = new SeededRandom(SEED);
  const { shop, workspaceId } = await joinedShop(random);
  shop.start();
  for (let count = 0; count < 30; count++) shop.create(`before ${count}`);
  await untilSent(shop);
  const backup = shop.backup();
  const lost = shop.create("lost with the disk");
  shop.change(1, "changed after the backup");
  shop.remove("erased", 2);
  await untilSent(shop);
  expect(lost).toBe(31);
  shop.restore(backup);
  shop.now += 60_000;
  shop.create("after");
  shop.start();
  await untilSent(shop);
  // The archive has what was lost, the later state of what was changed, and has had the shop erase again.
  await until(() => shop.rows()[1]?.erased === 1);
  const rows = await archived(workspaceId);
  expect(rows.filter(({ ordinal }) => ordinal === 30).map(({ label }) => label)).toEqual(
    expect.arrayContaining(["lost with the disk", "after"]),
  );
  expect(rows.find(({ ordinal }) => ordinal === 0)?.label).toBe("changed after the backup");
  const clone = new Shop();
  shops.push(clone);
  clone.restore(shop.backup());
  clone.now = shop.now + 1_000_000;
  for (const each of [shop, clone]) each.create(`of ${each === shop ? "the first" : "the copy"}`);
  clone.start();
  await until(() => [shop, clone].some(({ states }) => states.at(-1)?.clonedAt !== null));
  for (const each of [shop, clone]) await each.stop();
  for (const each of [shop, clone]) {
    each.start();
    await untilSent(each);
    await each.stop();
  }
  const labels = (await archived(workspaceId)).map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(["of the first", "of the copy"]));
  expect(labels).toHaveLength(34);
});

test("what was erased before it was sent is erased again in a shop that was restored", async () => {
  const { shop, workspaceId } = await joinedShop(new SeededRandom(SEED));
  for (let count = 0; count < 10; count++) shop.create(`print ${count}`);
  const backup = shop.backup();
  shop.remove("erased", 3);
  shop.start();
  await untilSent(shop);
  expect(await archived(workspaceId)).toHaveLength(9);
  shop.restore(backup);
  expect(shop.rows()[2]?.erased).toBe(0);
  shop.start();
  await until(() => shop.rows()[2]?.erased === 1, "it was erased again");
  await untilSent(shop);
  expect(await archived(workspaceId)).toHaveLength(9);
});

test("what is changed after a clock was set back is the later state all the same", async () => {
  const { shop, workspaceId } = await joinedShop(new SeededRandom(SEED));
  shop.start();
  const ids = [shop.create("one"), shop.create("two")];
  for (const id of ids) shop.change(id, "changed");
  await untilSent(shop);
  shop.now -= 60_000;
  shop.change(ids[0] ?? 0, "changed again");
  shop.mark("delete", ids[1] ?? 0);
  await untilSent(shop);
  await expectSame(shop, workspaceId);
  expect((await archived(workspaceId)).map(({ label }) => label)).toEqual(["changed again", "changed"]);
});

test("of what a restored shop changed twice in one moment the archive keeps the last", async () => {
  const { shop, workspaceId } = await joinedShop(new SeededRandom(SEED));
  const id = shop.create("one");
  shop.now -= 60_000;
  shop.change(id, "kept");
  const backup = shop.backup();
  shop.change(id, "lost by the shop");
  shop.start();
  await untilSent(shop);
  shop.restore(backup);
  shop.start();
  await untilSent(shop);
  expect((await archived(workspaceId)).map(({ label }) => label)).toEqual(["lost by the shop"]);
});

test("what was read in a print's pictures goes with it, unless it is too much", async () => {
  const { shop, workspaceId } = await joinedShop(new SeededRandom(SEED));
  const [some, much] = [shop.create("one"), shop.create("two")];
  shop.start();
  await untilSent(shop);
  const box = { x: 0, y: 0, width: 9, height: 9 };
  const line = { words: [{ text: "Total", confidence: 90, box }], box };
  const content = Bun.zstdCompressSync(JSON.stringify([{ box, lines: [line], codes: [] }]));
  shop.recognise(some, content);
  shop.recognise(much, new Uint8Array(BATCH_LIMITS.recognitionBytes + 1));
  await untilSent(shop);
  expect((await archived(workspaceId)).map(({ recognised }) => recognised)).toEqual(["{}", "{}"]);
  const stored = await tested.database.all<{ content: Buffer; lines: string }>(
    sql`SELECT content, lines FROM print_recognition WHERE workspace_id = ${workspaceId}`,
  );
  expect(stored.map(({ lines }) => lines)).toEqual(["total"]);
  expect(new Uint8Array(stored[0]?.content ?? [])).toEqual(new Uint8Array(content));
});

test("times that were put right are the archive's too, and what is changed after that", async () => {
  const { shop, workspaceId, way } = await joinedShop(new SeededRandom(SEED));
  shop.start();
  const [early = 0, late = 0] = [shop.create("early"), shop.create("late")];
  await untilSent(shop);
  const right = shop.now;
  shop.now += 3000 * MILLISECONDS_PER_DAY;
  shop.create("printed ahead");
  await untilSent(shop);
  // A clock that is put right by a part of what it was wrong.
  shop.now = right + 2000 * MILLISECONDS_PER_DAY;
  shop.putTimesRight();
  shop.change(early, "changed ahead");
  await untilSent(shop);
  shop.now = right + 60_000;
  shop.putTimesRight();
  await untilSent(shop);
  for (const { createdAt, updatedAt } of await archived(workspaceId))
    expect(Math.max(createdAt, updatedAt)).toBeLessThanOrEqual(shop.now);
  shop.change(early, "changed at last");
  shop.change(late, "changed as well");
  shop.mark("delete", late);
  await untilSent(shop);
  const rows = await archived(workspaceId);
  expect(rows.map(({ label }) => label)).toEqual(["changed at last", "changed as well", "printed ahead"]);
  // A shop that was installed anew knows them by what they were first: none is sent as another print.
  const key = shop.upstream?.apiKey ?? "";
  await shop.stop();
  const fresh = new Shop();
  shops.push(fresh);
  fresh.now = shop.now;
  fresh.join(way.url, null, key);
  expect(await fresh.pull()).toBe(3);
  expect(await fresh.findings()).toEqual([]);
  expect(fresh.rows().map(({ createdAt }) => createdAt)).toEqual(rows.map(({ createdAt }) => createdAt));
  fresh.start();
  fresh.create("new");
  await untilSent(fresh);
  expect((await archived(workspaceId)).map(({ label }) => label)).toEqual([
    ...rows.map(({ label }) => label),
    "new",
  ]);
});
