import { type SQL, sql } from "drizzle-orm";
import type { AuditEntry, AuditFilter, AuditNote } from "../../audit/audit-entry.ts";
import { AUDIT_STEP_ENTRIES, auditEntryOf, auditExpired, type AuditRow, auditRowOf } from "../audit-row.ts";
import type { AuditChange } from "../audit-store.ts";
import type { AuditReading } from "../ports/settings.ts";
import { columnsFor, insertOf } from "./columns.ts";
import type { Statements } from "./connection.ts";

const FIELDS = [
  "at",
  "act",
  "actorKind",
  "actorId",
  "actorName",
  "address",
  "requestId",
  "workspaceId",
  "subject",
  "details",
] as const satisfies readonly (keyof AuditRow)[];

/** Ids of a millisecond: entries of several instances are told apart by a random part. */
const IDS_PER_MILLISECOND = 1024;

/** The last id that this process gave: its entries are in the order in which they were made. */
let lastId = 0;

/** Enters an act in the audit log, in the transaction of the act. @param id what stands for a subject that is `null` */
export async function addAuditEntry(
  transaction: Statements,
  note: AuditNote,
  now: number,
  id = 0,
): Promise<void> {
  const row = auditRowOf(note, now, id);
  for (;;) {
    const random = Math.floor(Math.random() * IDS_PER_MILLISECOND);
    lastId = Math.max(lastId + 1, now * IDS_PER_MILLISECOND + random);
    const insert = insertOf("audit", { id: lastId, ...row });
    // Another instance may have made the same one.
    if ((await transaction.run(sql`${insert} ON CONFLICT (id) DO NOTHING`)) > 0) return;
  }
}

/** Makes a change of the audit log. @returns how many entries were removed */
export async function changeAuditLog(
  transaction: Statements,
  change: AuditChange,
  now: number,
): Promise<number> {
  if (change.do === "add") {
    await addAuditEntry(transaction, change.note, now);
    return 0;
  }
  const old = sql`SELECT id FROM audit WHERE at < ${change.before} ORDER BY at, id LIMIT ${AUDIT_STEP_ENTRIES}`;
  const removed = await transaction.run(sql`DELETE FROM audit WHERE id IN (${old})`);
  if (removed > 0) await addAuditEntry(transaction, auditExpired(removed, change.before), now);
  return removed;
}

/** Reads the audit log of an archive. */
export class PostgresAudit implements AuditReading {
  constructor(private readonly database: Statements) {}

  async list(filter: AuditFilter): Promise<AuditEntry[]> {
    const { limit } = filter;
    const where = sql.join(conditionsOf(filter), sql` AND `);
    const rows = await this.database.all<AuditRow & { readonly id: number }>(
      sql`SELECT id, ${columnsFor(FIELDS)} FROM audit WHERE ${where} ORDER BY at DESC, id DESC LIMIT ${limit}`,
    );
    return rows.map(auditEntryOf);
  }
}

function conditionsOf(filter: AuditFilter): SQL[] {
  const { since, until, act, actor, subject, workspaceId, before } = filter;
  const conditions = [sql`TRUE`];
  const where = (condition: SQL, value: unknown) => {
    if (value !== null) conditions.push(condition);
  };
  where(sql`act = ${act}`, act);
  where(sql`actor_id = ${actor}`, actor);
  where(sql`subject = ${subject}`, subject);
  where(sql`workspace_id = ${workspaceId}`, workspaceId);
  where(sql`at >= ${since}`, since);
  where(sql`at < ${until}`, until);
  if (before !== null) conditions.push(sql`(at < ${before.at} OR (at = ${before.at} AND id < ${before.id}))`);
  return conditions;
}
