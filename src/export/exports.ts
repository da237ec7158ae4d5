import { WorkerThread } from "../platform/worker-thread.ts";
import type { Drawn, Preview } from "../preview/preview.ts";
import type { Json } from "../search/search-question.ts";
import type { Search } from "../search/search.ts";
import { type ExportClient, ExportSlots, type ExportSource, type StartedExport } from "./export-slots.ts";
import type {
  ChainExportTask,
  ExportBegun,
  ExportJob,
  ExportTask,
  FromExport,
  ToExport,
} from "./messages.ts";

export interface ExportsOptions {
  readonly databasePath: string;
  readonly search: Pick<Search, "find">;
  readonly preview: Pick<Preview, "draw">;
  /** See `EXPORT_LIMITS`, whose value it is by default. */
  readonly stallMilliseconds?: number;
}

/** Exports prints as files. */
export interface Exporting {
  /**
   * Finds the prints of an export.
   * @throws TillrollError RATE_LIMIT_EXCEEDED when too many are under way, and what a search throws
   */
  start(task: ExportTask, client: ExportClient): Promise<StartedExport>;
}

/** Exports prints of several workspaces as files. */
export interface ChainExporting {
  /** As {@link Exporting.start}. */
  startAcross(task: ChainExportTask, client: ExportClient): Promise<StartedExport>;
}

/** Exports the prints of a shop, each time in a Worker of its own that stands back behind requests and ends with it. */
export class Exports implements Exporting {
  private readonly slots;

  constructor(private readonly options: ExportsOptions) {
    this.slots = new ExportSlots(options.stallMilliseconds);
  }

  start(task: ExportTask, client: ExportClient): Promise<StartedExport> {
    return this.slots.start(client, () => this.open({ ...task, databasePath: this.options.databasePath }));
  }

  close(): void {
    this.slots.close();
  }

  private open(job: ExportJob): ExportSource {
    const { search, preview } = this.options;
    const { workspace, query } = job;
    const worker = new WorkerThread<ToExport, FromExport>({
      entry: "export/export-worker",
      smol: true,
      async answer(question) {
        if (question.ask === "draw") return preview.draw(question.question);
        if (query.search === null) throw new Error("a selection has no pages");
        return search.find(workspace.id, { ...query.search, cursor: question.cursor });
      },
      buffersOf: bufferOf,
    });
    return {
      begin: async () => (await worker.ask({ do: "begin", job })) as ExportBegun,
      next: async () => (await worker.ask({ do: "next" })) as Uint8Array<ArrayBuffer> | null,
      end: (reason) => worker.end(reason),
    };
  }
}

/** The buffer of bytes that fill it: it is handed over, not copied. */
function bufferOf(given: Json | Drawn): ArrayBuffer[] {
  return typeof given !== "string" && given.byteLength === given.buffer.byteLength ? [given.buffer] : [];
}
