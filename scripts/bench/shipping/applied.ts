import { sql } from "drizzle-orm";
import { takeBatch } from "../../../src/archive/upstream/batch.ts";
import { TextIndexer } from "../../../src/archive/text/text-indexer.ts";
import { SHOP_LIMITS } from "../../../src/domain/shop-limits.ts";
import { DatabaseContentStore } from "../../../src/storage/postgres/content-store.ts";
import { joined, makeWorkspace, shopOf } from "../../../test/archive/archive-shops.ts";
import { testDatabase } from "../../../test/postgres/test-database.ts";
import type { SentPrints } from "./sent-shop.ts";

/** How many prints a second an instance takes, milliseconds. */
export interface Applied {
  /** Until all were applied, nothing else being done. */
  readonly applied: number;
  /** Until the texts of all were written, that being begun once all were applied. */
  readonly read: number;
  /** Until the texts of all were written, that being done beside. */
  readonly both: number;
}

/** Applies what shops have sent, as one instance does, on a database of its own. @returns prints a second */
export async function appliedPrints(shops: readonly SentPrints[]): Promise<Applied> {
  const prints = shops.reduce((sum, shop) => sum + shop.prints, 0);
  const alone = await measure(shops, "after");
  const both = await measure(shops, "beside");
  const perSecond = (milliseconds: number) => (prints / milliseconds) * 1000;
  return { applied: perSecond(alone.applied), read: perSecond(alone.read), both: perSecond(both.read) };
}

async function measure(shops: readonly SentPrints[], reading: "after" | "beside") {
  await using tested = await testDatabase();
  const { database } = tested;
  const contents = new DatabaseContentStore(database);
  const archive = { database, contents, userId: 1 };
  const queues = await Promise.all(
    shops.map(async ({ batches }, index) => {
      const id = index + 1;
      await makeWorkspace(database, id, `shop-${id}`);
      return { shop: await shopOf(database, await joined(database, id, "instance-1")), batches };
    }),
  );
  const failure = Promise.withResolvers<never>();
  const indexer = new TextIndexer({ database, contents, onError: failure.reject });
  try {
    const began = performance.now();
    if (reading === "beside") indexer.start();
    const lane = async () => {
      for (let next = queues.shift(); next !== undefined; next = queues.shift())
        for (const packed of next.batches) {
          await takeBatch(archive, next.shop, packed, Date.now());
          if (reading === "beside") indexer.wake();
        }
    };
    await Promise.all(Array.from({ length: SHOP_LIMITS.batchesAtOnce }, lane));
    const applied = performance.now() - began;
    const begunReading = reading === "after" ? performance.now() : began;
    if (reading === "after") indexer.start();
    while ((await Promise.race([failure.promise, unread(database)])) > 0) await Bun.sleep(20);
    return { applied, read: performance.now() - begunReading };
  } finally {
    await indexer.close();
  }
}

async function unread(database: Parameters<typeof makeWorkspace>[0]): Promise<number> {
  const row = await database.first<{ n: number }>(
    sql`SELECT count(*) AS n FROM workspace LEFT JOIN text_progress ON workspace_id = id
      WHERE next_ordinal > coalesce(next_position, 0)`,
  );
  return row?.n ?? 0;
}
