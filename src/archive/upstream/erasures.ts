import { sql } from "drizzle-orm";
import type { Statements } from "../../storage/postgres/connection.ts";
import { numberIn } from "../../storage/postgres/number-array.ts";
import type { WriteHandlers } from "../../storage/postgres/write-handlers.ts";

/** The same handlers, with orders for the shops whose prints are erased by them. */
export function orderingErasures(handlers: WriteHandlers): WriteHandlers {
  const { remove } = handlers.single;
  if (remove === undefined) return handlers;
  return {
    ...handlers,
    single: {
      ...handlers.single,
      remove: async (transaction, operation, now) => {
        const result = await remove(transaction, operation, now);
        const { how, workspaceId, printIds, reason } = operation;
        if (how === "erased") await orderErasures(transaction, workspaceId, printIds, reason, now);
        return result;
      },
    },
  };
}

/** Has the shop of a workspace, where it is one's, erase prints that were erased here. */
async function orderErasures(
  transaction: Statements,
  workspaceId: number,
  printIds: readonly number[],
  reason: string,
  now: number,
): Promise<void> {
  await transaction.run(
    sql`INSERT INTO erasure_order (workspace_id, ordinal, fingerprint, created_at, reason, at)
      SELECT print.workspace_id, ordinal, fingerprint, coalesce(identified_at, print.created_at), ${reason}::text, ${now}::bigint
      FROM print JOIN shop ON shop.workspace_id = print.workspace_id
      WHERE print.workspace_id = ${workspaceId} AND ${numberIn("id", printIds)} AND removed_at IS NOT NULL ON CONFLICT DO NOTHING`,
  );
}
