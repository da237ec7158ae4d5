import { sql } from "drizzle-orm";
import type { AuditActor } from "../../audit/audit-entry.ts";
import type { ChangeDetails, PrintChange } from "../../audit/print-change.ts";
import { HISTORY_LIMITS } from "../../domain/limits.ts";
import { detailsText } from "../print-history.ts";
import type { HistoryReading } from "../ports/prints.ts";
import { columnsFor } from "./columns.ts";
import type { Statements } from "./connection.ts";
import { workspaceOfPrint } from "./print-insert.ts";

interface ChangeRow extends Pick<PrintChange, "kind" | "at" | "number"> {
  readonly actor: string | null;
  readonly details: string | null;
}

/** What somebody did to a print. */
export interface NotedChange extends Pick<PrintChange, "kind" | "at" | "actor"> {
  readonly printId: number;
  readonly details?: ChangeDetails;
}

const COLUMNS = columnsFor(["number", "at", "kind", "actor", "details"]);

/**
 * Notes what somebody did to a print, inside the transaction in which it is done and that holds the print's row.
 * @returns the particulars as they are stored
 */
export async function noteHistory(
  transaction: Statements,
  { printId, kind, at, actor, details = {} }: NotedChange,
): Promise<string | null> {
  const workspaceId = workspaceOfPrint(printId);
  const ofPrint = sql`workspace_id = ${workspaceId} AND print_id = ${printId}`;
  const text = detailsText(details);
  const who = actor && JSON.stringify(actor);
  const added = await transaction.first<{ number: number }>(
    sql`INSERT INTO print_change (workspace_id, print_id, number, at, kind, actor, details)
      SELECT ${workspaceId}::bigint, ${printId}::bigint, coalesce(max(number), 0) + 1, ${at}::bigint, ${kind}::text,
        ${who}::text, ${text}::text FROM print_change WHERE ${ofPrint} RETURNING number`,
  );
  const forgotten = (added?.number ?? 0) - HISTORY_LIMITS.changes;
  if (forgotten > 0)
    await transaction.run(sql`DELETE FROM print_change WHERE ${ofPrint} AND number <= ${forgotten}`);
  return text;
}

/** Forgets what was done to a print: it is removed for good. */
export async function forgetHistory(transaction: Statements, printId: number): Promise<void> {
  await transaction.run(
    sql`DELETE FROM print_change WHERE workspace_id = ${workspaceOfPrint(printId)} AND print_id = ${printId}`,
  );
}

/** Reads what was done to the prints of an archive. */
export class PostgresHistory implements HistoryReading {
  constructor(private readonly database: Statements) {}

  async list(printId: number): Promise<PrintChange[]> {
    const rows = await this.database.all<ChangeRow>(
      sql`SELECT ${COLUMNS} FROM print_change WHERE workspace_id = ${workspaceOfPrint(printId)}
        AND print_id = ${printId} ORDER BY number DESC`,
    );
    return rows.map(({ actor, details, ...row }) => ({
      ...row,
      actor: actor === null ? null : (JSON.parse(actor) as AuditActor),
      details: details === null ? {} : (JSON.parse(details) as ChangeDetails),
      // Rules are the shops'.
      filling: {},
    }));
  }
}
