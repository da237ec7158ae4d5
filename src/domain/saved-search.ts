import { TillrollError } from "./errors.ts";
import { SAVED_SEARCH_LIMITS } from "./limits.ts";
import { fold } from "./text.ts";

/** A search that people of a workspace have given a name. */
export interface SavedSearch {
  readonly id: number;
  readonly workspaceId: number;
  /** Unique in the workspace, whatever its case. */
  readonly name: string;
  /** As it is written in the search box. */
  readonly query: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a client gives. */
export type SavedSearchSettings = Pick<SavedSearch, "name" | "query">;

/** @throws TillrollError WORKSPACE_LIMIT_EXCEEDED when a workspace has as many as there may be */
export function refuseMoreSavedSearches(present: readonly SavedSearch[]): void {
  const most = SAVED_SEARCH_LIMITS.searches;
  if (present.length < most) return;
  const message = `The workspace has ${most} saved searches, which is as many as there may be; remove one first.`;
  throw new TillrollError("WORKSPACE_LIMIT_EXCEEDED", message, { savedSearches: most });
}

/** @param id of the one that is to have the name; `null` for a new one @throws TillrollError CONFLICT when another has it */
export function refuseSavedSearchName(
  present: readonly SavedSearch[],
  name: string,
  id: number | null,
): void {
  const other = present.find((known) => fold(known.name) === fold(name));
  if (other === undefined || other.id === id) return;
  const message = `There is a saved search "${other.name}" already; choose another name.`;
  throw new TillrollError("CONFLICT", message, { savedSearchId: other.id });
}
