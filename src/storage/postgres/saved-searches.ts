import { sql } from "drizzle-orm";
import { notFound } from "../../domain/errors.ts";
import {
  refuseMoreSavedSearches,
  refuseSavedSearchName,
  type SavedSearch,
} from "../../domain/saved-search.ts";
import { fold } from "../../domain/text.ts";
import type { SavedSearchReading } from "../ports/settings.ts";
import type { SavedSearchChange } from "../saved-search-store.ts";
import { columnsFor, insertOf } from "./columns.ts";
import type { Statements } from "./connection.ts";

const COLUMNS = columnsFor([
  "id",
  "workspaceId",
  "name",
  "query",
  "createdAt",
  "updatedAt",
] satisfies readonly (keyof SavedSearch)[]);

/** Reads the searches of an archive that have a name. */
export class PostgresSavedSearches implements SavedSearchReading {
  constructor(private readonly database: Statements) {}

  list(workspaceId: number): Promise<SavedSearch[]> {
    return this.database.all<SavedSearch>(
      sql`SELECT ${COLUMNS} FROM saved_search WHERE workspace_id = ${workspaceId} ORDER BY name_key COLLATE "C"`,
    );
  }

  async get(workspaceId: number, id: number): Promise<SavedSearch> {
    const found = (await this.list(workspaceId)).find((known) => known.id === id);
    if (found === undefined) throw notFound("saved search", id);
    return found;
  }
}

/**
 * Makes a change of the saved searches.
 * @returns the search's id
 * @throws TillrollError NOT_FOUND, CONFLICT for a name that another has, WORKSPACE_LIMIT_EXCEEDED
 */
export async function changeSavedSearches(
  transaction: Statements,
  change: SavedSearchChange,
  now: number,
): Promise<number> {
  const { workspaceId } = change;
  // Whoever else changes those of the workspace waits here, so that two do not take one name.
  await transaction.run(sql`SELECT id FROM workspace WHERE id = ${workspaceId} FOR UPDATE`);
  const stored = new PostgresSavedSearches(transaction);
  const present = await stored.list(workspaceId);
  if (change.do === "create") {
    refuseMoreSavedSearches(present);
    refuseSavedSearchName(present, change.name, null);
    const id = await nextId(transaction, workspaceId);
    const { name, query } = change;
    const row = { workspaceId, id, name, nameKey: fold(name), query, createdAt: now, updatedAt: now };
    await transaction.run(insertOf("saved_search", row));
    return id;
  }
  const { id } = await stored.get(workspaceId, change.id);
  if (change.do === "remove") {
    await transaction.run(sql`DELETE FROM saved_search WHERE workspace_id = ${workspaceId} AND id = ${id}`);
    return id;
  }
  const { name, query } = change;
  refuseSavedSearchName(present, name, id);
  await transaction.run(
    sql`UPDATE saved_search SET name = ${name}, name_key = ${fold(name)}, query = ${query}, updated_at = ${now}
      WHERE workspace_id = ${workspaceId} AND id = ${id}`,
  );
  return id;
}

async function nextId(transaction: Statements, workspaceId: number): Promise<number> {
  const counted = await transaction.first<{ id: number }>(
    sql`UPDATE workspace SET saved_searches = saved_searches + 1 WHERE id = ${workspaceId} RETURNING saved_searches AS id`,
  );
  return counted?.id ?? 0;
}
