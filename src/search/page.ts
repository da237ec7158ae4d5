import { damagedToJson } from "../domain/damaged-print.ts";
import { printToJson } from "../domain/print.ts";
import type { Order, SearchQuery } from "../domain/search-query.ts";
import { isWholeRow, printFromWholeRow, type PrintRow } from "../storage/print-row.ts";
import { writeCursor } from "./cursor.ts";

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
export function sortField(query: SearchQuery): "id" | "createdAt" | "updatedAt" {
  const [field] = query.orderBy.split(".");
  return field === "id" || field === "updatedAt" ? field : "createdAt";
}

/** Whether a search sorts downwards. */
export function isDescending(query: SearchQuery): boolean {
  return query.orderBy.endsWith(".desc");
}

/** The order from the other end: ties too are the other way round. */
export function reversedOrder(order: Order): Order {
  const isDownwards = order.endsWith(".desc");
  return order.replace(/[^.]+$/, isDownwards ? "asc" : "desc") as Order;
}

/** What comes before the items of a page. */
export const PAGE_BEGIN = '{"items":[';

/**
 * What comes after the items of a page (contract, section 2.2).
 * @param last the last item, behind which a walk goes on if `goesOn`
 * @param textPending prints whose text cannot be searched yet, when that was asked
 */
export function pageEnd(
  workspaceId: number,
  query: SearchQuery,
  { total, page, goesOn, last }: { total: number; page: number; goesOn: boolean; last: PagePlace | null },
  textPending: number | null,
): string {
  const { pageSize } = query;
  const walking = query.cursor !== undefined;
  const totalPage = Math.ceil(total / pageSize);
  const hasNext = walking ? goesOn : page < totalPage;
  const hasPrev = page > 1 && total > 0;
  const next = goesOn ? nextCursor(workspaceId, query, last, page + 1) : null;
  const cursor = walking ? `,"nextCursor":${JSON.stringify(next)}` : "";
  const pending = textPending === null ? "" : `,"textPending":${textPending}`;
  return (
    `],"total":${total},"page":${page},"pageSize":${pageSize},` +
    `"totalPage":${totalPage},"hasNext":${hasNext},"hasPrev":${hasPrev}${cursor}${pending}}`
  );
}

function nextCursor(workspaceId: number, query: SearchQuery, last: PagePlace | null, page: number) {
  return last && writeCursor(workspaceId, query, { value: last[sortField(query)], id: last.id, page });
}
