import { type SQL, sql } from "drizzle-orm";
import { FACET_LIMITS, MILLISECONDS_PER_DAY } from "../../domain/limits.ts";
import type { Statements } from "./connection.ts";
import { countedRows } from "./counted-rows.ts";
import { dayOf } from "./counted-values.ts";
import { isStoredFolded } from "./folded-text.ts";
import { bigints } from "./number-array.ts";
import type { WorkspaceScope } from "./workspace-scope.ts";

/*
 * Counts of prints by the rollups: rows for days and values, not for prints. Read in the snapshot of what they are told with.
 * What they cannot tell exactly is `null`; then prints are to be counted one by one.
 */

/** Prints of some workspaces, by nothing but when they came and whether they are deleted. */
export interface CountedScope {
  readonly workspaces: WorkspaceScope;
  readonly deleted: boolean | "any";
  /** Epoch milliseconds, both inclusive; without one there is no bound. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A value, how many prints have it, and how many have any value. */
export interface CountedValue {
  readonly value: string;
  readonly count: number;
  readonly sum: number;
}

/** How many prints there are. Days that the bounds cut are counted one by one. */
export async function countPrints(snapshot: Statements, scope: CountedScope): Promise<number> {
  const { workspaces, deleted, from = -Infinity, to = Infinity } = scope;
  if (from > to || workspaces.ids.length === 0) return 0;
  if (from === -Infinity && to === Infinity) return await countAll(snapshot, scope);
  const [firstDay, lastDay] = [Math.ceil(from / MILLISECONDS_PER_DAY), dayOf(to + 1) - 1];
  if (firstDay > lastDay) return await countBetween(snapshot, scope, from, to);
  const days = sql.join(
    [
      ...(firstDay === -Infinity ? [] : [sql`day >= ${firstDay}`]),
      ...(lastDay === Infinity ? [] : [sql`day <= ${lastDay}`]),
    ],
    sql` AND `,
  );
  const whole = await snapshot.first<{ readonly count: number }>(
    sql`SELECT coalesce(sum(${counted(deleted)}), 0)::bigint AS count FROM ${countedRows("days", workspaces, days)}`,
  );
  const before = await countBetween(snapshot, scope, from, firstDay * MILLISECONDS_PER_DAY - 1);
  const after = await countBetween(snapshot, scope, (lastDay + 1) * MILLISECONDS_PER_DAY, to);
  return (whole?.count ?? 0) + before + after;
}

/** What a workspace's row has of it. */
function countedOf(deleted: CountedScope["deleted"]): SQL {
  return sql.raw(
    deleted === "any" ? "print_count" : deleted ? "deleted_count" : "print_count - deleted_count",
  );
}

/** How many prints each workspace has that has some, by its id, whenever they came. */
export async function countWorkspaces(
  snapshot: Statements,
  { workspaces, deleted }: Omit<CountedScope, "from" | "to">,
): Promise<Map<number, number>> {
  const rows = await snapshot.all<{ readonly id: number; readonly count: number }>(
    sql`SELECT id, ${countedOf(deleted)} AS count FROM workspace
      WHERE ${workspaces.condition("id")} AND ${countedOf(deleted)} > 0`,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

async function countAll(snapshot: Statements, { workspaces, deleted }: CountedScope): Promise<number> {
  const row = await snapshot.first<{ readonly count: number }>(
    sql`SELECT coalesce(sum(${countedOf(deleted)}), 0)::bigint AS count FROM workspace WHERE ${workspaces.condition("id")}`,
  );
  return row?.count ?? 0;
}

/** Counts one by one. */
async function countBetween(
  snapshot: Statements,
  { workspaces, deleted }: CountedScope,
  from: number,
  to: number,
): Promise<number> {
  // An end of the days that has no bound has none that are cut.
  if (from > to || !Number.isFinite(from) || !Number.isFinite(to)) return 0;
  const isIn =
    deleted === "any" ? sql`` : deleted ? sql` AND deleted_at IS NOT NULL` : sql` AND deleted_at IS NULL`;
  const row = await snapshot.first<{ readonly count: number }>(
    sql`SELECT count(*) AS count FROM print WHERE ${workspaces.condition("workspace_id")}
      AND created_at BETWEEN ${from} AND ${to} AND removed_at IS NULL${isIn}`,
  );
  return row?.count ?? 0;
}

/**
 * How many prints there are in intervals of time, each from its start up to the next one's; the last one has no end.
 * @param starts ascending, epoch milliseconds
 * @returns the counts by the places of the intervals; `null` where one does not begin with a day in UTC
 */
export async function countIntervals(
  snapshot: Statements,
  { workspaces, deleted }: Omit<CountedScope, "from" | "to">,
  starts: readonly number[],
): Promise<number[] | null> {
  if (starts.some((start) => start % MILLISECONDS_PER_DAY !== 0)) return null;
  const rows = await snapshot.all<{ readonly place: number; readonly count: number }>(
    sql`SELECT width_bucket(day, ${bigints(starts.map(dayOf))}) AS place, sum(${counted(deleted)})::bigint AS count
      FROM ${countedRows("days", workspaces)} GROUP BY 1`,
  );
  const counts = new Map(rows.map(({ place, count }) => [place, count]));
  return starts.map((_start, index) => counts.get(index + 1) ?? 0);
}

/**
 * The most frequent values of a source, as `countedValues` names it, over all prints whenever they came: the most frequent
 * first.
 * @param inOrder a value as equally frequent ones are sorted
 * @returns `null` where a workspace has too many values of it to count them
 */
export async function countValues(
  snapshot: Statements,
  { workspaces, deleted }: Omit<CountedScope, "from" | "to">,
  source: string,
  inOrder: (value: SQL) => SQL,
): Promise<CountedValue[] | null> {
  const ofSource = sql`source = ${source}`;
  const uncounted = await snapshot.first(
    sql`SELECT 1 AS found FROM value_source WHERE ${workspaces.condition("workspace_id")} AND ${ofSource}
      AND is_counted = 0 LIMIT 1`,
  );
  if (uncounted !== null) return null;
  return await snapshot.all<CountedValue>(
    sql`SELECT value, count, CAST(sum(count) OVER () AS bigint) AS sum FROM (
        SELECT value, sum(${counted(deleted)})::bigint AS count FROM ${countedRows("values", workspaces, ofSource)} GROUP BY value
      ) AS counts WHERE count > 0 ORDER BY count DESC, ${inOrder(sql`value`)} LIMIT ${FACET_LIMITS.values}`,
  );
}

/** The column of a value that is counted. */
export const VALUE = sql.raw("value");

/** A condition on the values of a source, as `countedValues` names it. */
export interface HeldValue {
  readonly source: string;
  /** The condition, on the column {@link VALUE}. */
  readonly holds: SQL;
  /** Whether it is about a part of the value: no index has it, and each value is looked at. */
  readonly isOfPart: boolean;
  /** The same of values beyond ASCII, where no database can tell; `null` where it can. */
  readonly holdsBeyondAscii: ((value: string) => boolean) | null;
}

/** So many counts are looked through for a part of their values: with more, prints have it sooner. */
const MOST_LOOKED_THROUGH = 100_000;

/**
 * How many prints have a value that a condition holds for, whenever they came.
 * @returns what was counted, and the workspaces that have too many values of the source to count them; `null` where there are too
 *   many values to look through
 */
export async function countHolding(
  snapshot: Statements,
  scope: Omit<CountedScope, "from" | "to">,
  { source, holds, isOfPart, holdsBeyondAscii }: HeldValue,
): Promise<{ readonly count: number; readonly uncounted: readonly number[] } | null> {
  const { workspaces, deleted } = scope;
  const ofSource = sql`source = ${source}`;
  const isHeld = holdsBeyondAscii === null ? holds : sql`NOT ${isStoredFolded(VALUE)} AND ${holds}`;
  const rows = isOfPart
    ? sql`(SELECT * FROM ${countedRows("values", workspaces, ofSource)} LIMIT ${MOST_LOOKED_THROUGH + 1}) AS looked_through`
    : countedRows("values", workspaces, sql`${ofSource} AND ${holds}`);
  const [uncounted, row] = await Promise.all([
    snapshot.all<{ readonly id: number }>(
      sql`SELECT workspace_id AS id FROM value_source WHERE ${workspaces.condition("workspace_id")} AND ${ofSource}
        AND is_counted = 0`,
    ),
    snapshot.first<{ readonly count: number; readonly looked: number }>(
      sql`SELECT coalesce(sum(${counted(deleted)}) FILTER (WHERE ${isHeld}), 0)::bigint AS count, count(*) AS looked
        FROM ${rows}`,
    ),
  ]);
  const { count, looked } = row ?? { count: 0, looked: 0 };
  if (isOfPart && looked > MOST_LOOKED_THROUGH) return null;
  const beyond = holdsBeyondAscii === null ? [] : await valuesBeyondAscii(snapshot, scope, ofSource);
  const others = beyond.filter(({ value }) => holdsBeyondAscii?.(value) === true);
  return {
    count: others.reduce((sum, other) => sum + other.count, count),
    uncounted: uncounted.map(({ id }) => id),
  };
}

function valuesBeyondAscii(
  snapshot: Statements,
  { workspaces, deleted }: Omit<CountedScope, "from" | "to">,
  ofSource: SQL,
) {
  return snapshot.all<Omit<CountedValue, "sum">>(
    sql`SELECT value, sum(${counted(deleted)})::bigint AS count
      FROM ${countedRows("values", workspaces, sql`${ofSource} AND ${isStoredFolded(VALUE)}`)} GROUP BY value`,
  );
}

function counted(deleted: CountedScope["deleted"]): SQL {
  return sql.raw(deleted === "any" ? "n + deleted_n" : deleted ? "deleted_n" : "n");
}
