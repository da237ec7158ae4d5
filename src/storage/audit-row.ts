import type { AuditAct } from "../audit/acts.ts";
import {
  audit,
  type AuditActorKind,
  type AuditDetails,
  type AuditEntry,
  type AuditNote,
  systemActor,
} from "../audit/audit-entry.ts";

/** An entry of the audit log as databases keep it. */
export interface AuditRow {
  readonly at: number;
  readonly act: AuditAct;
  readonly actorKind: AuditActorKind;
  readonly actorId: string;
  readonly actorName: string;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly workspaceId: number | null;
  readonly subject: string;
  /** JSON. */
  readonly details: string;
}

/** Entries removed in one step: each goes into a transaction with others. */
export const AUDIT_STEP_ENTRIES = 1000;

/** An entry as it is kept. @param id what stands for a subject that is `null`; the id that the operation gave */
export function auditRowOf(note: AuditNote, at: number, id: number): AuditRow {
  const { actor, act, subject, details, workspaceId } = note;
  return {
    at,
    act,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    address: actor.address,
    requestId: actor.requestId,
    workspaceId,
    subject: subject ?? String(id),
    details: JSON.stringify(details),
  };
}

/** An entry, of how it is kept. */
export function auditEntryOf({
  actorKind,
  actorId,
  actorName,
  address,
  requestId,
  details,
  ...row
}: AuditRow & { readonly id: number }): AuditEntry {
  return {
    ...row,
    actor: { kind: actorKind, id: actorId, name: actorName, address, requestId },
    details: JSON.parse(details) as AuditDetails,
  };
}

/** What is entered where old entries were removed. */
export function auditExpired(entries: number, before: number): AuditNote {
  const details = { entries, before: new Date(before).toISOString() };
  return audit(systemActor("audit"), "audit.expired", "audit", details);
}
