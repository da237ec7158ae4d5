import type { Awaitable } from "../domain/awaitable.ts";
import { TillrollError } from "../domain/errors.ts";
import { EXPORT_LIMITS } from "../domain/limits.ts";
import { WorkerThread } from "../platform/worker-thread.ts";
import type { Drawn, Preview } from "../preview/preview.ts";
import type { Json } from "../search/search-question.ts";
import type { Search } from "../search/search.ts";
import type { ExportBegun, ExportJob, FromExport, ToExport } from "./messages.ts";

export interface ExportsOptions {
  readonly databasePath: string;
  readonly search: Pick<Search, "find">;
  readonly preview: Pick<Preview, "draw">;
  /** See {@link EXPORT_LIMITS}, whose value it is by default. */
  readonly stallMilliseconds?: number;
}

/** Who an export is for. */
export interface ExportClient {
  /** Tells that the client has gone. */
  readonly signal: AbortSignal;
  /** Whether it may still have what it asked for. */
  readonly isAllowed: () => Awaitable<boolean>;
}

/** An export under way. */
export interface StartedExport extends ExportBegun {
  /** All its bytes. Nothing is read before the client has taken what was made before. */
  readonly body: ReadableStream<Uint8Array>;
  /** Ends it before its body is read. */
  end(): void;
}

/** Exports prints, each in a Worker of its own that stands back behind requests and ends with it. */
export class Exports {
  private readonly underWay = new Set<() => void>();
  private isClosed = false;

  constructor(private readonly options: ExportsOptions) {}

  /**
   * Finds the prints of an export.
   * @throws TillrollError RATE_LIMIT_EXCEEDED when too many are under way, and what a search throws
   */
  async start(given: Omit<ExportJob, "databasePath">, client: ExportClient): Promise<StartedExport> {
    const { signal, isAllowed } = client;
    const { atOnce } = EXPORT_LIMITS;
    signal.throwIfAborted();
    if (this.underWay.size >= atOnce) {
      const message = `There are ${atOnce} exports under way already; wait for one, or cancel it.`;
      throw new TillrollError("RATE_LIMIT_EXCEEDED", message, { exports: atOnce, retryAfterSeconds: 10 });
    }
    const job: ExportJob = { ...given, databasePath: this.options.databasePath };
    const worker = this.open(job);
    const end = () => {
      if (!this.underWay.delete(end)) return;
      signal.removeEventListener("abort", end);
      worker.end(this.isClosed ? "the service is stopping" : "the export was ended");
    };
    this.underWay.add(end);
    signal.addEventListener("abort", end);
    try {
      const begun = (await worker.ask({ do: "begin", job })) as ExportBegun;
      return { ...begun, body: this.bodyOf(worker, end, isAllowed), end };
    } catch (error) {
      end();
      throw error;
    }
  }

  close(): void {
    this.isClosed = true;
    for (const end of this.underWay) end();
  }

  private open({ workspace, query }: ExportJob): WorkerThread<ToExport, FromExport> {
    const { search, preview } = this.options;
    return new WorkerThread<ToExport, FromExport>({
      entry: "export/export-worker",
      smol: true,
      async answer(question) {
        if (question.ask === "draw") return preview.draw(question.question);
        if (query.search === null) throw new Error("a selection has no pages");
        return search.find(workspace.id, { ...query.search, cursor: question.cursor });
      },
      buffersOf: bufferOf,
    });
  }

  private bodyOf(
    worker: WorkerThread<ToExport, FromExport>,
    end: () => void,
    isAllowed: () => Awaitable<boolean>,
  ): ReadableStream<Uint8Array> {
    const { stallMilliseconds = EXPORT_LIMITS.stallMilliseconds } = this.options;
    const isUnderWay = () => this.underWay.has(end);
    let stall: Timer | undefined;
    const finish = () => {
      clearTimeout(stall);
      end();
    };
    // One that takes nothing would keep others from theirs for ever.
    const watch = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const giveUp = () => {
        end();
        controller.error(new Error("the client takes nothing"));
      };
      stall = setTimeout(giveUp, stallMilliseconds);
      stall.unref();
    };
    return new ReadableStream<Uint8Array>(
      {
        start: watch,
        async pull(controller) {
          clearTimeout(stall);
          try {
            if (!isUnderWay() || !(await isAllowed())) throw new Error("the export was ended");
            const chunk = (await worker.ask({ do: "next" })) as Uint8Array<ArrayBuffer> | null;
            if (chunk !== null) {
              controller.enqueue(chunk);
              return watch(controller);
            }
            finish();
            controller.close();
          } catch (error) {
            // The client sees a body that breaks off, and takes it for no whole file.
            finish();
            throw error;
          }
        },
        cancel: finish,
      },
      { highWaterMark: 0 },
    );
  }
}

/** The buffer of bytes that fill it: it is handed over, not copied. */
function bufferOf(given: Json | Drawn): ArrayBuffer[] {
  return typeof given !== "string" && given.byteLength === given.buffer.byteLength ? [given.buffer] : [];
}
