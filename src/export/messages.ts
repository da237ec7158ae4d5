import type { ChainExportQuery, ExportForm, ExportQuery } from "../domain/export-query.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { Drawn, PreviewQuestion } from "../preview/preview.ts";
import type { Json } from "../search/search-question.ts";
import type { Sent } from "../platform/worker-channel.ts";

/** What is known of any export. */
export interface ExportPlan {
  readonly query: ExportForm;
  /** The search or selection as it was given, for whoever reads the archive. */
  readonly wanted: string;
  /** When it began, epoch milliseconds. */
  readonly at: number;
  readonly version: string;
}

/** What an export of a workspace is to have. */
export interface ExportTask extends ExportPlan {
  readonly workspace: Workspace;
  readonly query: ExportQuery;
  /** Whether bytes with full card numbers are in it. */
  readonly hasCards: boolean;
}

/** What an export of several workspaces of an archive is to have. */
export interface ChainExportTask extends ExportPlan {
  readonly workspaces: readonly Workspace[];
  readonly query: ChainExportQuery;
  /** Whether bytes with full card numbers of a workspace are in it. */
  readonly hasCards: (workspace: Workspace) => boolean;
}

/** An export of a workspace, and where a shop has its prints. */
export interface ExportJob extends ExportTask {
  readonly databasePath: string;
}

/** What an export has found before its first byte. */
export interface ExportBegun {
  readonly total: number;
  /** Prints whose text could not be searched yet. */
  readonly textPending: number;
}

/** To the Worker: find the prints; then the next bytes, `null` after the last ones. */
export type ToExport = Sent<
  { readonly do: "begin"; readonly job: ExportJob } | { readonly do: "next" },
  ExportBegun | Uint8Array<ArrayBuffer> | null
>;

/** From the Worker: a page of the search, and a print drawn. */
export type FromExport = Sent<
  | { readonly ask: "page"; readonly cursor: string | null }
  | { readonly ask: "draw"; readonly question: PreviewQuestion },
  Json | Drawn
>;
