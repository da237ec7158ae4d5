import type { Database } from "bun:sqlite";
import type { AuditAct } from "../audit/acts.ts";
import { audit, type AuditDetails, commandActor } from "../audit/audit-entry.ts";
import type { Clock } from "../domain/clock.ts";
import { userName } from "../platform/command-user.ts";
import { AuditStore } from "../storage/audit-store.ts";

/** Enters an act of this command in the audit log; see `audit` in `audit/audit-entry.ts`. */
export type Enter = (
  act: AuditAct,
  subject: string | number,
  details?: AuditDetails,
  workspaceId?: number | null,
) => void;

/** Does what an administrator asks for by a command, and enters it in the audit log: both are in one commit, or neither is. */
export function audited<Result>(database: Database, clock: Clock, work: (enter: Enter) => Result): Result {
  const actor = commandActor(userName());
  const store = new AuditStore(database);
  const run = database.transaction(() =>
    work((act, subject, details, workspaceId) =>
      store.add(audit(actor, act, subject, details, workspaceId), clock()),
    ),
  );
  return run.immediate();
}
