import { type SQL, sql } from "drizzle-orm";
import { hashSecret } from "../../domain/token.ts";
import type { Statements } from "../../storage/postgres/connection.ts";
import { numberIn } from "../../storage/postgres/number-array.ts";
import type { KnownShop } from "../../storage/ports/shops.ts";
import type { ShipCursor } from "../../contract/upstream-messages.ts";
import { keyRefused, type ShopKey } from "../../domain/shop-key.ts";

/** A shop as it is stored. Times are epoch milliseconds. */
export interface ShopRow extends ShipCursor {
  readonly workspaceId: number;
  readonly keyId: string | null;
  readonly keyHash: Uint8Array | null;
  readonly nextKeyId: string | null;
  readonly nextKeySalt: Uint8Array | null;
  readonly nextKeyHash: Uint8Array | null;
  readonly revokedAt: number | null;
  readonly nonce: string | null;
  readonly instance: string | null;
  readonly lastSeen: number | null;
  readonly skew: number | null;
  readonly backlog: number | null;
  readonly version: string | null;
  /** JSON of sentences. */
  readonly troubles: string;
  /** JSON of {@link RunWatch}'s runs. */
  readonly runs: string;
  readonly runReturns: number;
  readonly returnedAt: number | null;
  readonly createdAt: number;
}

const COLUMNS = sql.raw(
  'workspace_id AS "workspaceId", key_id AS "keyId", key_hash AS "keyHash", next_key_id AS "nextKeyId", ' +
    'next_key_salt AS "nextKeySalt", next_key_hash AS "nextKeyHash", revoked_at AS "revokedAt", ' +
    'next_ordinal AS "nextOrdinal", next_change AS "nextChange", nonce, instance, last_seen AS "lastSeen", ' +
    'skew_ms AS "skew", backlog, version, troubles, runs, run_returns AS "runReturns", ' +
    'returned_at AS "returnedAt", created_at AS "createdAt"',
);

/** The shop of a key, where it can be used. */
export async function findShop(statements: Statements, key: ShopKey): Promise<KnownShop | null> {
  const rows = await statements.all<ShopRow>(
    sql`SELECT ${COLUMNS} FROM shop WHERE key_id = ${key.id} OR next_key_id = ${key.id}`,
  );
  const row = rows.find((shop) => keyRankOf(shop, key) !== null);
  return row === undefined ? null : { workspaceId: row.workspaceId, key };
}

/** Which of its keys a shop bears; `null` for none that can be used. The secrets are compared in constant time. */
export function keyRankOf(row: ShopRow, { id, secret }: ShopKey): "current" | "next" | null {
  const hash = hashSecret(secret);
  const isOf = (keyId: string | null, keyHash: Uint8Array | null) =>
    keyId === id && keyHash !== null && crypto.timingSafeEqual(keyHash, hash);
  if (isOf(row.keyId, row.keyHash)) return "current";
  return isOf(row.nextKeyId, row.nextKeyHash) ? "next" : null;
}

/** The row of a shop; `null` where the workspace is not one's. */
export function readShop(statements: Statements, workspaceId: number): Promise<ShopRow | null> {
  return statements.first(sql`SELECT ${COLUMNS} FROM shop WHERE workspace_id = ${workspaceId}`);
}

/** Some shops. @param which a condition */
export function readShops(statements: Statements, which: SQL): Promise<ShopRow[]> {
  return statements.all(sql`SELECT ${COLUMNS} FROM shop WHERE ${which}`);
}

/** As {@link readShop}; nobody else changes it before the transaction ends. */
export function lockShop(transaction: Statements, workspaceId: number): Promise<ShopRow | null> {
  return transaction.first(sql`SELECT ${COLUMNS} FROM shop WHERE workspace_id = ${workspaceId} FOR UPDATE`);
}

/** The locked row of who bears a key. @throws TillrollError UNAUTHORIZED where it was revoked meanwhile */
export async function lockKnownShop(
  transaction: Statements,
  { workspaceId, key }: KnownShop,
): Promise<ShopRow & { readonly rank: "current" | "next" }> {
  const row = await lockShop(transaction, workspaceId);
  const rank = row === null ? null : keyRankOf(row, key);
  if (row === null || rank === null) throw keyRefused();
  return { ...row, rank };
}

/** Changes a shop's row. @param values SQL of the assignments */
export async function updateShop(transaction: Statements, workspaceId: number, values: SQL): Promise<void> {
  await transaction.run(sql`UPDATE shop SET ${values} WHERE workspace_id = ${workspaceId}`);
}

/** Those of some workspaces that are shops', by their ids; those of shops whose key was revoked too. */
export async function enrolledAmong(
  statements: Statements,
  workspaceIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await statements.all<{ readonly id: number }>(
    sql`SELECT workspace_id AS id FROM shop WHERE ${numberIn("workspace_id", workspaceIds)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether a workspace is a shop's: then it takes no writes here but erasures. */
export async function isEnrolled(statements: Statements, workspaceId: number): Promise<boolean> {
  const found = sql`SELECT 1 AS found FROM shop WHERE workspace_id = ${workspaceId}`;
  return (await statements.first(found)) !== null;
}
