import type { FacetsQuery } from "../../domain/facets-query.ts";
import type { GapsQuery } from "../../domain/gaps-query.ts";
import type { SearchQuery } from "../../domain/search-query.ts";
import type { Awaitable } from "../../domain/awaitable.ts";
import type { IndexStatus } from "../../domain/index-status.ts";
import type { Json } from "../../search/search-question.ts";
import type { StorageState } from "../storage-state.ts";
import type { WriteOperation, WriteSuccess } from "../write-operation.ts";

/** Stores what is asked for. */
export interface Writing {
  /**
   * Does an operation; durable once it resolves.
   * @param client whose turn it takes; the service's own without one
   * @throws TillrollError what the operation does, WORKSPACE_BUSY, STORAGE_UNAVAILABLE
   */
  submit(operation: WriteOperation, client?: string): Promise<WriteSuccess>;
  /** Notes what reading met. @returns whether it is about the disk or the database, and about nothing else */
  noteFault(error: unknown): boolean;
  /** How the place where prints are stored is. */
  readonly state: StorageState;
  /** Operations that wait. */
  readonly depth: number;
}

/** Finds and counts prints; sees every print that was acknowledged before the call. The request's id is for the log. */
export interface Searching {
  /**
   * A page of prints.
   * @returns the page (contract, section 2.2) as JSON
   * @throws TillrollError BAD_REQUEST for a cursor that is not of this search
   */
  find(workspaceId: number, query: SearchQuery, requestId?: string | null): Promise<Json>;
  /**
   * Counts of prints by what they have.
   * @returns the counts as JSON
   * @throws TillrollError BAD_REQUEST when there would be too many buckets of time
   */
  facets(workspaceId: number, query: FacetsQuery, requestId?: string | null): Promise<Json>;
  /**
   * The numbers of prints that are missing, doubled or out of order.
   * @returns a `GapReport` as JSON, or all findings as CSV
   * @throws TillrollError BAD_REQUEST for too many groups or runs of numbers
   */
  gaps(workspaceId: number, query: GapsQuery, requestId?: string | null): Promise<Json>;
}

/** Tells how much of a workspace the search index covers. */
export interface Counting {
  read(workspace: { readonly id: number }): Awaitable<IndexStatus>;
}
