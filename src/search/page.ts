import { damagedToJson } from "../domain/damaged-print.ts";
import { printToJson } from "../domain/print.ts";
import type { Order, SearchQuery, SortField } from "../domain/search-query.ts";
import { isWholeRow, printFromWholeRow, type PrintRow } from "../storage/print-row.ts";
import { type CursorOwner, writeCursor } from "./cursor.ts";

/** Where a walk goes on: what it needs of a print. */
export interface PagePlace {
  readonly id: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An item of a page: the print as JSON, and what a walk needs to go on behind it. */
export interface PageItem extends PagePlace {
  readonly json: string;
  /** Whether it stands for a print whose row is damaged. */
  readonly isDamaged: boolean;
}

/** The item of a print's row; one that is damaged says no more than that. */
export function itemOf(row: PrintRow): PageItem {
  return isWholeRow(row) ? wholeItem(row) : damagedItem(row.workspaceId, row);
}

/** The item of a row that {@link isWholeRow} was asked about already. */
export function wholeItem(row: PrintRow): PageItem {
  const { id, createdAt, updatedAt } = row;
  return { id, createdAt, updatedAt, json: printToJson(printFromWholeRow(row)), isDamaged: false };
}

/** The item of a print whose row is damaged. @param place what is known of it by its place in the index */
export function damagedItem(workspaceId: number, { id, createdAt, updatedAt }: PagePlace): PageItem {
  return { id, createdAt, updatedAt, json: damagedToJson({ id, workspaceId }), isDamaged: true };
}

/** The field that a search sorts by. */
export function sortField<Sort extends string>({ orderBy }: { readonly orderBy: Sort }): SortField<Sort> {
  return orderBy.slice(0, orderBy.indexOf(".")) as SortField<Sort>;
}

/** Whether a search sorts downwards. */
export function isDescending({ orderBy }: { readonly orderBy: string }): boolean {
  return orderBy.endsWith(".desc");
}

/** The order from the other end: ties too are the other way round. */
export function reversedOrder(order: Order): Order {
  const isDownwards = order.endsWith(".desc");
  return order.replace(/[^.]+$/, isDownwards ? "asc" : "desc") as Order;
}

/** What comes before the items of a page. */
export const PAGE_BEGIN = '{"items":[';

/** What was found for a page. */
export interface PageFacts<Field extends string> {
  /** `null` where nobody counted. */
  readonly total: number | null;
  readonly page: number;
  /** Whether there is more behind the page. */
  readonly goesOn: boolean;
  /** The last item, behind which a walk goes on if there is more. */
  readonly last: { readonly [Name in Field | "id"]: number } | null;
}

/**
 * What comes after the items of a page (contract, section 2.2).
 * @param textPending prints whose text cannot be searched yet, when that was asked
 */
export function pageEnd<Sort extends string>(
  owner: CursorOwner,
  query: SearchQuery<Sort>,
  { total, page, goesOn, last }: PageFacts<SortField<Sort>>,
  textPending: number | null,
): string {
  const { pageSize } = query;
  const walking = query.cursor !== undefined;
  const totalPage = total === null ? null : Math.ceil(total / pageSize);
  const hasNext = walking || totalPage === null ? goesOn : page < totalPage;
  const hasPrev = page > 1 && total !== 0;
  // Nobody else is told where a walk goes on, and a cursor takes longer than the rest of this.
  const next = walking && goesOn && last !== null ? nextCursor(owner, query, last, page + 1) : null;
  const cursor = walking ? `,"nextCursor":${JSON.stringify(next)}` : "";
  const pending = textPending === null ? "" : `,"textPending":${textPending}`;
  return (
    `],"total":${total},"page":${page},"pageSize":${pageSize},` +
    `"totalPage":${totalPage},"hasNext":${hasNext},"hasPrev":${hasPrev}${cursor}${pending}}`
  );
}

function nextCursor<Sort extends string>(
  owner: CursorOwner,
  query: SearchQuery<Sort>,
  last: { readonly [Name in SortField<Sort> | "id"]: number },
  page: number,
) {
  return writeCursor(owner, query, { value: last[sortField(query)], id: last.id, page });
}
