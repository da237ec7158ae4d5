import { type SQL, sql } from "drizzle-orm";
import { numberIn } from "./number-array.ts";
import type { WorkspaceScope } from "./workspace-scope.ts";

/** What is counted of workspaces, and of blocks of them. */
interface CountTable {
  readonly ofWorkspaces: SQL;
  readonly ofBlocks: SQL;
  /** What a count is of, beside the workspace or block. */
  readonly key: SQL;
}

/** The tables of counts: prints by their day, and by what they have. */
export const COUNT_TABLES = {
  days: {
    ofWorkspaces: sql.raw("day_count"),
    ofBlocks: sql.raw("chain_day_count"),
    key: sql.raw("day"),
  },
  values: {
    ofWorkspaces: sql.raw("value_count"),
    ofBlocks: sql.raw("chain_value_count"),
    key: sql.raw("source, value"),
  },
} as const satisfies Readonly<Record<string, CountTable>>;

/** Whether the block of a workspace lacks something of its count. */
export const PENDING = sql.raw("is_in_chain = 0");

/**
 * The rows that the counts of some workspaces are the sums of, to select from as `counted`: with the key, `n` and `deleted_n`.
 * Blocks have theirs already, but for what has changed since.
 * @param condition on the key
 */
export function countedRows(
  table: keyof typeof COUNT_TABLES,
  workspaces: WorkspaceScope,
  condition: SQL = sql`true`,
): SQL {
  const { ofWorkspaces, ofBlocks, key } = COUNT_TABLES[table];
  const each = ({ condition: isOne }: Pick<WorkspaceScope, "condition">) =>
    sql`SELECT ${key}, n, deleted_n FROM ${ofWorkspaces} WHERE ${isOne("workspace_id")} AND ${condition}`;
  const { blocked } = workspaces;
  if (blocked === null) return sql`(${each(workspaces)}) AS counted`;
  const parts = [
    sql`SELECT ${key}, n, deleted_n FROM ${ofBlocks} WHERE ${numberIn("block", blocked.blocks)} AND ${condition}`,
    sql`SELECT ${key}, n - chain_n, deleted_n - chain_deleted_n FROM ${ofWorkspaces}
      WHERE ${blocked.within.condition("workspace_id")} AND ${PENDING} AND ${condition}`,
    ...(blocked.beside === null ? [] : [each(blocked.beside)]),
  ];
  return sql`(${sql.join(parts, sql` UNION ALL `)}) AS counted`;
}
