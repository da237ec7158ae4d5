import type { SearchQuery } from "./search-query.ts";

/** What prints are exported as: a table, lines of JSON, or a ZIP archive with a file for each. */
export const EXPORT_FORMATS = ["csv", "jsonl", "zip-raw", "zip-png", "zip-pdf"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How CSV has tags: a column for each frequent key, or one of JSON for all. */
export const TAG_FORMS = ["columns", "json"] as const;

export type TagForm = (typeof TAG_FORMS)[number];

/** An export: what a search finds, or a selection, as `format`. Either `search` or `ids` is `null`. */
export interface ExportQuery {
  readonly format: ExportFormat;
  /** Whether CSV begins with a byte order mark. */
  readonly bom: boolean;
  readonly tags: TagForm;
  /** Whether an archive has the proofs of its prints. */
  readonly proofs: boolean;
  readonly search: SearchQuery | null;
  readonly ids: readonly number[] | null;
}
