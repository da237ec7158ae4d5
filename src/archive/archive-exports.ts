import { isDamaged } from "../domain/damaged-print.ts";
import {
  type ExportClient,
  ExportSlots,
  type ExportSource,
  type StartedExport,
} from "../export/export-slots.ts";
import { exportBytes, inChunks, type PrintsToExport } from "../export/export-stream.ts";
import { type ExportedPrint, TagKeys } from "../export/exported-print.ts";
import { joined, masked, readPage } from "../export/exported-prints.ts";
import type { Exporting } from "../export/exports.ts";
import type { ExportBegun, ExportTask } from "../export/messages.ts";
import type { Preview } from "../preview/preview.ts";
import type { PostgresDatabase } from "../storage/postgres/connection.ts";
import {
  numberIn,
  type PostgresPrintRow,
  printFromRow,
  readPrintRows,
} from "../storage/postgres/print-rows.ts";
import type { CardReading, PrintReading } from "../storage/ports/prints.ts";
import type { Searching } from "../storage/ports/writing.ts";

/** Prints whose rows are read at once. */
const ROWS_AT_ONCE = 500;

export interface ArchiveExportsOptions {
  readonly database: PostgresDatabase;
  readonly search: Pick<Searching, "find">;
  readonly preview: Pick<Preview, "draw">;
  readonly reader: PrintReading;
  readonly cards: Pick<CardReading, "has">;
}

/** Exports the prints of a workspace of an archive: the database works, and this thread only writes. */
export class ArchiveExports implements Exporting {
  private readonly slots = new ExportSlots();

  constructor(private readonly options: ArchiveExportsOptions) {}

  start(task: ExportTask, client: ExportClient): Promise<StartedExport> {
    return this.slots.start(client, () => this.open(task));
  }

  close(): void {
    this.slots.close();
  }

  private open(job: ExportTask): ExportSource {
    const { database, search, reader, cards, preview } = this.options;
    const prints = new ArchivePrintsToExport(database, job);
    let isEnded = false;
    const draw = preview.draw.bind(preview);
    const chunks = inChunks(exportBytes({ job, prints, reader, cards, proofs: null, draw }));
    return {
      begin: () => prints.find(search, () => isEnded),
      next: async () => (await chunks.next()).value ?? null,
      end: () => {
        isEnded = true;
        void chunks.return(undefined).catch(() => {});
      },
    };
  }
}

/** The prints of an export: which they are is found before the first is read, so that what comes later is not among them. */
class ArchivePrintsToExport implements PrintsToExport {
  private ids: Float64Array = new Float64Array(0);
  private readonly keys = new TagKeys();

  constructor(
    private readonly database: PostgresDatabase,
    private readonly job: ExportTask,
  ) {}

  get tagKeys(): string[] {
    return this.keys.mostFrequent;
  }

  async find(search: Pick<Searching, "find">, isEnded: () => boolean): Promise<ExportBegun> {
    const { workspace, query } = this.job;
    if (query.search === null) {
      this.ids = Float64Array.from(new Set(query.ids));
      for await (const { print } of this.each())
        if (print !== null) this.keys.add(Object.keys(JSON.parse(print.tag) as object));
      return { total: this.ids.length, textPending: 0 };
    }
    const pages: Float64Array[] = [];
    let textPending = 0;
    let cursor: string | null = null;
    do {
      const page = readPage(await search.find(workspace.id, { ...query.search, cursor }));
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
      const rows = await readPrintRows(this.database, this.job.workspace.id, numberIn("id", ids));
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const id of ids) yield this.exported(id, byId.get(id));
    }
  }

  private exported(id: number, row: PostgresPrintRow | undefined): ExportedPrint {
    if (row === undefined || row.removedAt !== null) return { id, state: "gone", print: null };
    // A search that leaves out deleted prints does not have one that was deleted since.
    const leavesOut = this.job.query.search?.filter.deleted === false;
    if (leavesOut && row.deletedAt !== null) return { id, state: "gone", print: null };
    const print = { ...printFromRow(row), sha256: row.sha256.toString("hex"), byteLength: row.byteLength };
    return { id, state: "ok", print: this.job.workspace.maskCardNumbers ? masked(print) : print };
  }
}
