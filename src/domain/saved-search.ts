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
