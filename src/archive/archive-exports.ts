import { isDamaged } from "../domain/damaged-print.ts";
import type { ExportQuery } from "../domain/export-query.ts";
import type { SearchFilter } from "../domain/search-query.ts";
import type { Workspace } from "../domain/workspace.ts";
import {
  type ExportClient,
  ExportSlots,
  type ExportSource,
  type StartedExport,
} from "../export/export-slots.ts";
import {
  exportBytes,
  type ExportScope,
  inChunks,
  type PrintsToExport,
  scopeOfTask,
} from "../export/export-stream.ts";
import { type ExportedPrint, TagKeys } from "../export/exported-print.ts";
import { joined, masked, readPage } from "../export/exported-prints.ts";
import type { ChainExporting, Exporting } from "../export/exports.ts";
import type { ChainExportTask, ExportBegun, ExportPlan, ExportTask } from "../export/messages.ts";
import type { Preview } from "../preview/preview.ts";
import type { Json } from "../search/search-question.ts";
import type { PostgresDatabase } from "../storage/postgres/connection.ts";
import { workspaceOfPrint } from "../storage/postgres/print-insert.ts";
import { numberIn } from "../storage/postgres/number-array.ts";
import { type PostgresPrintRow, printFromRow, readPrintRows } from "../storage/postgres/print-rows.ts";
import type { ChainSearching } from "../storage/ports/chain-searching.ts";
import type { CardReading, PrintReading } from "../storage/ports/prints.ts";
import type { Searching } from "../storage/ports/writing.ts";

/** Prints whose rows are read at once. */
const ROWS_AT_ONCE = 500;

export interface ArchiveExportsOptions {
  readonly database: PostgresDatabase;
  readonly search: Pick<Searching, "find"> & Pick<ChainSearching, "findAcross">;
  readonly preview: Pick<Preview, "draw">;
  readonly reader: PrintReading;
  readonly cards: Pick<CardReading, "has">;
}

/** Asks for a page of the search of an export. */
type AskPage = (cursor: string | null) => Promise<Json>;

/** Exports prints of an archive, of one workspace or of several: the database works, and this thread only writes. */
export class ArchiveExports implements Exporting, ChainExporting {
  private readonly slots = new ExportSlots();

  constructor(private readonly options: ArchiveExportsOptions) {}

  start(task: ExportTask, client: ExportClient): Promise<StartedExport> {
    const { workspace, query } = task;
    const { search: wanted } = query;
    const { search } = this.options;
    const ask: AskPage | null = wanted && ((cursor) => search.find(workspace.id, { ...wanted, cursor }));
    return this.slots.start(client, () => this.open(task, scopeOfTask(task), query, ask));
  }

  startAcross(task: ChainExportTask, client: ExportClient): Promise<StartedExport> {
    const { workspaces, query } = task;
    const ask: AskPage = (cursor) => this.options.search.findAcross(workspaces, { ...query.search, cursor });
    const chosen = { search: query.search, ids: null };
    return this.slots.start(client, () => this.open(task, scopeOfChain(task), chosen, ask));
  }

  close(): void {
    this.slots.close();
  }

  private open(
    job: ExportPlan,
    scope: ExportScope,
    { search, ids }: Chosen,
    ask: AskPage | null,
  ): ExportSource {
    const { database, reader, cards, preview } = this.options;
    const prints = new ArchivePrintsToExport(database, scope, search?.filter ?? null);
    let isEnded = false;
    const draw = preview.draw.bind(preview);
    const chunks = inChunks(exportBytes({ job, scope, prints, reader, cards, proofs: null, draw }));
    return {
      begin: () => (ask === null ? prints.choose(ids ?? []) : prints.find(ask, () => isEnded)),
      next: async () => (await chunks.next()).value ?? null,
      end: () => {
        isEnded = true;
        void chunks.return(undefined).catch(() => {});
      },
    };
  }
}

/** What an export is of: a search, or ids. */
type Chosen = { readonly search: { readonly filter: SearchFilter } | null } & Pick<ExportQuery, "ids">;

function scopeOfChain({ workspaces, hasCards }: ChainExportTask): ExportScope {
  const byId = new Map(workspaces.map((workspace) => [workspace.id, workspace]));
  const slugs = workspaces.map(({ slug }) => slug);
  return {
    of: slugs.length === 1 ? `the workspace ${slugs[0]}` : `${slugs.length} workspaces`,
    isOfSeveral: true,
    isSearch: true,
    workspaceOf: ({ workspaceId }) => byId.get(workspaceId) as Workspace,
    hasCards,
  };
}

/** The prints of an export: which they are is found before the first is read, so that what comes later is not among them. */
class ArchivePrintsToExport implements PrintsToExport {
  private ids: Float64Array = new Float64Array(0);
  private readonly keys = new TagKeys();

  /** @param filter of the search; `null` for a selection */
  constructor(
    private readonly database: PostgresDatabase,
    private readonly scope: ExportScope,
    private readonly filter: SearchFilter | null,
  ) {}

  get tagKeys(): string[] {
    return this.keys.mostFrequent;
  }

  /** Takes a selection. */
  async choose(ids: readonly number[]): Promise<ExportBegun> {
    this.ids = Float64Array.from(new Set(ids));
    for await (const { print } of this.each())
      if (print !== null) this.keys.add(Object.keys(JSON.parse(print.tag) as object));
    return { total: this.ids.length, textPending: 0 };
  }

  /** Finds what a search does. */
  async find(askPage: AskPage, isEnded: () => boolean): Promise<ExportBegun> {
    const pages: Float64Array[] = [];
    let textPending = 0;
    let cursor: string | null = null;
    do {
      const page = readPage(await askPage(cursor));
      pages.push(Float64Array.from(page.items, ({ id }) => id));
      for (const item of page.items) if (!isDamaged(item)) this.keys.add(Object.keys(item.tag));
      textPending = page.textPending ?? 0;
      cursor = page.nextCursor ?? null;
    } while (cursor !== null && !isEnded());
    this.ids = joined(pages);
    return { total: this.ids.length, textPending };
  }

  async *each(): AsyncGenerator<ExportedPrint> {
    for (let from = 0; from < this.ids.length; from += ROWS_AT_ONCE) {
      const ids = [...this.ids.subarray(from, from + ROWS_AT_ONCE)];
      const rows = await Promise.all(
        [...Map.groupBy(ids, (id) => this.workspaceOf(id).id)].map(([workspaceId, some]) =>
          readPrintRows(this.database, workspaceId, numberIn("id", some)),
        ),
      );
      const byId = new Map(rows.flat().map((row) => [row.id, row]));
      for (const id of ids) yield this.exported(id, byId.get(id));
    }
  }

  private exported(id: number, row: PostgresPrintRow | undefined): ExportedPrint {
    const { slug, maskCardNumbers } = this.workspaceOf(id);
    const whose = this.scope.isOfSeveral ? { workspace: slug } : {};
    // A search that leaves out deleted prints does not have one that was deleted since.
    const leavesOut = this.filter?.deleted === false;
    if (row === undefined || row.removedAt !== null || (leavesOut && row.deletedAt !== null))
      return { ...whose, id, state: "gone", print: null };
    const print = { ...printFromRow(row), sha256: row.sha256.toString("hex"), byteLength: row.byteLength };
    return { ...whose, id, state: "ok", print: maskCardNumbers ? masked(print) : print };
  }

  private workspaceOf(id: number): Workspace {
    return this.scope.workspaceOf({ workspaceId: workspaceOfPrint(id) });
  }
}
