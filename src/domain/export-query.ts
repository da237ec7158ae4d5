import type { ChainQuery, SearchQuery } from "./search-query.ts";

/** What prints are exported as: a table, lines of JSON, or a ZIP archive with a file for each. */
export const EXPORT_FORMATS = ["csv", "jsonl", "zip-raw", "zip-png", "zip-pdf"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How CSV has tags: a column for each frequent key, or one of JSON for all. */
export const TAG_FORMS = ["columns", "json"] as const;

export type TagForm = (typeof TAG_FORMS)[number];

/** How an export is written. */
export interface ExportForm {
  readonly format: ExportFormat;
  /** Whether CSV begins with a byte order mark. */
  readonly bom: boolean;
  readonly tags: TagForm;
}

/** An export: what a search finds, or a selection, as `format`. Either `search` or `ids` is `null`. */
export interface ExportQuery extends ExportForm {
  /** Whether an archive has the proofs of its prints. */
  readonly proofs: boolean;
  readonly search: SearchQuery | null;
  readonly ids: readonly number[] | null;
}

/** An export of what a search in several workspaces finds. */
export interface ChainExportQuery extends ExportForm {
  readonly search: ChainQuery;
}
