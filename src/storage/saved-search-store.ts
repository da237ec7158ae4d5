import type { Database } from "bun:sqlite";
import { notFound } from "../domain/errors.ts";
import {
  refuseMoreSavedSearches,
  refuseSavedSearchName,
  type SavedSearch,
  type SavedSearchSettings,
} from "../domain/saved-search.ts";
import { fold } from "../domain/text.ts";
import { selectList } from "./column-name.ts";

/** A change of the saved searches, as data: it goes to the writer's Worker. */
export type SavedSearchChange = { readonly workspaceId: number } & (
  | ({ readonly do: "create" } & SavedSearchSettings)
  | ({ readonly do: "update"; readonly id: number } & SavedSearchSettings)
  | { readonly do: "remove"; readonly id: number }
);

const COLUMNS = selectList([
  "id",
  "workspaceId",
  "name",
  "query",
  "createdAt",
  "updatedAt",
] satisfies readonly (keyof SavedSearch)[]);

/** Reads and changes the searches that have a name. */
export class SavedSearchStore {
  constructor(private readonly database: Database) {}

  /** The saved searches of a workspace, by name. */
  list(workspaceId: number): SavedSearch[] {
    return this.database
      .query<SavedSearch, [number]>(
        `SELECT ${COLUMNS} FROM saved_search WHERE workspace_id = ? ORDER BY name_key`,
      )
      .all(workspaceId);
  }

  /** A saved search of a workspace. @throws TillrollError NOT_FOUND */
  get(workspaceId: number, id: number): SavedSearch {
    const found = this.list(workspaceId).find((known) => known.id === id);
    if (found === undefined) throw notFound("saved search", id);
    return found;
  }

  /**
   * Makes a change.
   * @returns the search's id
   * @throws TillrollError NOT_FOUND, CONFLICT for a name that another has, WORKSPACE_LIMIT_EXCEEDED
   */
  apply(change: SavedSearchChange, now: number): number {
    switch (change.do) {
      case "create":
        return this.create(change, now);
      case "update": {
        const { workspaceId, id, name, query } = change;
        this.get(workspaceId, id);
        refuseSavedSearchName(this.list(workspaceId), name, id);
        const set = "name = ?, name_key = ?, query = ?, updated_at = ?";
        this.run(`UPDATE saved_search SET ${set} WHERE id = ?`, name, fold(name), query, now, id);
        return id;
      }
      case "remove":
        this.get(change.workspaceId, change.id);
        this.run("DELETE FROM saved_search WHERE id = ?", change.id);
        return change.id;
    }
  }

  private create({ workspaceId, name, query }: SavedSearchChange & { do: "create" }, now: number): number {
    const present = this.list(workspaceId);
    refuseMoreSavedSearches(present);
    refuseSavedSearchName(present, name, null);
    return this.run(
      "INSERT INTO saved_search (workspace_id, name, name_key, query, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
      workspaceId,
      name,
      fold(name),
      query,
      now,
      now,
    );
  }

  /** @returns the id of a new row */
  private run(statement: string, ...values: (string | number)[]): number {
    const { lastInsertRowid } = this.database.query<unknown, (string | number)[]>(statement).run(...values);
    return Number(lastInsertRowid);
  }
}
