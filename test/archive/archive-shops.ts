import { sql } from "drizzle-orm";
import { audit, systemActor } from "../../src/audit/audit-entry.ts";
import { enrol, join } from "../../src/archive/enrolment.ts";
import { keyRefused, readShopKey } from "../../src/domain/shop-key.ts";
import { findShop } from "../../src/archive/upstream/shop-row.ts";
import type { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import type { KnownShop, ShopAct } from "../../src/storage/ports/shops.ts";
import type { Hello } from "../../src/contract/upstream-messages.ts";

/** A moment that nothing depends on, epoch milliseconds. */
export const NOON = Date.UTC(2026, 10, 23, 12);

/** An act of a test. */
export function act(now = NOON): ShopAct {
  return { audit: audit(systemActor("service"), "shop.enrolled", "berlin-1"), now };
}

/** Makes a workspace of an archive. */
export async function makeWorkspace(database: PostgresDatabase, id: number, slug: string): Promise<void> {
  await database.run(
    sql`INSERT INTO workspace (id, slug, slug_key, settings, created_at)
      VALUES (${id}, ${slug}, ${slug.toLowerCase()}, '{}', ${NOON})`,
  );
}

/** The shop of a key. @throws TillrollError UNAUTHORIZED */
export async function shopOf(database: PostgresDatabase, text: string): Promise<KnownShop> {
  const key = readShopKey(text);
  const shop = key === null ? null : await findShop(database, key);
  if (shop === null) throw keyRefused();
  return shop;
}

/** Has a shop join a workspace. @returns its key */
export async function joined(
  database: PostgresDatabase,
  workspaceId: number,
  instance: string,
): Promise<string> {
  const { code } = await enrol(database, { workspaceId }, act());
  return (await join(database, { code, instance }, NOON)).key;
}

/** What a shop says that has nothing to tell. */
export function helloOf(said: Partial<Hello> = {}): Hello {
  return {
    instance: "instance-1",
    run: "run-1",
    now: NOON,
    version: "1.0.0",
    backlog: 0,
    troubles: [],
    nonce: null,
    obeyed: [],
    ...said,
  };
}
