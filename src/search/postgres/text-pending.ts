import { sql } from "drizzle-orm";
import type { SearchFilter } from "../../domain/search-query.ts";
import { asksText } from "../../domain/where.ts";
import type { Statements } from "../../storage/postgres/connection.ts";
import type { WorkspaceScope } from "../../storage/postgres/workspace-scope.ts";

/** Prints of workspaces whose text cannot be searched yet; `null` for a search that is not about text. */
export async function textPendingOf(
  snapshot: Statements,
  workspaces: WorkspaceScope,
  filter: SearchFilter,
): Promise<number | null> {
  if (!asksText(filter)) return null;
  const row = await snapshot.first<{ readonly pending: number }>(
    sql`SELECT CAST(coalesce(sum(greatest(next_ordinal - coalesce(next_position, 0), 0)), 0) AS bigint) AS pending
      FROM workspace LEFT JOIN text_progress ON text_progress.workspace_id = workspace.id
      WHERE ${workspaces.condition("workspace.id")}`,
  );
  return row?.pending ?? 0;
}
