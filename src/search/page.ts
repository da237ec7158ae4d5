import { printToJson } from "../domain/print.ts";
import type { SearchQuery } from "../domain/search-query.ts";
import { printFromRow, type PrintRow } from "../storage/print-row.ts";
import { type CursorPosition, writeCursor } from "./cursor.ts";

/** Where a walk goes on: what it needs of a print. */
export interface PagePlace {
  readonly id: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An item of a page: the print as JSON, and what a walk needs to go on behind it. */
export interface PageItem extends PagePlace {
  readonly json: string;
}

/** The item of a print's row. */
export function itemOf(row: PrintRow): PageItem {
  const { id, createdAt, updatedAt } = row;
  return { id, createdAt, updatedAt, json: printToJson(printFromRow(row)) };
}

/** What a page of results (contract, section 2.2) has beside its items. */
export interface PageFacts {
  readonly total: number;
  readonly page: number;
  /** Whether a walk by cursor goes on after this page. */
  readonly goesOn: boolean;
  /** The last item, behind which a walk goes on. */
  readonly last: PagePlace | null;
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

/** What comes before the items of a page. */
export const PAGE_BEGIN = '{"items":[';

/** What comes after the items of a page. @param textPending prints whose text cannot be searched yet, when that was asked */
export function pageEnd(
  workspaceId: number,
  query: SearchQuery,
  found: PageFacts,
  textPending: number | null,
): string {
  const { total, page } = found;
  const { pageSize } = query;
  const walking = query.cursor !== undefined;
  const totalPage = Math.ceil(total / pageSize);
  const hasNext = walking ? found.goesOn : page < totalPage;
  const hasPrev = page > 1 && total > 0;
  const cursor = walking ? `,"nextCursor":${JSON.stringify(nextCursor(workspaceId, query, found))}` : "";
  const pending = textPending === null ? "" : `,"textPending":${textPending}`;
  return (
    `],"total":${total},"page":${page},"pageSize":${pageSize},` +
    `"totalPage":${totalPage},"hasNext":${hasNext},"hasPrev":${hasPrev}${cursor}${pending}}`
  );
}

function nextCursor(
  workspaceId: number,
  query: SearchQuery,
  { last, page, goesOn }: PageFacts,
): string | null {
  if (!goesOn || last === null) return null;
  const position: CursorPosition = { value: last[sortField(query)], id: last.id, page: page + 1 };
  return writeCursor(workspaceId, query, position);
}
