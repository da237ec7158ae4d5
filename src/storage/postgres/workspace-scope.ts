import { type SQL, sql } from "drizzle-orm";
import type { Statements } from "./connection.ts";
import { numberIn } from "./print-rows.ts";

/** Workspaces that something is asked of, and how a statement says which. */
export interface WorkspaceScope {
  readonly ids: readonly number[];
  /** Whether a column has the id of one of them. */
  condition(column: string): SQL;
}

/** Workspaces that are left out of a range, at most: beyond, those that are meant are named. */
const MOST_LEFT_OUT = 16;

/** Some workspaces, each by its name. */
export function scopeOfIds(ids: readonly number[]): WorkspaceScope {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0)
    return { ids, condition: (column) => sql`${sql.raw(column)} = ${only}` };
  return { ids, condition: (column) => numberIn(column, ids) };
}

/**
 * Some workspaces, as is planned fastest. Of thousands of ids the planner would look at each, for each part of each table;
 * whoever asks for all workspaces, or nearly all, asks for a range of ids in which no others are, or those that are left out.
 * @param snapshot that of what is asked: no workspace comes in between
 */
export async function scopeOf(snapshot: Statements, ids: readonly number[]): Promise<WorkspaceScope> {
  if (ids.length <= MOST_LEFT_OUT) return scopeOfIds(ids);
  const [first, last] = [Math.min(...ids), Math.max(...ids)];
  const asked = new Set(ids);
  const inRange = await snapshot.all<{ readonly id: number }>(
    sql`SELECT id FROM workspace WHERE id BETWEEN ${first} AND ${last}`,
  );
  const others = inRange.map(({ id }) => id).filter((id) => !asked.has(id));
  if (others.length > MOST_LEFT_OUT) return scopeOfIds(ids);
  const condition = (column: string) => {
    const range = sql`${sql.raw(column)} BETWEEN ${first} AND ${last}`;
    return others.length === 0 ? range : sql`(${range} AND NOT ${numberIn(column, others)})`;
  };
  return { ids, condition };
}
