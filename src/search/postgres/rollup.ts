import { type SQL, sql } from "drizzle-orm";
import type { SearchFilter } from "../../domain/search-query.ts";
import type { Statements } from "../../storage/postgres/connection.ts";
import {
  type CountedScope,
  countHolding,
  countIntervals,
  countPrints,
  countValues,
  countWorkspaces,
} from "../../storage/postgres/counted-prints.ts";
import { LABEL_SHAPES } from "../../storage/postgres/counted-values.ts";
import { scopeOf, type WorkspaceScope } from "../../storage/postgres/workspace-scope.ts";
import type { Span } from "../facet-sql.ts";
import { topOfRows } from "../facet-sql.ts";
import type { BucketStart } from "../facets/time-buckets.ts";
import type { TopValues } from "../facets/top-values.ts";
import type { AskedPrints } from "./asked-prints.ts";
import { heldValue } from "./held-value.ts";
import { inOrder } from "./postgres-dialect.ts";

/** What was counted of workspaces as their prints came, for searches without a filter: no print is looked at. */
export class Rollup {
  private constructor(
    private readonly snapshot: Statements,
    private readonly scope: CountedScope,
  ) {}

  /** What was counted for a search; `null` where it asks for more than that. */
  static of(snapshot: Statements, workspaces: WorkspaceScope, filter: SearchFilter): Rollup | null {
    const { deleted, ...others } = filter;
    return isEmpty(others) ? new Rollup(snapshot, { workspaces, deleted }) : null;
  }

  /** How many prints there are, and when the first and the last of them came. */
  async span(where: SQL): Promise<Span> {
    // Each by itself is found at an end of an index.
    const end = (order: SQL) =>
      this.snapshot.first<{ readonly at: number }>(
        sql`SELECT created_at AS at FROM print WHERE ${where} ORDER BY ${order} LIMIT 1`,
      );
    const [total, first, last] = await Promise.all([
      countPrints(this.snapshot, this.scope),
      end(sql`created_at, id`),
      end(sql`created_at DESC, id DESC`),
    ]);
    return { total, first: first?.at ?? null, last: last?.at ?? null };
  }

  /** The most frequent values of a source; `null` where it has too many in some workspace to be counted. */
  async top(source: string): Promise<TopValues | null> {
    const rows = await countValues(this.snapshot, this.scope, source, inOrder);
    return rows === null ? null : topOfRows(rows);
  }

  /** How many prints are in each interval, by its place from 1 on; `null` where they are not made of days in UTC. */
  async times(starts: readonly BucketStart[]): Promise<Map<number, number> | null> {
    const all = starts.map(({ start }) => start);
    const counts = await countIntervals(this.snapshot, this.scope, all);
    return counts === null ? null : new Map(counts.map((count, index) => [index + 1, count]));
  }

  /** How many prints each workspace has that has some, by its id. */
  byWorkspace(): Promise<Map<number, number>> {
    return countWorkspaces(this.snapshot, this.scope);
  }
}

/**
 * Whether what was counted as prints came says at once how many match, unless a workspace has too many values to be counted.
 * Labels have few shapes. Other values, which are looked through for a part, can be as many as the prints.
 */
export function isCounted(filter: SearchFilter): boolean {
  const { deleted: _deleted, from: _from, to: _to, ...others } = filter;
  if (isEmpty(others)) return true;
  const value = heldValue(filter);
  return value !== null && (!value.isOfPart || value.source === LABEL_SHAPES);
}

/** How many prints match, by what was counted where that says it. */
export async function totalOf(snapshot: Statements, asked: AskedPrints): Promise<number> {
  const { workspaces, filter } = asked;
  const { deleted, from, to, ...others } = filter;
  if (isEmpty(others)) return countPrints(snapshot, { workspaces, deleted, from, to });
  const value = heldValue(filter);
  const told = value === null ? null : await countHolding(snapshot, { workspaces, deleted }, value);
  if (told === null) return countMatching(snapshot, asked);
  if (told.uncounted.length === 0) return told.count;
  const rest = asked.of(await scopeOf(snapshot, told.uncounted));
  return told.count + (await countMatching(snapshot, rest));
}

/** Counts print by print. An index of trigrams has few matches sooner; of many, each print is looked at sooner. */
async function countMatching(snapshot: Statements, asked: AskedPrints): Promise<number> {
  const whereScanned = asked.whereScanned();
  if (whereScanned === null || (await areFew(snapshot, asked.workspaces, whereScanned)))
    return countRows(snapshot, asked.where);
  return countRows(snapshot, whereScanned);
}

/** The last prints, by which it is guessed how many match. */
const GUESSED_FROM = 256;

/** How many of them match where an index would be no shortcut: each print is looked at then. */
const FREQUENT = 32;

/** Whether an index of trigrams is a shortcut to those that match. */
async function areFew(snapshot: Statements, workspaces: WorkspaceScope, where: SQL): Promise<boolean> {
  const last = sql`SELECT * FROM print WHERE ${workspaces.condition("workspace_id")}
    ORDER BY created_at DESC LIMIT ${GUESSED_FROM}`;
  const guess = await snapshot.first<{ readonly matching: number }>(
    sql`SELECT count(*) AS matching FROM (${last}) AS print WHERE ${where}`,
  );
  return (guess?.matching ?? 0) < FREQUENT;
}

async function countRows(snapshot: Statements, where: SQL): Promise<number> {
  const row = await snapshot.first<{ total: number }>(
    sql`SELECT count(*) AS total FROM print WHERE ${where}`,
  );
  return row?.total ?? 0;
}

function isEmpty(filters: object): boolean {
  return Object.values(filters).every((value) => value === undefined);
}
