import type { Database, SQLQueryBindings } from "bun:sqlite";
import type { AuditEntry, AuditFilter, AuditNote } from "../audit/audit-entry.ts";
import { AUDIT_STEP_ENTRIES, auditEntryOf, auditExpired, type AuditRow, auditRowOf } from "./audit-row.ts";

/** A change of the audit log, as data: it goes to the writer's Worker. */
export type AuditChange =
  | { readonly do: "add"; readonly note: AuditNote }
  /** Removes entries of before a time, some at a time; the result is how many there were. */
  | { readonly do: "expire"; readonly before: number };

/** Before every time. */
const EARLIEST = Number.MIN_SAFE_INTEGER;

const INSERT =
  "INSERT INTO audit (at, act, actor_kind, actor_id, actor_name, address, request_id, workspace_id, subject, details) " +
  "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

const SELECT =
  "SELECT id, at, act, actor_kind AS actorKind, actor_id AS actorId, actor_name AS actorName, address, " +
  "request_id AS requestId, workspace_id AS workspaceId, subject, details FROM audit";

/** Adds to the audit log, and reads it. Nothing of it can be changed. */
export class AuditStore {
  constructor(private readonly database: Database) {}

  /** Adds an entry. @param id what stands for a subject that is `null`; the id that the operation gave */
  add(note: AuditNote, now: number, id = 0): void {
    const row = auditRowOf(note, now, id);
    const { at, act, actorKind, actorId, actorName, address, requestId } = row;
    const values = [at, act, actorKind, actorId, actorName, address, requestId, row.workspaceId, row.subject];
    this.database.query<unknown, SQLQueryBindings[]>(INSERT).run(...values, row.details);
  }

  /** Makes a change. @returns how many entries were removed */
  apply(change: AuditChange, now: number): number {
    if (change.do === "expire") return this.expire(change.before, now);
    this.add(change.note, now);
    return 0;
  }

  /** The entries that a filter asks for, the newest first. */
  list(filter: AuditFilter): AuditEntry[] {
    const { since, until, act, actor, subject, workspaceId, before, limit } = filter;
    const conditions: string[] = [];
    const values: SQLQueryBindings[] = [];
    const where = (condition: string, ...given: (SQLQueryBindings | null)[]) => {
      if (given.includes(null)) return;
      conditions.push(condition);
      values.push(...given);
    };
    where("act = ?", act);
    where("actor_id = ?", actor);
    where("subject = ?", subject);
    where("workspace_id = ?", workspaceId);
    // Always there: the entries are walked through as their index has them.
    where("at >= ?", since ?? EARLIEST);
    where("at < ?", until);
    where("(at, id) < (?, ?)", before?.at ?? null, before?.id ?? null);
    const select = `${SELECT} WHERE ${conditions.join(" AND ")} ORDER BY at DESC, id DESC LIMIT ?`;
    return this.database
      .query<AuditRow & { readonly id: number }, SQLQueryBindings[]>(select)
      .all(...values, limit)
      .map(auditEntryOf);
  }

  /** Removes some entries of before a time, and enters that. @returns how many */
  private expire(before: number, now: number): number {
    const remove = "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ? ORDER BY at LIMIT ?)";
    const { changes } = this.database
      .query<unknown, [number, number]>(remove)
      .run(before, AUDIT_STEP_ENTRIES);
    if (changes > 0) this.add(auditExpired(changes, before), now);
    return changes;
  }
}
