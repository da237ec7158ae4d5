import { count, type SQL, sql } from "drizzle-orm";
import { FACET_LIMITS } from "../../domain/limits.ts";
import type { ChainFacetsQuery } from "../../domain/facets-query.ts";
import type { ChainQuery, SearchFilter } from "../../domain/search-query.ts";
import type { ChainTotalAnswer } from "../../contract/chain-search.ts";
import type { PostgresDatabase, Statements } from "../../storage/postgres/connection.ts";
import type { ChainSearching, ChainWorkspace } from "../../storage/ports/chain-searching.ts";
import { prints } from "../../storage/schema.ts";
import { readCursor } from "../cursor.ts";
import { facetsToJson } from "../facets/facet-counts.ts";
import type { TopValues } from "../facets/top-values.ts";
import { byCount, FirstOf } from "../facets/value-order.ts";
import { pageEnd } from "../page.ts";
import { type AskedPrints, AskingPrints } from "./asked-prints.ts";
import { postgresFacets } from "./postgres-facets.ts";
import { foundPrints } from "./postgres-page.ts";
import { pageOf } from "./postgres-search.ts";
import { Rollup, totalOf } from "./rollup.ts";
import { textPendingOf } from "./text-pending.ts";

/** Finds and counts the prints of several workspaces with SQL of PostgreSQL, each answer in one snapshot. */
export class PostgresChainSearch implements ChainSearching {
  private readonly asking;

  constructor(database: PostgresDatabase) {
    this.asking = new AskingPrints(database);
  }

  async findAcross(workspaces: readonly ChainWorkspace[], query: ChainQuery): Promise<string> {
    const ids = idsOf(workspaces);
    const position = typeof query.cursor === "string" ? readCursor(ids, query, query.cursor) : null;
    const slugs = slugsOf(workspaces);
    return this.asking.read(ids, query.filter, async (snapshot, asked) => {
      const [total, { items, page, goesOn }, pending] = await Promise.all([
        query.total === "exact" ? totalOf(snapshot, asked) : null,
        foundPrints(snapshot, asked.where, query, position),
        textPendingOf(snapshot, asked.workspaces, query.filter),
      ]);
      const named = items.map((item) => ({
        ...item,
        json: withWorkspace(item.json, slugs.get(item.workspaceId)),
      }));
      const last = items.at(-1) ?? null;
      return pageOf(named) + pageEnd(ids, query, { total, page, goesOn, last }, pending);
    });
  }

  facetsAcross(workspaces: readonly ChainWorkspace[], query: ChainFacetsQuery): Promise<string> {
    const { filter, facets, byWorkspace } = query;
    const ids = idsOf(workspaces);
    return this.asking.read(ids, filter, async (snapshot, asked) => {
      const counts = await postgresFacets(snapshot, asked, facets);
      const workspace = byWorkspace ? { workspace: await countWorkspaces(snapshot, asked, workspaces) } : {};
      return facetsToJson(
        { ...counts, ...workspace },
        await textPendingOf(snapshot, asked.workspaces, filter),
      );
    });
  }

  countAcross(workspaces: readonly ChainWorkspace[], filter: SearchFilter): Promise<string> {
    const ids = idsOf(workspaces);
    return this.asking.read(ids, filter, async (snapshot, asked) => {
      const total = await totalOf(snapshot, asked);
      const pending = await textPendingOf(snapshot, asked.workspaces, filter);
      const answer: ChainTotalAnswer = { total, ...(pending !== null && { textPending: pending }) };
      return JSON.stringify(answer);
    });
  }
}

/** What was worked out of workspaces: thousands of them are asked for again and again, as the same list. */
const knownIds = new WeakMap<readonly ChainWorkspace[], readonly number[]>();
const knownSlugs = new WeakMap<readonly ChainWorkspace[], ReadonlyMap<number, string>>();

/** A cursor belongs to a set of workspaces, in whichever order they are given. */
function idsOf(workspaces: readonly ChainWorkspace[]): readonly number[] {
  return knownIds.getOrInsertComputed(workspaces, () =>
    [...new Set(workspaces.map(({ id }) => id))].toSorted((one, other) => one - other),
  );
}

function slugsOf(workspaces: readonly ChainWorkspace[]): ReadonlyMap<number, string> {
  return knownSlugs.getOrInsertComputed(
    workspaces,
    () => new Map(workspaces.map(({ id, slug }) => [id, slug])),
  );
}

/** A print as JSON, with the slug of its workspace before all else. */
function withWorkspace(json: string, slug: string | undefined): string {
  return `{"workspace":${JSON.stringify(slug)},${json.slice(1)}`;
}

async function countWorkspaces(
  snapshot: Statements,
  { workspaces: scope, filter, where }: AskedPrints,
  workspaces: readonly ChainWorkspace[],
): Promise<TopValues> {
  const rollup = Rollup.of(snapshot, scope, filter);
  const counts = rollup === null ? await countRows(snapshot, where) : await rollup.byWorkspace();
  const slugs = slugsOf(workspaces);
  const best = new FirstOf(FACET_LIMITS.values, byCount);
  let sum = 0;
  for (const [id, times] of counts) {
    best.add({ bytes: Buffer.from(slugs.get(id) ?? ""), count: times });
    sum += times;
  }
  const values = best.items.map((item) => ({ value: Buffer.from(item.bytes).toString(), count: item.count }));
  return { values, sum };
}

async function countRows(snapshot: Statements, where: SQL): Promise<Map<number, number>> {
  const rows = await snapshot.all<{ id: number; count: number }>(
    sql`SELECT ${prints.workspaceId} AS id, ${count()} AS count FROM ${prints} WHERE ${where} GROUP BY 1`,
  );
  return new Map(rows.map((row) => [row.id, row.count]));
}
