import type { Database } from "bun:sqlite";

const CHANGE =
  "INSERT INTO retention_version (workspace_id, version) VALUES (?, 1) " +
  "ON CONFLICT (workspace_id) DO UPDATE SET version = version + 1";

/**
 * The version of a workspace's rules of retention and legal holds. What was found out with another one, such as that no hold is
 * on a print, counts no more: a writer that removes prints looks whether it is still the same.
 */
export function policyVersion(database: Database, workspaceId: number): number {
  const row = database
    .query<{ version: number }, [number]>("SELECT version FROM retention_version WHERE workspace_id = ?")
    .get(workspaceId);
  return row?.version ?? 0;
}

/** The same for all workspaces together: another number after any change of rules or holds. */
export const ALL_POLICIES = "SELECT coalesce(sum(version), 0) AS version FROM retention_version";

/** Notes that the rules or holds of a workspace were changed, inside a transaction that the caller begins and commits. */
export function notePolicyChange(database: Database, workspaceId: number): void {
  database.query<unknown, [number]>(CHANGE).run(workspaceId);
}
