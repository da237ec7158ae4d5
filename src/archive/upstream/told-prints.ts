import { sql } from "drizzle-orm";
import type { Statements } from "../../storage/postgres/connection.ts";
import { numberIn } from "../../storage/postgres/number-array.ts";
import { insertRows } from "../../storage/postgres/recordset.ts";
import { fingerprintOfTime } from "../../storage/print-identity.ts";
import type { ErasureOrder, PrintIdentity, WantedPrint } from "../../contract/upstream-messages.ts";
import { SHOP_LIMITS } from "../../domain/shop-limits.ts";

/**
 * What a shop is told of prints with each answer: the oldest orders, and the prints that are wanted since last. A shop that was
 * restored has lost some of those for ever, and they must not keep others from being told.
 */
export interface ToldPrints {
  readonly orders: readonly ErasureOrder[];
  readonly wanted: readonly WantedPrint[];
}

/** A print of an order: its `createdAt` is what its fingerprint is of. Epoch milliseconds. */
export type OrderedPrint = Pick<ErasureOrder, keyof PrintIdentity | "createdAt">;

/** A print that its shop has erased before it came: nobody here knows of which bytes it was. */
export type EarlyErasure = Pick<OrderedPrint, "ordinal" | "createdAt">;

type Row<Told> = Omit<Told, "fingerprint"> & { readonly fingerprint: Uint8Array };

/** Reads what a shop is to be told. */
export async function readToldPrints(statements: Statements, workspaceId: number): Promise<ToldPrints> {
  const most = SHOP_LIMITS.toldPrints;
  const orders = await statements.all<Row<ErasureOrder>>(
    sql`SELECT ordinal, fingerprint, created_at AS "createdAt", reason FROM erasure_order
      WHERE workspace_id = ${workspaceId} ORDER BY at, ordinal, fingerprint LIMIT ${most}`,
  );
  const wanted = await statements.all<Row<WantedPrint>>(
    sql`SELECT ordinal, fingerprint, why FROM wanted_print
      WHERE workspace_id = ${workspaceId} ORDER BY at DESC, ordinal, fingerprint LIMIT ${most}`,
  );
  return { orders: orders.map(inWords), wanted: wanted.map(inWords) };
}

/** Why the order that a restored shop is given says what it says. */
export const ERASED_BEFORE = "It was erased before.";

/** Has a shop erase prints that were erased here; those of an archive's own workspace have no other place. */
export async function orderErasure(
  transaction: Statements,
  workspaceId: number,
  prints: readonly OrderedPrint[],
  reason: string,
  now: number,
): Promise<void> {
  if (prints.length === 0) return;
  const orders = prints.map(({ ordinal, fingerprint, createdAt }) => ({
    workspace_id: workspaceId,
    ordinal,
    fingerprint: Uint8Array.fromHex(fingerprint),
    created_at: createdAt,
    reason,
    at: now,
  }));
  await transaction.run(
    sql`${insertRows("erasure_order", orders)} WHERE workspace_id IN (SELECT workspace_id FROM shop) ON CONFLICT DO NOTHING`,
  );
}

/** Has a shop erase all that was ever erased of its prints: one that was restored has them again. */
export async function orderAllErasures(
  transaction: Statements,
  workspaceId: number,
  now: number,
): Promise<void> {
  await transaction.run(
    sql`INSERT INTO erasure_order (workspace_id, ordinal, fingerprint, created_at, reason, at)
      SELECT workspace_id, ordinal, fingerprint, coalesce(identified_at, created_at), coalesce(removal::json ->> 'reason', ''), ${now}::bigint
      FROM print WHERE workspace_id = ${workspaceId} AND removed_at IS NOT NULL ON CONFLICT DO NOTHING`,
  );
  let last: EarlyErasure | undefined = { ordinal: -1, createdAt: 0 };
  while (last !== undefined) {
    const some: EarlyErasure[] = await transaction.all<EarlyErasure>(
      sql`SELECT ordinal, created_at AS "createdAt" FROM early_erasure
        WHERE workspace_id = ${workspaceId} AND (ordinal, created_at) > (${last.ordinal}::bigint, ${last.createdAt}::bigint)
        ORDER BY ordinal, created_at LIMIT ${SHOP_LIMITS.earlyErasuresAtOnce}`,
    );
    const early = some.map((print) => ({
      ...print,
      fingerprint: fingerprintOfTime(print.createdAt).toHex(),
    }));
    await orderErasure(transaction, workspaceId, early, ERASED_BEFORE, now);
    last = some.at(-1);
  }
}

/** Prints that a shop has erased before they came: those that have one of some ordinals. */
export function readEarlyErasures(
  statements: Statements,
  workspaceId: number,
  ordinals: readonly number[],
): Promise<EarlyErasure[]> {
  return statements.all(
    sql`SELECT ordinal, created_at AS "createdAt" FROM early_erasure
      WHERE workspace_id = ${workspaceId} AND ${numberIn("ordinal", ordinals)}`,
  );
}

/** Forgets orders that a shop has obeyed. */
export function forgetOrders(
  transaction: Statements,
  workspaceId: number,
  prints: readonly PrintIdentity[],
): Promise<void> {
  return forget(transaction, "erasure_order", workspaceId, prints);
}

/** Notes prints that could not be taken. */
export async function noteWanted(
  transaction: Statements,
  workspaceId: number,
  prints: readonly (WantedPrint & OrderedPrint)[],
  now: number,
): Promise<void> {
  for (const { ordinal, fingerprint, createdAt, why } of prints)
    await transaction.run(
      sql`INSERT INTO wanted_print (workspace_id, ordinal, fingerprint, created_at, why, at)
        VALUES (${workspaceId}, ${ordinal}, ${Buffer.from(fingerprint, "hex")}, ${createdAt}, ${why}, ${now}) ON CONFLICT DO NOTHING`,
    );
}

/** Forgets that prints were wanted, which came. */
export function forgetWanted(
  transaction: Statements,
  workspaceId: number,
  prints: readonly PrintIdentity[],
): Promise<void> {
  return forget(transaction, "wanted_print", workspaceId, prints);
}

/** Notes that a shop has erased a print before it came: none such is wanted or taken any more. */
export async function noteEarlyErasure(
  transaction: Statements,
  workspaceId: number,
  ordinal: number,
  createdAt: number,
): Promise<void> {
  await transaction.run(
    sql`INSERT INTO early_erasure (workspace_id, ordinal, created_at) VALUES (${workspaceId}, ${ordinal}, ${createdAt})
      ON CONFLICT DO NOTHING`,
  );
  await transaction.run(
    sql`DELETE FROM wanted_print
      WHERE workspace_id = ${workspaceId} AND ordinal = ${ordinal} AND created_at = ${createdAt}`,
  );
}

async function forget(
  transaction: Statements,
  table: string,
  workspaceId: number,
  prints: readonly PrintIdentity[],
): Promise<void> {
  if (prints.length === 0) return;
  const ordinals = prints.map(({ ordinal }) => ordinal);
  // Nearly always there are none: it would be asked for each print of each batch.
  const there = await transaction.all<Row<PrintIdentity>>(
    sql`SELECT ordinal, fingerprint FROM ${sql.raw(table)}
      WHERE workspace_id = ${workspaceId} AND ${numberIn("ordinal", ordinals)}`,
  );
  const keys = new Set(prints.map(keyOf));
  for (const { ordinal, fingerprint } of there.filter((print) => keys.has(keyOf(inWords(print)))))
    await transaction.run(
      sql`DELETE FROM ${sql.raw(table)}
        WHERE workspace_id = ${workspaceId} AND ordinal = ${ordinal} AND fingerprint = ${fingerprint}`,
    );
}

/** A print's identity as one text. */
export function keyOf({ ordinal, fingerprint }: PrintIdentity): string {
  return `${ordinal} ${fingerprint}`;
}

function inWords<Told extends { readonly fingerprint: Uint8Array }>(row: Told) {
  return { ...row, fingerprint: new Uint8Array(row.fingerprint).toHex() };
}
