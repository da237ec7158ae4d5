import { type SQL, sql } from "drizzle-orm";
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

/** Which workspaces are asked of, as a condition on the column that has their ids. */
type Which = (column: string) => SQL;

/** All shops, by their slugs. @param now epoch milliseconds */
export async function listShops(database: PostgresDatabase, now: number): Promise<ListedShop[]> {
  const shops = await listedShops(database, () => sql`TRUE`, now);
  return shops.toSorted((one, other) =>
    one.workspace.localeCompare(other.workspace, "en", { numeric: true }),
  );
}

/** The shop of a workspace; `null` where it is not one's. @param now epoch milliseconds */
export async function listedShop(
  database: PostgresDatabase,
  workspaceId: number,
  now: number,
): Promise<ListedShop | null> {
  const [shop] = await listedShops(database, (column) => sql`${sql.raw(column)} = ${workspaceId}`, now);
  return shop ?? null;
}

function listedShops(database: PostgresDatabase, which: Which, now: number): Promise<ListedShop[]> {
  return database.read(async (snapshot) => {
    const workspaces = await snapshot.all<WorkspaceOfShop>(
      sql`SELECT id, slug, shop_group AS "group" FROM workspace WHERE ${which("id")}`,
    );
    const byId = new Map(workspaces.map((workspace) => [workspace.id, workspace]));
    const codes = await codesUntil(snapshot, which, now);
    const wanted = await countsOf(snapshot, "wanted_print", which);
    const orders = await countsOf(snapshot, "erasure_order", which);
    const shops = await readShops(snapshot, which("workspace_id"));
    return shops.map((row) => ({
      ...told(row, codes.get(row.workspaceId) ?? null, now),
      workspace: byId.get(row.workspaceId)?.slug ?? "",
      group: byId.get(row.workspaceId)?.group ?? "",
      wantedPrints: wanted.get(row.workspaceId) ?? 0,
      erasureOrders: orders.get(row.workspaceId) ?? 0,
    }));
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

async function codesUntil(
  snapshot: Statements,
  which: Which,
  now: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await snapshot.all<{ id: number; expiresAt: number }>(
    sql`SELECT workspace_id AS id, max(expires_at) AS "expiresAt" FROM enrolment
      WHERE expires_at > ${now} AND ${which("workspace_id")} GROUP BY workspace_id`,
  );
  return new Map(rows.map(({ id, expiresAt }) => [id, expiresAt]));
}

async function countsOf(
  snapshot: Statements,
  table: string,
  which: Which,
): Promise<ReadonlyMap<number, number>> {
  const rows = await snapshot.all<{ id: number; n: number }>(
    sql`SELECT workspace_id AS id, count(*) AS n FROM ${sql.raw(table)}
      WHERE ${which("workspace_id")} GROUP BY workspace_id`,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}
