import { readSearchQuery } from "../../../src/contract/search.ts";
import type { SearchQuery } from "../../../src/domain/search-query.ts";
import { type CursorPosition, readCursor } from "../../../src/search/cursor.ts";
import type { Chain } from "../data/chain.ts";
import { WORKSPACE_ID } from "../data/workload.ts";
import { Given, type QueryKind, type SearchBody } from "./query-kind.ts";
import { QUERY_KINDS } from "./query-kinds.ts";

/** Instances of every kind, so that none is one cached answer. */
export const INSTANCES = 10;

/** Pages that the walk of an instance has behind it, for each instance before it too. */
const WALKED_PAGES = 2;

/** One search with its constants. */
export interface SearchInstance {
  readonly kind: string;
  readonly body: SearchBody;
  readonly query: SearchQuery;
  /** Matches in front of the page. */
  readonly offset: number;
  /** The print that a walk is behind, else `null`. */
  readonly position: CursorPosition | null;
}

/** What of an answer is compared. */
export interface Answer {
  readonly total: number;
  readonly ids: readonly number[];
}

/** Answers a search with the JSON of a page. */
export type Ask = (body: SearchBody) => Promise<string>;

interface Page {
  readonly items: readonly { readonly id: number }[];
  readonly total: number;
  readonly totalPage: number;
  readonly nextCursor?: string | null;
}

/** Makes the instances of all kinds. @param ask finds out how many pages there are, and where a walk gets to */
export async function makeInstances(chain: Chain, ask: Ask): Promise<SearchInstance[][]> {
  const kinds: SearchInstance[][] = [];
  for (const [index, kind] of QUERY_KINDS.entries()) {
    const instances: SearchInstance[] = [];
    for (let number = 0; number < INSTANCES; number++) {
      const body = await bodyOf(kind, new Given(chain, number, index + 1), ask);
      instances.push(instanceOf(kind.name, body));
    }
    kinds.push(instances);
  }
  return kinds;
}

/** What a page says, of whatever search. */
export function answerOf(pageJson: string): Answer {
  const { items, total } = JSON.parse(pageJson) as Page;
  return { total, ids: items.map(({ id }) => id) };
}

async function bodyOf(kind: QueryKind, given: Given, ask: Ask): Promise<SearchBody> {
  const body = kind.body(given);
  if (kind.part === undefined) return body;
  let page = JSON.parse(await ask(body)) as Page;
  if (kind.part !== "walked") {
    const { totalPage } = page;
    return { ...body, page: Math.max(1, kind.part === "last" ? totalPage : Math.ceil(totalPage / 2)) };
  }
  let cursor: string | null = null;
  for (let walked = 0; walked < (given.number + 1) * WALKED_PAGES; walked++) {
    const next = page.nextCursor ?? null;
    if (next === null) break;
    cursor = next;
    page = JSON.parse(await ask({ ...body, cursor })) as Page;
  }
  return { ...body, cursor };
}

function instanceOf(kind: string, body: SearchBody): SearchInstance {
  const query = readSearchQuery(body);
  const { cursor, page, pageSize } = query;
  const position = typeof cursor === "string" ? readCursor(WORKSPACE_ID, query, cursor) : null;
  const firstPage = cursor === undefined ? page : (position?.page ?? 1);
  return { kind, body, query, position, offset: (firstPage - 1) * pageSize };
}
