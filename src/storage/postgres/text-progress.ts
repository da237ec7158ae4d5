import { sql } from "drizzle-orm";
import type { Print } from "../../domain/print.ts";
import type { SettledCharset } from "../../escpos/text/charset.ts";
import type { Statements } from "./connection.ts";
import { positionOf } from "./print-insert.ts";

/** Keeps others from storing the texts of a workspace's prints, or taking them away, until the transaction ends. */
export async function lockTexts(transaction: Statements, workspaceId: number): Promise<void> {
  await transaction.run(
    sql`INSERT INTO text_progress (workspace_id, next_position, settled_position, version, holder, held_until)
      VALUES (${workspaceId}, 0, 0, 0, '', 0)
      ON CONFLICT (workspace_id) DO UPDATE SET holder = text_progress.holder`,
  );
}

/**
 * How many prints of a workspace have no text yet: searches for text do not find them.
 * @param statements a snapshot, where it is to agree with what else is read
 */
export async function countTextPending(statements: Statements, workspaceId: number): Promise<number> {
  const row = await statements.first<{ readonly pending: number }>(
    sql`SELECT workspace.next_ordinal - coalesce(next_position, 0) AS pending FROM workspace
      LEFT JOIN text_progress ON text_progress.workspace_id = workspace.id WHERE workspace.id = ${workspaceId}`,
  );
  return Math.max(row?.pending ?? 0, 0);
}

/** What the earlier prints of a print's device were read as; `null` where that is not known, or did not decide. */
export async function readEarlierCharset(
  statements: Statements,
  { workspaceId, id, deviceId }: Pick<Print, "workspaceId" | "id" | "deviceId">,
): Promise<SettledCharset | null> {
  const progress = sql`SELECT settled_position FROM text_progress WHERE workspace_id = ${workspaceId}`;
  const row = await statements.first<{ readonly charset: SettledCharset | null }>(
    sql`SELECT CASE WHEN ${positionOf(workspaceId, id)}::bigint < coalesce((${progress}), 0)
      THEN (SELECT charset FROM print_text WHERE workspace_id = ${workspaceId} AND print_id = ${id})
      ELSE (SELECT charset FROM device_charset WHERE workspace_id = ${workspaceId} AND device_id = ${deviceId}) END AS charset`,
  );
  return row?.charset ?? null;
}
