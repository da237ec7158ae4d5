import { sql } from "drizzle-orm";
import { hashSecret } from "../../domain/token.ts";
import type { PostgresDatabase, Statements } from "../../storage/postgres/connection.ts";
import type { KnownShop } from "../../storage/ports/shops.ts";
import { BATCH_LIMITS, type Hello, type HelloAnswer } from "../../contract/upstream-messages.ts";
import { isCloned, NOBODY_SEEN, noteRun, type RunWatch } from "./run-watch.ts";
import { keySecretOf, writeShopKey } from "../../domain/shop-key.ts";
import { lockKnownShop, type ShopRow, updateShop } from "./shop-row.ts";
import { forgetOrders, readToldPrints } from "./told-prints.ts";

/**
 * Notes how a shop is, and tells it where to go on. The first hello with a new key makes it the one in use, and spends the code
 * that it was given for.
 * @param now epoch milliseconds
 * @throws TillrollError UNAUTHORIZED
 */
export function hello(
  database: PostgresDatabase,
  shop: KnownShop,
  said: Hello,
  now: number,
): Promise<HelloAnswer> {
  const { workspaceId, key } = shop;
  return database.write(workspaceId, async (transaction) => {
    const row = await lockKnownShop(transaction, shop);
    if (row.rank === "next") await takeNextKey(transaction, row);
    const nextKey = row.rank === "current" ? await giveNextKey(transaction, row, key.secret) : null;
    const watch = await noteState(transaction, row, said, now);
    if (said.nonce === row.nonce) await forgetOrders(transaction, workspaceId, said.obeyed);
    const workspace = await transaction.first<{ slug: string }>(
      sql`SELECT slug FROM workspace WHERE id = ${workspaceId}`,
    );
    return {
      nextOrdinal: row.nextOrdinal,
      nextChange: row.nextChange,
      nonce: row.nonce,
      workspace: workspace?.slug ?? "",
      limits: { batchBytes: BATCH_LIMITS.bytes, bytesPerSecond: null },
      isCloned: isCloned(watch, now),
      ...(await readToldPrints(transaction, workspaceId)),
      ...(nextKey !== null && { nextKey }),
    };
  });
}

async function takeNextKey(transaction: Statements, { workspaceId, nextKeyId }: ShopRow): Promise<void> {
  await updateShop(
    transaction,
    workspaceId,
    sql`key_id = next_key_id, key_hash = next_key_hash, next_key_id = NULL, next_key_salt = NULL, next_key_hash = NULL`,
  );
  await transaction.run(
    sql`DELETE FROM enrolment WHERE workspace_id = ${workspaceId} AND key_id = ${nextKeyId}`,
  );
}

/** The key that was asked to take the place of the one in use; the same at each hello. */
async function giveNextKey(
  transaction: Statements,
  { workspaceId, nextKeyId, nextKeySalt }: ShopRow,
  secret: string,
): Promise<string | null> {
  // A key that a code was exchanged for has no salt here: who has the code is given it.
  if (nextKeyId === null || nextKeySalt === null) return null;
  const next = { id: nextKeyId, secret: keySecretOf(nextKeySalt, secret) };
  await updateShop(transaction, workspaceId, sql`next_key_hash = ${hashSecret(next.secret)}`);
  return writeShopKey(next);
}

async function noteState(
  transaction: Statements,
  row: ShopRow & { readonly rank: "current" | "next" },
  said: Hello,
  now: number,
): Promise<RunWatch> {
  const known: RunWatch = {
    runs: JSON.parse(row.runs) as string[],
    returns: row.runReturns,
    returnedAt: row.returnedAt,
  };
  // A key that a code was exchanged for only one of them has.
  const before = row.rank === "next" && row.nextKeySalt === null ? NOBODY_SEEN : known;
  const watch = noteRun(before, `${said.instance} ${said.run}`, now);
  const { runs, returns, returnedAt } = watch;
  await updateShop(
    transaction,
    row.workspaceId,
    sql`instance = ${said.instance}, last_seen = ${now}, skew_ms = ${said.now - now}, backlog = ${said.backlog},
      version = ${said.version}, troubles = ${JSON.stringify(said.troubles)}, runs = ${JSON.stringify(runs)},
      run_returns = ${returns}, returned_at = ${returnedAt}`,
  );
  return watch;
}
