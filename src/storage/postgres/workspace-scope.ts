import { type SQL, sql } from "drizzle-orm";
import type { Statements } from "./connection.ts";
import { numberIn } from "./number-array.ts";
import { blockOf, firstOfBlock } from "./workspace-block.ts";

/** Workspaces, and how a statement says which. */
interface NamedWorkspaces {
  readonly ids: readonly number[];
  /** Whether a column has the id of one of them. */
  condition(column: string): SQL;
}

/** Workspaces that something is asked of. */
export interface WorkspaceScope extends NamedWorkspaces {
  /** Those of them that are counted by their blocks; `null` where there are none such. */
  readonly blocked: BlockedWorkspaces | null;
}

/** Blocks of which all workspaces are asked for. */
export interface BlockedWorkspaces {
  readonly blocks: readonly number[];
  /** The workspaces of the blocks. */
  readonly within: NamedWorkspaces;
  /** Those that are asked for beside them; `null` where there are none. */
  readonly beside: NamedWorkspaces | null;
}

/** Workspaces that are left out of a range, at most: beyond, those that are meant are named. */
const MOST_LEFT_OUT = 16;

/** Some workspaces, each by its name. */
export function scopeOfIds(ids: readonly number[]): WorkspaceScope {
  return { ...named(ids), blocked: null };
}

/**
 * Some workspaces, as is planned and counted fastest. Of thousands of ids the planner would look at each, for each part of each
 * table; whoever asks for all workspaces, or nearly all, asks for a range of ids in which no others are, or those that are left out.
 * @param snapshot that of what is asked: no workspace comes in between
 */
export async function scopeOf(snapshot: Statements, ids: readonly number[]): Promise<WorkspaceScope> {
  if (ids.length <= MOST_LEFT_OUT) return scopeOfIds(ids);
  const [from, to] = [firstOfBlock(blockOf(Math.min(...ids))), firstOfBlock(blockOf(Math.max(...ids)) + 1)];
  // One row: to read thousands takes longer than to find a print among all of theirs.
  const row = await snapshot.first<{ readonly around: string | null }>(
    sql`SELECT string_agg(id::text, ',') AS around FROM workspace WHERE id >= ${from} AND id < ${to}`,
  );
  const around = row?.around ?? "";
  const known = knownScopes.get(ids);
  if (known?.around === around) return known.scope;
  const scope = scopeAround(ids, around === "" ? [] : around.split(",").map(Number));
  knownScopes.set(ids, { around, scope });
  return scope;
}

/** The scopes of ids, which are asked for again as the same list, and the workspaces that there were around. */
const knownScopes = new WeakMap<
  readonly number[],
  { readonly around: string; readonly scope: WorkspaceScope }
>();

/** @param around the workspaces from the first to the last block of theirs, in any order */
function scopeAround(ids: readonly number[], around: readonly number[]): WorkspaceScope {
  const asked = new Set(ids);
  const others = around.filter((id) => !asked.has(id)).toSorted((one, other) => one - other);
  return { ...among(ids, others), blocked: blockedOf(ids, others) };
}

/** @param others the workspaces around that are not asked for */
function blockedOf(ids: readonly number[], others: readonly number[]): BlockedWorkspaces | null {
  const cut = new Set(others.map(blockOf));
  const within = ids.filter((id) => !cut.has(blockOf(id)));
  if (within.length === 0) return null;
  const beside = ids.filter((id) => cut.has(blockOf(id)));
  const around = (some: readonly number[], rest: readonly number[]) => among(some, others.concat(rest));
  return {
    blocks: [...new Set(within.map(blockOf))],
    within: around(within, beside),
    beside: beside.length === 0 ? null : around(beside, within),
  };
}

function named(ids: readonly number[]): NamedWorkspaces {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0)
    return { ids, condition: (column) => sql`${sql.raw(column)} = ${only}` };
  return { ids, condition: (column) => numberIn(column, ids) };
}

/** Workspaces by the range of their ids where that has few others. @param others all others that are there */
function among(ids: readonly number[], others: readonly number[]): NamedWorkspaces {
  const [first, last] = [Math.min(...ids), Math.max(...ids)];
  const leftOut = others.filter((id) => first < id && id < last);
  if (ids.length <= MOST_LEFT_OUT || leftOut.length > MOST_LEFT_OUT) return named(ids);
  const condition = (column: string) => {
    const range = sql`${sql.raw(column)} BETWEEN ${first} AND ${last}`;
    return leftOut.length === 0 ? range : sql`(${range} AND NOT ${numberIn(column, leftOut)})`;
  };
  return { ids, condition };
}
