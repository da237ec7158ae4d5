import { sql } from "drizzle-orm";
import { TillrollError } from "../../domain/errors.ts";
import type { PostgresDatabase, Statements } from "../../storage/postgres/connection.ts";
import type { KnownShop } from "../../storage/ports/shops.ts";
import type {
  HasAnswer,
  HasQuestion,
  Rewind,
  RewindAnswer,
  ShipCursor,
} from "../../contract/upstream-messages.ts";
import { lockKnownShop, updateShop } from "./shop-row.ts";
import { orderAllErasures } from "./told-prints.ts";

/** Whether a print of a shop is here, or was. */
export async function has(
  statements: Statements,
  { workspaceId }: KnownShop,
  { ordinal, fingerprint }: HasQuestion,
): Promise<HasAnswer> {
  const found = await statements.first(
    sql`SELECT 1 AS found FROM print WHERE workspace_id = ${workspaceId} AND ordinal = ${ordinal}
      AND fingerprint = ${Buffer.from(fingerprint, "hex")}`,
  );
  return { has: found !== null };
}

/**
 * Sets the cursor of a restored shop to where it goes on. What is wanted stays wanted, though the shop is about to send it again
 * or has lost it: should it be restored once more before it did, nobody would miss the print.
 * @throws TillrollError UNAUTHORIZED, CONFLICT
 */
export function rewind(
  database: PostgresDatabase,
  shop: KnownShop,
  { from, to, nonce }: Rewind,
  now: number,
): Promise<RewindAnswer> {
  const { workspaceId } = shop;
  return database.write(workspaceId, async (transaction) => {
    checkCursor(await lockKnownShop(transaction, shop), from);
    await moveCursor(transaction, workspaceId, to, nonce);
    await orderAllErasures(transaction, workspaceId, now);
    return { nextOrdinal: to.nextOrdinal, nextChange: to.nextChange };
  });
}

/** Makes sure that a shop goes on from where it is. @throws TillrollError CONFLICT with the cursor */
export function checkCursor({ nextOrdinal, nextChange }: ShipCursor, from: ShipCursor): void {
  if (nextOrdinal === from.nextOrdinal && nextChange === from.nextChange) return;
  const message = "The prints of this shop go on elsewhere; say hello.";
  throw new TillrollError("CONFLICT", message, { nextOrdinal, nextChange });
}

/** Moves the cursor of a shop whose row is locked. */
export function moveCursor(
  transaction: Statements,
  workspaceId: number,
  { nextOrdinal, nextChange }: ShipCursor,
  nonce: string,
): Promise<void> {
  return updateShop(
    transaction,
    workspaceId,
    sql`next_ordinal = ${nextOrdinal}, next_change = ${nextChange}, nonce = ${nonce}`,
  );
}
