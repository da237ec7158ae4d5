import type { ChainFacetsQuery } from "../../domain/facets-query.ts";
import type { ChainQuery, SearchFilter } from "../../domain/search-query.ts";
import type { Workspace } from "../../domain/workspace.ts";
import type { Json } from "../../search/search-question.ts";

/** A workspace of several that are searched together. */
export type ChainWorkspace = Pick<Workspace, "id" | "slug">;

/** Finds and counts prints of several workspaces of an archive. */
export interface ChainSearching {
  /**
   * A page of prints, each with the slug of its workspace.
   * @returns a `ChainPage` as JSON
   * @throws TillrollError BAD_REQUEST for a cursor that is not of this search in these workspaces
   */
  findAcross(
    workspaces: readonly ChainWorkspace[],
    query: ChainQuery,
    requestId?: string | null,
  ): Promise<Json>;
  /**
   * Counts of prints by what they have.
   * @returns `ChainFacetCounts` as JSON
   * @throws TillrollError BAD_REQUEST when there would be too many buckets of time
   */
  facetsAcross(
    workspaces: readonly ChainWorkspace[],
    query: ChainFacetsQuery,
    requestId?: string | null,
  ): Promise<Json>;
  /** How many prints match. @returns a `ChainTotal` as JSON */
  countAcross(
    workspaces: readonly ChainWorkspace[],
    filter: SearchFilter,
    requestId?: string | null,
  ): Promise<Json>;
}
