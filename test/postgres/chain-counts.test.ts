import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { MILLISECONDS_PER_DAY } from "../../src/domain/limits.ts";
import { inOrder } from "../../src/search/postgres/postgres-dialect.ts";
import { addToBlocks } from "../../src/storage/postgres/chain-counts.ts";
import {
  countHolding,
  countIntervals,
  countPrints,
  countValues,
  VALUE,
} from "../../src/storage/postgres/counted-prints.ts";
import { LABEL_SHAPES, TAG_KEYS, tagSource } from "../../src/storage/postgres/counted-values.ts";
import { COUNTED_VALUES } from "../../src/storage/postgres/print-counts.ts";
import { scopeOf, scopeOfIds } from "../../src/storage/postgres/workspace-scope.ts";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import { createOperation } from "../create-operation.ts";
import { type CommitFate, CuttingProxy } from "./cutting-proxy.ts";
import { describeEngines } from "./engines.ts";
import { FailingProxy } from "./failing-proxy.ts";
import { PrintDatabase } from "./print-database.ts";

/** Two whole blocks and the begin of a third. */
const SHOPS = Array.from({ length: 140 }, (_, index) => index + 1);

/** Those of whom one may ask at once: all, all but some, some blocks, every other one, few. */
const ASKED: readonly (readonly number[])[] = [
  SHOPS,
  SHOPS.filter((id) => id !== 70),
  SHOPS.filter((id) => id < 64),
  SHOPS.filter((id) => id >= 30),
  SHOPS.filter((id) => id < 64 || id % 3 === 0),
  SHOPS.filter((id) => id % 2 === 0),
  [1, 64, 139],
];

const SOURCES = [
  "deviceId",
  LABEL_SHAPES,
  TAG_KEYS,
  tagSource("cashier"),
  tagSource("note"),
  tagSource("none"),
];

/** Erases prints of a workspace. */
const erase = ({ writer }: Pick<PrintDatabase, "writer">, workspaceId: number, printIds: readonly number[]) =>
  writer.submit({
    kind: "remove",
    how: "erased",
    workspaceId,
    printIds: [...printIds],
    userId: 1,
    reason: "asked for",
    removalId: null,
    isLast: true,
  });

const create = (
  { writer }: Pick<PrintDatabase, "writer">,
  workspaceId: number,
  tag: object,
  deviceId: string | null = null,
  label: string | null = null,
) => writer.submit(createOperation({ workspaceId, deviceId, label, tag: JSON.stringify(tag) }));

/** Expects that what is counted by blocks is what is counted by workspaces. */
async function expectSame({ database }: PrintDatabase): Promise<void> {
  const days = Array.from({ length: 6 }, (_, day) => day * MILLISECONDS_PER_DAY);
  for (const ids of ASKED)
    await database.read(async (snapshot) => {
      const counts = async (workspaces: Awaited<ReturnType<typeof scopeOf>>, deleted: boolean | "any") => {
        const scope = { workspaces, deleted };
        const [, second = 0, , fourth = 0] = days;
        return {
          days: await countIntervals(snapshot, scope, days),
          between: await countPrints(snapshot, { ...scope, from: second, to: fourth - 1 }),
          values: await Promise.all(SOURCES.map((source) => countValues(snapshot, scope, source, inOrder))),
          holding: await countHolding(snapshot, scope, {
            source: tagSource("cashier"),
            holds: sql`${VALUE} <> ${"c1"}`,
            isOfPart: false,
            holdsBeyondAscii: null,
          }),
        };
      };
      const blocked = await scopeOf(snapshot, ids);
      for (const deleted of [true, false, "any"] as const)
        expect(await counts(blocked, deleted)).toEqual(await counts(scopeOfIds(ids), deleted));
    });
}

const blocksOf = async ({ database }: PrintDatabase, ids: readonly number[]) =>
  (await database.read((snapshot) => scopeOf(snapshot, ids))).blocked;

/** The rows of blocks that say nothing, and how many counts they do not have yet. */
const left = ({ database }: PrintDatabase) =>
  database.first<{ readonly empty: number; readonly pending: number }>(
    sql`SELECT (SELECT count(*) FROM chain_value_count WHERE n = 0 AND deleted_n = 0) AS empty,
      (SELECT count(*) FROM value_count WHERE is_in_chain = 0) + (SELECT count(*) FROM day_count WHERE is_in_chain = 0) AS pending`,
  );

describeEngines("the counts of many shops", (engine) => {
  test("are those of each, whatever was added to their blocks, and whoever asks", async () => {
    await using opened = await PrintDatabase.open(SHOPS, engine);
    opened.now = 0;
    const ids = new Map<number, number[]>();
    const round = async (begin: number) => {
      for (let number = begin; number < begin + 160; number++) {
        opened.now += Math.floor((6 * MILLISECONDS_PER_DAY) / 480);
        const shop = SHOPS[(number * 37) % SHOPS.length] ?? 1;
        const tag = { cashier: `c${number % 7}`, note: `note ${number}`, "nul\0": "\0" };
        const device = number % 4 === 0 ? null : `till ${number % 4}`;
        const label = number % 3 === 0 ? null : `Tür ${"Å".repeat(number % 5)} ${number}-${number}\0`;
        const { id } = await create(opened, shop, tag, device, label);
        ids.set(shop, [...(ids.get(shop) ?? []), id]);
        if (number % 5 === 0) await opened.writer.submit({ kind: "delete", workspaceId: shop, printId: id });
      }
    };
    await round(0);
    await expectSame(opened);
    expect((await left(opened))?.pending).toBeGreaterThan(0);
    await addToBlocks(opened.database, { mostPending: 0 });
    expect(await left(opened)).toEqual({ empty: 0, pending: 0 });
    await expectSame(opened);
    await round(160);
    await expectSame(opened);
    const naming = async () => (await opened.everything()).filter((row) => row.includes('"note 0"'));
    expect(await naming()).toHaveLength(3);
    // What the blocks have goes from them with what is erased, at once.
    const shops = [...ids.keys()].slice(0, 60);
    for (const shop of shops) await erase(opened, shop, ids.get(shop) ?? []);
    expect((await left(opened))?.empty).toBe(0);
    expect(await naming()).toEqual([]);
    await expectSame(opened);
    await addToBlocks(opened.database, { mostPending: 0 });
    await round(320);
    for (const shop of SHOPS.slice(0, 90)) await opened.countsAnew(shop);
    await expectSame(opened);
    await addToBlocks(opened.database, { mostPending: 0 });
    expect(await left(opened)).toEqual({ empty: 0, pending: 0 });
    await expectSame(opened);
  }, 120_000);

  test("have no values of a tag that is counted no more in a shop", async () => {
    await using opened = await PrintDatabase.open(SHOPS, engine);
    const add = (number: number) => create(opened, 7, { note: String(number), cashier: "c" });
    await create(opened, 8, { note: "8", cashier: "c" });
    await Promise.all(Array.from({ length: COUNTED_VALUES }, (_, number) => add(number)));
    await addToBlocks(opened.database, { mostPending: 0 });
    await expectSame(opened);
    await add(COUNTED_VALUES);
    const values = sql`SELECT value, n FROM chain_value_count WHERE source = ${tagSource("note")}`;
    expect(await opened.database.all<object>(values)).toEqual([{ value: "8", n: 1 }]);
    await expectSame(opened);
  }, 120_000);

  test("are added to while shops write and prints are erased, by several instances at once", async () => {
    await using opened = await PrintDatabase.open(SHOPS, engine);
    opened.now = MILLISECONDS_PER_DAY;
    const over = new AbortController();
    const adding = [1, 2].map(async () => {
      while (!over.signal.aborted) await addToBlocks(opened.database, { mostPending: 0 });
    });
    const shops = SHOPS.slice(0, 20).map(async (shop) => {
      const writer = opened.newWriter();
      const mine: number[] = [];
      for (let number = 0; number < 12; number++) {
        const tag = { cashier: `c${number % 3}`, note: `${shop} ${number}` };
        mine.push((await create({ writer }, shop, tag)).id);
        if (number % 4 === 3) await erase({ writer }, shop, mine.splice(0, 2));
      }
    });
    await Promise.all(shops);
    over.abort();
    await Promise.all(adding);
    await expectSame(opened);
    await addToBlocks(opened.database, { mostPending: 0 });
    expect(await left(opened)).toEqual({ empty: 0, pending: 0 });
    await expectSame(opened);
    for (const shop of [1, 5, 20]) expect(await opened.counts(shop)).toEqual(await opened.countsAnew(shop));
  }, 120_000);

  test("stay exact where statements fail and connections go during a COMMIT", async () => {
    await using opened = await PrintDatabase.open(SHOPS, engine);
    const random = new SeededRandom(Number(process.env["TILLROLL_TEST_SEED"]));
    const fates: CommitFate[] = ["passes", "passes", "is cut before", "is cut after", "comes late"];
    using cutting = new CuttingProxy(new URL(opened.address), () => random.pick(fates) ?? "passes");
    using failing = new FailingProxy(new URL(opened.address), () => random.happens(0.1));
    for (const { address } of [cutting, failing]) {
      const database = new PostgresDatabase({ address, connections: 3 });
      const writer = opened.newWriter(database);
      for (let round = 0; round < 6; round++) {
        const shops = SHOPS.slice(round, round + 5);
        const made = await Promise.all(
          shops.map((shop) => create({ writer }, shop, { cashier: `c${round}`, note: `${shop} ${round}` })),
        );
        await addToBlocks(database, { mostPending: 0 });
        const [shop = 1] = shops;
        await erase({ writer }, shop, [made[0]?.id ?? 0]);
        await expectSame(opened);
      }
      await database.close();
    }
    expect(cutting.met.size).toBe(4);
    expect(failing.failed).toBeGreaterThan(0);
    await addToBlocks(opened.database, { mostPending: 0 });
    expect(await left(opened)).toEqual({ empty: 0, pending: 0 });
    for (const shop of SHOPS.slice(0, 12))
      expect(await opened.counts(shop)).toEqual(await opened.countsAnew(shop));
    await expectSame(opened);
  }, 120_000);

  test("are not looked at where few were counted since", async () => {
    await using opened = await PrintDatabase.open(SHOPS, engine);
    await create(opened, 1, { cashier: "c" });
    await addToBlocks(opened.database);
    expect((await left(opened))?.pending).toBeGreaterThan(0);
    await addToBlocks(opened.database, { mostPending: 0, signal: AbortSignal.abort() });
    expect((await left(opened))?.pending).toBeGreaterThan(0);
  });

  test("are of the blocks that are asked for whole", async () => {
    await using opened = await PrintDatabase.open(SHOPS, engine);
    expect((await blocksOf(opened, SHOPS))?.blocks).toEqual([0, 1, 2]);
    expect(await blocksOf(opened, SHOPS)).toMatchObject({ beside: null });
    const without70 = await blocksOf(
      opened,
      SHOPS.filter((id) => id !== 70),
    );
    expect(without70?.blocks).toEqual([0, 2]);
    expect(without70?.beside?.ids).toHaveLength(63);
    expect(
      await blocksOf(
        opened,
        SHOPS.filter((id) => id % 2 === 0),
      ),
    ).toBeNull();
    expect(await blocksOf(opened, [1])).toBeNull();
  });
});
