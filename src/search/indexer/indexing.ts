import type { Log } from "../../operations/log.ts";
import type { WorkerFault, WorkerWords } from "../../operations/health.ts";
import { workerAddress } from "../../platform/worker-entry.ts";
import type { Writer } from "../../storage/writer.ts";
import type { RebuildProgress } from "./indexer.ts";
import type { FromIndexer, ToIndexer } from "./indexing-messages.ts";

/** How long new prints gather before they are indexed, milliseconds. */
const GATHER_MILLISECONDS = 300;

/** With more operations in that time, the machine has better to do than to decode text. */
const BUSY_OPERATIONS = 300;

/** How long the Worker stays when nothing is left to do, milliseconds: it takes memory. */
const REST_MILLISECONDS = 5000;

/** What is told of it when the service is asked how it is. */
export const INDEXING_WORDS: WorkerWords = {
  name: "indexing",
  working: "New prints are indexed for searches.",
  failing: "New prints are not indexed for searches",
};

export interface IndexingOptions {
  readonly databasePath: string;
  readonly writer: Writer;
  readonly log: Log;
}

/** Has the search index kept up to date, in a Worker that is there only while there is something to do. */
export class Indexing {
  private worker: Worker | null = null;
  private wakeTimer: Timer | null = null;
  private restTimer: Timer | null = null;
  private isClosed = false;
  /** Who wants nothing to be indexed now. */
  private pauses = 0;
  /** Messages that the Worker is to act on. */
  private told = 0;
  /** Operations since the last message to the Worker. */
  private gathered = 0;
  /** Rebuilds under way or waiting, by workspace. */
  private readonly rebuilds = new Map<number, RebuildProgress>();
  private lastFault: WorkerFault | null = null;
  private isDamaged = false;

  constructor(private readonly options: IndexingOptions) {}

  /** What the work met last; `null` since it has come to its end. */
  get fault(): WorkerFault | null {
    return this.lastFault;
  }

  /** Whether a search has found a segment damaged that is not built anew yet. */
  get hasDamage(): boolean {
    return this.isDamaged;
  }

  /** To be called when something was stored; cheap enough for every batch. */
  wake(operations: number): void {
    this.gathered += operations;
    if (this.wakeTimer !== null || this.isClosed) return;
    this.wakeTimer = setTimeout(() => {
      this.wakeTimer = null;
      const isBusy = this.gathered > BUSY_OPERATIONS;
      this.gathered = 0;
      this.send({ kind: "wake", isBusy });
      // Once more when it has become quiet, for what was left because it was not.
      if (isBusy) this.wake(0);
    }, GATHER_MILLISECONDS);
  }

  /** A search found a segment damaged: it is built anew. */
  noteDamage(workspaceId: number, segmentId: number): void {
    this.isDamaged = true;
    this.send({ kind: "damage", workspaceId, segmentId });
  }

  /** Has the index of a workspace built anew; see {@link progressOf}. */
  rebuild(workspaceId: number): void {
    if (this.rebuilds.has(workspaceId)) return;
    this.rebuilds.set(workspaceId, { workspaceId, done: 0, total: 0 });
    this.send({ kind: "rebuild", workspaceId });
  }

  /** How far a rebuild has got; `null` when none is under way. */
  progressOf(workspaceId: number): RebuildProgress | null {
    return this.rebuilds.get(workspaceId) ?? null;
  }

  /**
   * Does something while nothing is indexed: what is half done is begun anew then. Searches go on. Whatever the Worker had
   * asked the writer for is done before anything that the work asks for.
   */
  async pausedFor(work: () => Promise<void>): Promise<void> {
    const rebuilds = [...this.rebuilds.keys()];
    this.pauses++;
    this.endWorker();
    for (const workspaceId of rebuilds) this.rebuild(workspaceId);
    try {
      await work();
    } finally {
      this.pauses--;
      // Those that were asked for meanwhile too.
      for (const workspaceId of this.rebuilds.keys()) this.send({ kind: "rebuild", workspaceId });
      this.wake(0);
    }
  }

  /** Stops indexing; what is half done is begun anew at the next start. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.wakeTimer ?? undefined);
    this.endWorker();
  }

  private send(message: ToIndexer): void {
    if (this.isClosed || this.pauses > 0) return;
    clearTimeout(this.restTimer ?? undefined);
    this.worker ??= this.start();
    this.told++;
    this.worker.postMessage(message);
  }

  private start(): Worker {
    // smol: it is in nobody's way for long, and collects its garbage sooner.
    const worker = new Worker(workerAddress("search/indexer/indexer-worker"), { smol: true });
    this.told = 0;
    worker.onmessage = (event: MessageEvent<FromIndexer>) => this.receive(worker, event.data);
    worker.onerror = (event) => {
      this.options.log.write("error", "the search index is not kept up to date", { reason: event.message });
      this.lastFault = "died";
      this.endWorker();
    };
    worker.postMessage({ kind: "open", databasePath: this.options.databasePath } satisfies ToIndexer);
    return worker;
  }

  private receive(worker: Worker, message: FromIndexer): void {
    // What an ended Worker had still to say is about what another one begins anew.
    if (worker !== this.worker) return;
    switch (message.kind) {
      case "step":
        void this.run(worker, message);
        break;
      case "progress":
        if (message.done < message.total) this.rebuilds.set(message.workspaceId, message);
        else this.rebuilds.delete(message.workspaceId);
        break;
      case "resting":
        this.lastFault = null;
        // A message that crossed this one has work for it.
        if (message.heard !== this.told) return;
        this.isDamaged = false;
        clearTimeout(this.restTimer ?? undefined);
        this.restTimer = setTimeout(() => this.endWorker(), REST_MILLISECONDS);
        break;
      case "failed":
        this.lastFault = "interrupted";
        this.options.log.write("warning", "indexing for searches was interrupted and goes on soon", {
          reason: message.reason,
        });
        break;
    }
  }

  private async run(worker: Worker, { step }: { step: Extract<FromIndexer, { kind: "step" }>["step"] }) {
    let result: number | null = null;
    try {
      result = (await this.options.writer.submit({ kind: "index", step })).id;
    } catch {
      // The Worker tries again later; the writer has logged what was unexpected.
    }
    if (this.worker === worker) worker.postMessage({ kind: "ran", result } satisfies ToIndexer);
  }

  private endWorker(): void {
    clearTimeout(this.restTimer ?? undefined);
    this.worker?.terminate();
    this.worker = null;
    this.rebuilds.clear();
  }
}
