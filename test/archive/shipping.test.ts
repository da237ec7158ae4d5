import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { enrol } from "../../src/archive/enrolment.ts";
import { orderingErasures } from "../../src/archive/upstream/erasures.ts";
import type { PrintsOfShops } from "../../src/archive/upstream/batch.ts";
import { TillrollError } from "../../src/domain/errors.ts";
import { DatabaseContentStore } from "../../src/storage/postgres/content-store.ts";
import { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import { printHandlers } from "../../src/storage/postgres/print-handlers.ts";
import { type PostgresPrintRow, readPrintRows } from "../../src/storage/postgres/print-rows.ts";
import { decodeContent } from "../../src/storage/raw-content.ts";
import { testDatabase, type TestDatabase } from "../postgres/test-database.ts";
import { act, joined, makeWorkspace, shopOf } from "./archive-shops.ts";
import { FaultyLink } from "./faulty-link.ts";
import { type ModelPrint, ShopModel } from "./shop-model.ts";

let tested: TestDatabase;
let instances: PrintsOfShops[];
let others: PostgresDatabase;
let lastWorkspace = 0;
beforeAll(async () => {
  tested = await testDatabase();
  others = new PostgresDatabase({ address: tested.address });
  instances = [tested.database, others].map((database) => ({
    database,
    contents: new DatabaseContentStore(database),
    userId: 1,
  }));
});
afterAll(async () => {
  await others?.close();
  await tested?.[Symbol.asyncDispose]();
});

const SEED = Number(process.env["TILLROLL_TEST_SEED"]);

/** A shop, the archive that it has joined, and what was seen of both. */
class Shipping {
  readonly random;
  readonly link;
  readonly shops: ShopModel[] = [];
  /** The latest state of each print that the archive was seen to have. */
  private readonly seen = new Map<string, number>();
  /** Each state that any print ever had, by its identity and `updatedAt`. */
  private readonly states = new Map<string, string>();
  private now = Date.UTC(2026, 0, 1);
  private runs = 0;

  private constructor(
    seed: number,
    readonly workspaceId: number,
    link: (random: SeededRandom) => FaultyLink,
  ) {
    this.random = new SeededRandom(seed);
    this.link = link(this.random);
    this.shops.push(new ShopModel(this.random, () => ++this.now, this.nextRun()));
  }

  static async begin(seed: number): Promise<Shipping> {
    const workspaceId = ++lastWorkspace;
    await makeWorkspace(tested.database, workspaceId, `shop-${workspaceId}`);
    const shop = await shopOf(tested.database, await joined(tested.database, workspaceId, "instance-1"));
    return new Shipping(seed, workspaceId, (random) => new FaultyLink(random, instances, shop));
  }

  nextRun(): string {
    return `run-${++this.runs}`;
  }

  /** Some work of the shops, and some of shipping it. */
  async work(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      for (const shop of this.shops) {
        for (let n = this.random.integer(0, 12); n > 0; n--) shop.store();
        for (let n = this.random.integer(0, 3); n > 0; n--) shop.change();
        if (this.random.happens(0.2)) shop.erase();
        if (this.random.happens(0.2)) shop.putRight();
        for (let n = this.random.integer(0, 6); n > 0; n--) await shop.step(this.link).catch(() => {});
        this.note(shop);
      }
      if (this.random.happens(0.1)) this.shops[0]?.restart(this.nextRun());
      if (this.random.happens(0.2)) await this.link.settle();
      if (this.random.happens(0.1)) await this.eraseHere();
      if (round % 4 === 0) await this.look();
    }
  }

  /** Ships all there is, without any more faults. */
  async finish(): Promise<void> {
    await this.link.settle();
    this.link.faultRate = 0;
    // Clones of one another take turns: what one sends has the other go back. In the end each has had its turn.
    for (const shop of [...this.shops, ...this.shops]) await this.finishOne(shop);
    for (const shop of this.shops) this.note(shop);
    await this.look();
  }

  private async finishOne(shop: ShopModel): Promise<void> {
    shop.restart(this.nextRun());
    for (let steps = 0; steps < 2000; steps++) {
      // Where another has moved the cursor, it says hello again.
      const isDone = await shop.step(this.link).catch(isConflict);
      if (isDone) return;
    }
    throw new Error("shipping does not end");
  }

  /** Somebody at the archive erases a print. */
  private async eraseHere(): Promise<void> {
    const { database, contents } = instances[0] as PrintsOfShops;
    const rows = await this.rows();
    const row = this.random.pick(rows.filter(({ removedAt }) => removedAt === null));
    const { remove } = orderingErasures(printHandlers(contents)).single;
    if (row === undefined || remove === undefined) return;
    const operation = {
      kind: "remove",
      how: "erased",
      workspaceId: this.workspaceId,
      printIds: [row.id],
    } as const;
    const decision = { userId: 1, reason: "asked here", removalId: null, isLast: true };
    await database.write(this.workspaceId, (transaction) =>
      remove(transaction, { ...operation, ...decision }, ++this.now).then(() => {}),
    );
  }

  /** Remembers what states a shop's prints have. */
  private note({ prints }: ShopModel): void {
    for (const one of prints)
      if (one.content !== null) this.states.set(`${keyOf(one)} ${one.print.updatedAt}`, stateOf(one.print));
  }

  /** Nothing is there twice, has become older, or is otherwise than its shop had it. */
  private async look(): Promise<void> {
    const rows = await this.rows();
    expect(new Set(rows.map(keyOfRow)).size).toBe(rows.length);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const row of rows) {
      const key = keyOfRow(row);
      const before = this.seen.get(key) ?? 0;
      const now = row.removedAt === null ? ageOf(row) : Number.POSITIVE_INFINITY;
      expect(now).toBeGreaterThanOrEqual(before);
      this.seen.set(key, now);
    }
  }

  async rows(): Promise<PostgresPrintRow[]> {
    return readPrintRows(tested.database, this.workspaceId, sql`TRUE`);
  }

  /** What all shops have, the archive has, as new as it is there; what is erased in one place is erased in the other. */
  async compare(): Promise<{
    readonly missing: number;
    readonly differing: number;
    readonly inArchive: number;
  }> {
    const rows = new Map((await this.rows()).map((row) => [keyOfRow(row), row]));
    let [missing, differing] = [0, 0];
    for (const one of this.shops.flatMap(({ prints }) => prints)) {
      const row = rows.get(keyOf(one));
      if (one.print.removal !== null) differing += row === undefined || row.removedAt !== null ? 0 : 1;
      else if (row === undefined) missing++;
      else if (row.removedAt !== null || ageOf(row) < ageOf(one.print)) differing++;
    }
    for (const row of rows.values())
      if (row.removedAt === null) differing += (await this.isAsAShopHadIt(row)) ? 0 : 1;
    return { missing, differing, inArchive: rows.size };
  }

  private async isAsAShopHadIt(row: PostgresPrintRow): Promise<boolean> {
    const { contents } = instances[1] as PrintsOfShops;
    const stored = await contents.read(this.workspaceId, row.sha256);
    // Throws where the bytes are not those of the hash.
    if (stored === null || decodeContent(row.id, stored).byteLength !== row.byteLength) return false;
    return this.states.get(`${keyOfRow(row)} ${row.updatedAt}`) === stateOf(row);
  }

  /** How many orders are not obeyed, and prints wanted that a shop has: what it has lost is wanted for ever. */
  async waiting(): Promise<number> {
    const rows = (table: string) =>
      tested.database.all<Pick<PostgresPrintRow, "ordinal" | "fingerprint">>(
        sql`SELECT ordinal, fingerprint FROM ${sql.raw(table)} WHERE workspace_id = ${this.workspaceId}`,
      );
    const had = new Set(this.shops.flatMap(({ prints }) => prints).map(keyOf));
    const wanted = (await rows("wanted_print")).filter((print) => had.has(keyOfRow(print)));
    return wanted.length + (await rows("erasure_order")).length;
  }
}

/** Which of two states of a print is the later one: times that were put right come after all others. */
function ageOf({
  identifiedAt,
  updatedAt,
}: {
  readonly identifiedAt?: number | null;
  readonly updatedAt: number;
}) {
  return updatedAt + (identifiedAt == null ? 0 : Number.MAX_SAFE_INTEGER / 2);
}

/** @throws any other error */
function isConflict(error: unknown): false {
  if (error instanceof TillrollError && error.code === "CONFLICT") return false;
  throw error;
}

function keyOf({ print, fingerprint }: ModelPrint): string {
  return `${print.ordinal} ${fingerprint}`;
}

function keyOfRow({ ordinal, fingerprint }: Pick<PostgresPrintRow, "ordinal" | "fingerprint">): string {
  return `${ordinal} ${new Uint8Array(fingerprint).toHex()}`;
}

function stateOf(
  print: Pick<PostgresPrintRow, "label" | "tag" | "printKey" | "deletedAt" | "createdAt">,
): string {
  return JSON.stringify([print.label, print.tag, print.printKey, print.deletedAt, print.createdAt]);
}

describe("what shops send", () => {
  test.each([1, 2])("is all there, once, whatever the link does (%d)", async (n) => {
    const shipping = await Shipping.begin(SEED + n);
    shipping.link.faultRate = 0.4;
    await shipping.work(30);
    await shipping.finish();
    expect(await shipping.compare()).toMatchObject({ missing: 0, differing: 0 });
    expect(await shipping.waiting()).toBe(0);
    // Nobody took a request that came late for a restored database.
    expect(shipping.shops[0]?.rewinds).toBe(0);
    expect(shipping.link.lost).toBeGreaterThan(5);
  });

  test.each([1, 2])("is never older than it was, though shops are restored (%d)", async (n) => {
    const shipping = await Shipping.begin(SEED + 100 + n);
    shipping.link.faultRate = 0.3;
    const [shop] = shipping.shops as [ShopModel];
    for (let restores = 0; restores < 4; restores++) {
      await shipping.work(6);
      const disk = shop.backup();
      await shipping.work(6);
      shop.restart(shipping.nextRun(), disk);
    }
    await shipping.work(6);
    await shipping.finish();
    const { missing, differing, inArchive } = await shipping.compare();
    expect({ missing, differing }).toEqual({ missing: 0, differing: 0 });
    expect(await shipping.waiting()).toBe(0);
    expect(shop.rewinds).toBeGreaterThan(0);
    // Of what the shop has lost, the archive has what had come.
    expect(inArchive).toBeGreaterThan(shop.prints.length);
  });

  test.each([1, 2])("is there once of shops that were cloned (%d)", async (n) => {
    const shipping = await Shipping.begin(SEED + 200 + n);
    shipping.link.faultRate = 0.2;
    await shipping.work(10);
    const [shop] = shipping.shops as [ShopModel];
    shipping.shops.push(shop.clone(shipping.nextRun()));
    await shipping.work(10);
    await shipping.finish();
    expect(await shipping.compare()).toMatchObject({ missing: 0, differing: 0 });
  });
});

test("a workspace that is enrolled late keeps the prints that it has", async () => {
  const shipping = await Shipping.begin(SEED);
  await enrol(tested.database, { workspaceId: shipping.workspaceId }, act());
  await shipping.work(3);
  await shipping.finish();
  expect(await shipping.compare()).toMatchObject({ missing: 0, differing: 0 });
});
