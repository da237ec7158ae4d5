import type { ChainFacetsQuery, FacetsQuery } from "../domain/facets-query.ts";
import type { GapsQuery } from "../domain/gaps-query.ts";
import type { ChainQuery, SearchFilter, SearchQuery } from "../domain/search-query.ts";
import { type AskedSearch, noteSearch, type SearchWatch } from "../search/search-effort.ts";
import type { Json } from "../search/search-question.ts";
import type { ChainSearching, ChainWorkspace } from "../storage/ports/chain-searching.ts";
import type { Searching } from "../storage/ports/writing.ts";

/** The searches of an archive, each of which is told of: what it cost, and when it took long. */
export class WatchedSearch implements Searching, ChainSearching {
  constructor(
    private readonly search: Searching,
    private readonly chain: ChainSearching,
    private readonly watch: SearchWatch,
  ) {}

  find(workspaceId: number, query: SearchQuery, requestId: string | null = null): Promise<Json> {
    const asked = { scope: { workspaceId }, wanted: { kind: "page", query }, requestId } as const;
    return this.watched(asked, this.search.find(workspaceId, query));
  }

  facets(workspaceId: number, query: FacetsQuery, requestId: string | null = null): Promise<Json> {
    const asked = { scope: { workspaceId }, wanted: { kind: "facets", query }, requestId } as const;
    return this.watched(asked, this.search.facets(workspaceId, query));
  }

  gaps(workspaceId: number, query: GapsQuery, requestId: string | null = null): Promise<Json> {
    const asked = { scope: { workspaceId }, wanted: { kind: "gaps", query }, requestId } as const;
    return this.watched(asked, this.search.gaps(workspaceId, query));
  }

  findAcross(
    workspaces: readonly ChainWorkspace[],
    query: ChainQuery,
    requestId: string | null = null,
  ): Promise<Json> {
    const asked = { scope: scopeOf(workspaces), wanted: { kind: "page", query }, requestId } as const;
    return this.watched(asked, this.chain.findAcross(workspaces, query));
  }

  facetsAcross(
    workspaces: readonly ChainWorkspace[],
    query: ChainFacetsQuery,
    requestId: string | null = null,
  ): Promise<Json> {
    const asked = { scope: scopeOf(workspaces), wanted: { kind: "facets", query }, requestId } as const;
    return this.watched(asked, this.chain.facetsAcross(workspaces, query));
  }

  countAcross(
    workspaces: readonly ChainWorkspace[],
    filter: SearchFilter,
    requestId: string | null = null,
  ): Promise<Json> {
    const asked = {
      scope: scopeOf(workspaces),
      wanted: { kind: "count", query: { filter } },
      requestId,
    } as const;
    return this.watched(asked, this.chain.countAcross(workspaces, filter));
  }

  /** Also of one that fails: what ran out of time is what somebody looks for in the log. */
  private async watched(asked: AskedSearch, answer: Promise<Json>): Promise<Json> {
    const begun = performance.now();
    try {
      return await answer;
    } finally {
      const milliseconds = performance.now() - begun;
      noteSearch(this.watch, asked, { plan: "sql", milliseconds, workMilliseconds: null, runs: null });
    }
  }
}

function scopeOf(workspaces: readonly ChainWorkspace[]) {
  return { workspaces: workspaces.length };
}
