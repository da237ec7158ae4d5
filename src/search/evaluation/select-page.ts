import type { SearchQuery } from "../../domain/search-query.ts";
import type { CursorPosition } from "../cursor.ts";
import { isDescending, sortField } from "../page.ts";
import type { Matches } from "./matches.ts";
import { UpdateOrder } from "./update-order.ts";

/** Where a walk has got to, and the ordinal of that print. */
export interface WalkPosition extends CursorPosition {
  readonly ordinal: number;
}

/**
 * Selects a page. All orders but that by `updatedAt` are that of the ordinals; a downward one is the upward one from
 * its end, ties included, so that a page is a range of ranks however deep it is.
 * @returns the ordinals in the order wanted, and whether a walk goes on behind them
 */
export function selectPage(
  matches: Matches,
  query: SearchQuery,
  page: number,
  after: WalkPosition | null,
): { readonly ordinals: readonly number[]; readonly goesOn: boolean } {
  const byUpdate = sortField(query) === "updatedAt" ? new UpdateOrder(matches) : null;
  const { total } = matches;
  const { pageSize } = query;
  const descending = isDescending(query);
  const rankOf = (ordinal: number, time: number) =>
    byUpdate === null ? matches.rankOf(ordinal) : byUpdate.rankOf(time, ordinal);
  let skipped = query.cursor === undefined ? (page - 1) * pageSize : 0;
  if (after !== null) {
    // All up to the walk's print, which itself need not match any more.
    const { ordinal, value } = after;
    skipped = descending ? total - rankOf(ordinal, value) : rankOf(ordinal + 1, value);
  }
  const from = descending ? Math.max(total - skipped - pageSize, 0) : Math.min(skipped, total);
  const to = descending ? Math.max(total - skipped, 0) : Math.min(skipped + pageSize, total);
  const ordinals = byUpdate === null ? matches.ordinals(from, to) : byUpdate.ordinalsAt(from, to);
  return {
    ordinals: descending ? ordinals.toReversed() : ordinals,
    goesOn: descending ? from > 0 : to < total,
  };
}
