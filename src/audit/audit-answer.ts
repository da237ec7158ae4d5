import type { AuditEntryAnswer } from "../contract/audit.ts";
import { formatInstant } from "../domain/instant.ts";
import { AUDIT_ACTS } from "./acts.ts";
import type { AuditEntry } from "./audit-entry.ts";

/** An entry as the API and `tillroll audit --json` tell it. */
export function auditAnswer({
  id,
  at,
  actor,
  act,
  subject,
  workspaceId,
  details,
}: AuditEntry): AuditEntryAnswer {
  const message = AUDIT_ACTS[act];
  return { id, at: formatInstant(at), actor, act, message, subject, workspaceId, details };
}
