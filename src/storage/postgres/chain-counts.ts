import { type SQL, sql } from "drizzle-orm";
import type { PostgresDatabase, Statements } from "./connection.ts";
import { COUNT_TABLES, PENDING } from "./counted-rows.ts";
import { numberIn } from "./number-array.ts";
import { blockOf } from "./workspace-block.ts";

/** Counts that a search of all shops may add to those of the blocks: they are read in a few milliseconds. */
const MOST_PENDING = 10_000;

/** Counts that are added in one transaction, about: their workspaces take no prints meanwhile. */
const PENDING_AT_ONCE = 10_000;

interface PendingCounts {
  readonly workspaceId: number;
  readonly pending: number;
}

/**
 * Adds to the blocks what was counted of their workspaces since, where it has become much. Several instances may do it at once.
 * @param mostPending so much may be left
 */
export async function addToBlocks(
  database: PostgresDatabase,
  {
    mostPending = MOST_PENDING,
    signal,
  }: { readonly mostPending?: number; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const all = await database.all<PendingCounts>(
    sql`SELECT workspace_id AS "workspaceId", count(*) AS pending FROM (
        SELECT workspace_id FROM day_count WHERE ${PENDING} UNION ALL SELECT workspace_id FROM value_count WHERE ${PENDING}
      ) AS counts GROUP BY workspace_id ORDER BY workspace_id`,
  );
  if (all.reduce((sum, { pending }) => sum + pending, 0) <= mostPending) return;
  for (const workspaceIds of together(all)) {
    if (signal?.aborted === true) return;
    await database.write(0, (transaction) => addWorkspaces(transaction, workspaceIds));
  }
}

/** Workspaces of one block each, in their order, as one transaction takes them. */
function* together(all: readonly PendingCounts[]): Generator<number[]> {
  let some: number[] = [];
  let sum = 0;
  for (const { workspaceId, pending } of all) {
    const [first = workspaceId] = some;
    if (some.length > 0 && (blockOf(first) !== blockOf(workspaceId) || sum + pending > PENDING_AT_ONCE)) {
      yield some;
      [some, sum] = [[], 0];
    }
    some.push(workspaceId);
    sum += pending;
  }
  if (some.length > 0) yield some;
}

async function addWorkspaces(transaction: Statements, workspaceIds: readonly number[]): Promise<void> {
  // All of them, in order, and before the blocks: so whoever waits for a block waits for nobody who waits for a workspace.
  await transaction.all(
    sql`SELECT id FROM workspace WHERE ${numberIn("id", workspaceIds)} ORDER BY id FOR UPDATE`,
  );
  const block = blockOf(workspaceIds[0] ?? 0);
  for (const { ofWorkspaces, ofBlocks, key } of Object.values(COUNT_TABLES)) {
    await transaction.run(
      sql`INSERT INTO ${ofBlocks} (block, ${key}, n, deleted_n)
        SELECT ${block}::bigint, ${key}, sum(n - chain_n), sum(deleted_n - chain_deleted_n) FROM ${ofWorkspaces}
        WHERE ${numberIn("workspace_id", workspaceIds)} AND ${PENDING} GROUP BY ${key} ORDER BY ${key} ${adding(ofBlocks, key)}`,
    );
    await Promise.all(
      workspaceIds.map((workspaceId) =>
        transaction.run(
          sql`UPDATE ${ofWorkspaces} SET chain_n = n, chain_deleted_n = deleted_n, is_in_chain = 1
            WHERE workspace_id = ${workspaceId} AND ${PENDING}`,
        ),
      ),
    );
  }
}

/**
 * Removes counts of a workspace, and takes what its block has of them from that. The row of the workspace is locked.
 * @param condition on the rows that go
 */
export async function removeCounts(
  transaction: Statements,
  table: keyof typeof COUNT_TABLES,
  workspaceId: number,
  condition: SQL = sql`true`,
): Promise<void> {
  const { ofWorkspaces, ofBlocks, key } = COUNT_TABLES[table];
  const block = blockOf(workspaceId);
  const going = sql`FROM ${ofWorkspaces} WHERE workspace_id = ${workspaceId} AND ${condition}`;
  const taken = await transaction.run(
    sql`INSERT INTO ${ofBlocks} (block, ${key}, n, deleted_n) SELECT ${block}::bigint, ${key}, -chain_n, -chain_deleted_n ${going}
      AND (chain_n <> 0 OR chain_deleted_n <> 0) ORDER BY ${key} ${adding(ofBlocks, key)}`,
  );
  // The texts of what was erased are not to stay.
  if (taken > 0)
    await transaction.run(
      sql`DELETE FROM ${ofBlocks} WHERE block = ${block} AND n = 0 AND deleted_n = 0 AND (${key}) IN (SELECT ${key} ${going})`,
    );
  await transaction.run(sql`DELETE ${going}`);
}

function adding(ofBlocks: SQL, key: SQL): SQL {
  return sql`ON CONFLICT (block, ${key}) DO UPDATE SET n = ${ofBlocks}.n + excluded.n,
    deleted_n = ${ofBlocks}.deleted_n + excluded.deleted_n`;
}
