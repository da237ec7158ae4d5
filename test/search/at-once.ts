import type { SearchQuery } from "../../src/domain/search-query.ts";
import type { IndexSearch } from "../../src/search/index-search.ts";

/** Does work that comes in steps without pauses. @returns what it returns */
export function atOnce<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Finds a page in the index, as text; `null` where the index cannot answer. */
export function findAtOnce(search: IndexSearch, workspaceId: number, query: SearchQuery): string | null {
  const page = atOnce(search.find(workspaceId, query));
  return page === null ? null : Buffer.from(page.buffer).toString();
}
