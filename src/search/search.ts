import type { SearchQuery } from "../domain/search-query.ts";
import { WorkerClient } from "../platform/worker-client.ts";
import { workerAddress } from "../platform/worker-entry.ts";

export interface SearchQuestion {
  readonly databasePath: string;
  readonly workspaceId: number;
  readonly query: SearchQuery;
}

/** Finds prints, off the main thread. */
export class Search {
  private readonly worker = new WorkerClient<SearchQuestion, string>(workerAddress("search/search-worker"));

  constructor(private readonly databasePath: string) {}

  /**
   * Finds a page of prints; sees every print that was acknowledged before the call.
   * @returns the page (contract, section 2.2) as JSON
   * @throws TillrollError BAD_REQUEST for a cursor that is not of this search
   */
  find(workspaceId: number, query: SearchQuery): Promise<string> {
    return this.worker.ask({ databasePath: this.databasePath, workspaceId, query });
  }

  close(): void {
    this.worker.close();
  }
}
