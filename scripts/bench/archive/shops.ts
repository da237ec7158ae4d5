import { sql } from "drizzle-orm";
import { sha256 } from "../../../src/journal/hash.ts";
import type { PostgresDatabase } from "../../../src/storage/postgres/connection.ts";
import { recount } from "../../../src/storage/postgres/print-counts.ts";
import { insertPrints, printIdOf } from "../../../src/storage/postgres/print-insert.ts";
import { Chain } from "../data/chain.ts";

/** The part of all prints that the one large shop has. */
const LARGE_PART = 0.1;

/** Prints of a small shop, at most. */
const SMALL_PRINTS = 2500;

/** Prints that are stored in one transaction. */
const TOGETHER = 2000;

/** Connections that store at once. */
const AT_ONCE = 3;

/** A shop of the chain, with its prints. */
export interface Shop {
  readonly id: number;
  readonly slug: string;
  readonly prints: Chain;
}

/** The shops of a chain: a large one first, and small ones that have the rest. */
export function shopsOf(prints: number): Shop[] {
  const large = Math.floor(prints * LARGE_PART);
  const small = Math.ceil((prints - large) / SMALL_PRINTS);
  return Array.from({ length: small + 1 }, (_, index) => {
    const id = index + 1;
    const length = index === 0 ? large : Math.floor((prints - large) / small);
    const place = { workspaceId: id, userId: 1, seed: id, idOf: (ordinal: number) => printIdOf(id, ordinal) };
    return { id, slug: `shop-${id}`, prints: new Chain(length, place) };
  });
}

/** Stores all prints of shops, without their bytes, which no search reads. */
export async function fillArchive(
  database: PostgresDatabase,
  shops: readonly Shop[],
  onProgress: (line: string) => void,
): Promise<void> {
  let stored = 0;
  const pieces = piecesOf(shops);
  const hash = sha256(new Uint8Array());
  const fill = async () => {
    for (const { shop, from, to } of pieces) {
      const prints = Array.from({ length: to - from }, (_, index) => {
        const { tags: _tags, ...print } = shop.prints.at(from + index);
        const paper = { paper: null, defaultWidth: null, content: { sha256: hash, byteLength: 0 } };
        return { ...print, ...paper, receivedAt: print.createdAt };
      });
      await database.write(shop.id, (transaction) => insertPrints(transaction, prints));
      const before = stored;
      stored += prints.length;
      if (Math.floor(stored / 200_000) > Math.floor(before / 200_000)) onProgress(`${stored} prints stored`);
    }
  };
  for (const { id, slug } of shops)
    await database.run(
      sql`INSERT INTO workspace (id, slug, slug_key, settings, created_at) VALUES (${id}, ${slug}, ${slug}, '{}', 0)`,
    );
  await Promise.all(Array.from({ length: AT_ONCE }, fill));
  // What the writer would have counted as they came.
  for (const { id } of shops) await recount(database, id);
}

/** In the order of time, as shops send them. */
function* piecesOf(shops: readonly Shop[]): Generator<{ shop: Shop; from: number; to: number }> {
  for (let from = 0, isLeft = true; isLeft; from += TOGETHER) {
    isLeft = false;
    for (const shop of shops) {
      const to = Math.min(from + TOGETHER, shop.prints.length);
      if (from >= to) continue;
      isLeft = true;
      yield { shop, from, to };
    }
  }
}
