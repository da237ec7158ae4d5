import { sql } from "drizzle-orm";
import type { ListedShop, ShopState } from "../domain/shop.ts";
import type { PostgresDatabase, Statements } from "../storage/postgres/connection.ts";
import { SHOP_LIMITS } from "../domain/shop-limits.ts";
import { isCloned } from "./upstream/run-watch.ts";
import { readShops, type ShopRow } from "./upstream/shop-row.ts";

interface WorkspaceOfShop {
  readonly id: number;
  readonly slug: string;
  readonly group: string;
}

/** All shops, by their slugs. @param now epoch milliseconds */
export function listShops(database: PostgresDatabase, now: number): Promise<ListedShop[]> {
  return database.read(async (snapshot) => {
    const workspaces = await snapshot.all<WorkspaceOfShop>(
      sql`SELECT id, slug, shop_group AS "group" FROM workspace`,
    );
    const byId = new Map(workspaces.map((workspace) => [workspace.id, workspace]));
    const codes = await codesUntil(snapshot, now);
    const wanted = await countsOf(snapshot, "wanted_print");
    const orders = await countsOf(snapshot, "erasure_order");
    const shops = (await readShops(snapshot)).map((row) => ({
      ...told(row, codes.get(row.workspaceId) ?? null, now),
      workspace: byId.get(row.workspaceId)?.slug ?? "",
      group: byId.get(row.workspaceId)?.group ?? "",
      wantedPrints: wanted.get(row.workspaceId) ?? 0,
      erasureOrders: orders.get(row.workspaceId) ?? 0,
    }));
    return shops.toSorted((one, other) =>
      one.workspace.localeCompare(other.workspace, "en", { numeric: true }),
    );
  });
}

function told(row: ShopRow, codeExpiresAt: number | null, now: number) {
  const { workspaceId, createdAt, lastSeen, backlog, skew, version, troubles, runReturns, returnedAt } = row;
  return {
    workspaceId,
    state: stateOf(row, now),
    enrolledAt: createdAt,
    codeExpiresAt,
    lastSeenAt: lastSeen,
    backlog,
    clockAheadMilliseconds: skew,
    version,
    troubles: JSON.parse(troubles) as string[],
    isCloned: row.revokedAt === null && isCloned({ returns: runReturns, returnedAt }, lastSeen ?? 0),
  };
}

function stateOf({ revokedAt, keyHash, lastSeen }: ShopRow, now: number): ShopState {
  if (revokedAt !== null) return "revoked";
  if (keyHash === null || lastSeen === null) return "waiting";
  return now - lastSeen > SHOP_LIMITS.silentMilliseconds ? "silent" : "connected";
}

async function codesUntil(snapshot: Statements, now: number): Promise<ReadonlyMap<number, number>> {
  const rows = await snapshot.all<{ id: number; expiresAt: number }>(
    sql`SELECT workspace_id AS id, max(expires_at) AS "expiresAt" FROM enrolment WHERE expires_at > ${now} GROUP BY workspace_id`,
  );
  return new Map(rows.map(({ id, expiresAt }) => [id, expiresAt]));
}

async function countsOf(snapshot: Statements, table: string): Promise<ReadonlyMap<number, number>> {
  const rows = await snapshot.all<{ id: number; n: number }>(
    sql`SELECT workspace_id AS id, count(*) AS n FROM ${sql.raw(table)} GROUP BY workspace_id`,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}
