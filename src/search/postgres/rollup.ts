import { type SQL, sql } from "drizzle-orm";
import { COUNTED_FIELDS } from "../../contract/print-fields.ts";
import type { SearchFilter } from "../../domain/search-query.ts";
import { isRangeOperator, isTagGroup, type TagCondition } from "../../domain/tag-query.ts";
import type { Statements } from "../../storage/postgres/connection.ts";
import {
  type CountedScope,
  countHolding,
  countIntervals,
  countPrints,
  countValues,
  countWorkspaces,
  type HeldValue,
} from "../../storage/postgres/counted-prints.ts";
import { tagSource } from "../../storage/postgres/counted-values.ts";
import { scopeOf, type WorkspaceScope } from "../../storage/postgres/workspace-scope.ts";
import type { Span } from "../facet-sql.ts";
import { topOfRows } from "../facet-sql.ts";
import type { BucketStart } from "../facets/time-buckets.ts";
import type { TopValues } from "../facets/top-values.ts";
import type { AskedPrints } from "./asked-prints.ts";
import { inOrder } from "./postgres-dialect.ts";
import { isInRange } from "./range-sql.ts";

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

/** Whether what was counted as prints came says how many match, unless a workspace has too many values to be counted. */
export function isCounted(filter: SearchFilter): boolean {
  const { deleted: _deleted, from: _from, to: _to, ...others } = filter;
  return isEmpty(others) || onlyValue(filter) !== null;
}

/** How many prints match, by what was counted where that says it. */
export async function totalOf(snapshot: Statements, asked: AskedPrints): Promise<number> {
  const { workspaces, filter } = asked;
  const { deleted, from, to, ...others } = filter;
  if (isEmpty(others)) return countPrints(snapshot, { workspaces, deleted, from, to });
  const value = onlyValue(filter);
  if (value === null) return countMatching(snapshot, asked);
  const { count, uncounted } = await countHolding(snapshot, { workspaces, deleted }, value);
  if (uncounted.length === 0) return count;
  return count + (await countRows(snapshot, asked.whereOf(await scopeOf(snapshot, uncounted))));
}

/** The last prints, by which it is guessed how many match. */
const GUESSED_FROM = 256;

/** How many of them match where an index would be no shortcut: each print is looked at then. */
const FREQUENT = 32;

async function countMatching(snapshot: Statements, asked: AskedPrints): Promise<number> {
  const { where } = asked;
  const whereScanned = asked.whereScanned();
  if (whereScanned === null) return countRows(snapshot, where);
  const last = sql`SELECT * FROM print WHERE ${asked.workspaces.condition("workspace_id")}
    ORDER BY created_at DESC LIMIT ${GUESSED_FROM}`;
  const guess = await snapshot.first<{ readonly matching: number }>(
    sql`SELECT count(*) AS matching FROM (${last}) AS print WHERE ${whereScanned}`,
  );
  return countRows(snapshot, (guess?.matching ?? 0) < FREQUENT ? where : whereScanned);
}

async function countRows(snapshot: Statements, where: SQL): Promise<number> {
  const row = await snapshot.first<{ total: number }>(
    sql`SELECT count(*) AS total FROM print WHERE ${where}`,
  );
  return row?.total ?? 0;
}

/** What a search asks of one value that is counted, and of nothing else; `null` for another search. */
function onlyValue(filter: SearchFilter): HeldValue | null {
  const [asked, ...others] = Object.entries({ ...filter, deleted: undefined }).filter(
    ([, value]) => value !== undefined,
  );
  if (asked === undefined || others.length > 0) return null;
  const { tag } = filter;
  if (tag !== undefined)
    return isTagGroup(tag) || tag.op === "contains" ? null : held(tagSource(tag.key), tag.op, tag.value);
  const name = COUNTED_FIELDS.find((field) => field === asked[0]);
  const condition = name === undefined ? undefined : filter[name];
  if (name === undefined || condition === undefined || condition.op === "contains") return null;
  return held(name, condition.op, condition.value);
}

function held(source: string, op: Exclude<TagCondition["op"], "contains">, wanted: string): HeldValue {
  const holds = (value: SQL) => {
    if (isRangeOperator(op)) return isInRange(value, op, wanted);
    return op === "eq" ? sql`${value} = ${wanted}` : sql`${value} <> ${wanted}`;
  };
  return { source, holds };
}

function isEmpty(filters: object): boolean {
  return Object.values(filters).every((value) => value === undefined);
}
