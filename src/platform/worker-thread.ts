import { join } from "node:path";
import { type Receiver, type Sent, WorkerChannel } from "./worker-channel.ts";

/** The Workers of the service, by their path under `src`; the build makes each an entry point of the binary. */
export const WORKER_ENTRIES = [
  "storage/writer-worker",
  "background/background-worker",
  "search/search-worker",
  "search/sql-search-worker",
  "documents/document-worker",
  "preview/preview-worker",
  "recognition/recognition-worker",
  "delivery/system-calls/system-call-worker",
] as const;

export type WorkerEntry = (typeof WORKER_ENTRIES)[number];

/**
 * Where a Worker's code is: beside this source, or inside the compiled binary, where everything was bundled into the
 * root and what was TypeScript is JavaScript.
 */
export function workerAddress(entry: WorkerEntry): string {
  return Bun.isStandaloneExecutable
    ? join(import.meta.dir, `${entry}.js`)
    : join(import.meta.dir, "..", `${entry}.ts`);
}

export interface WorkerThreadOptions<Other extends Sent> extends Receiver<Other> {
  readonly entry: WorkerEntry;
  /** How long the Worker stays when all questions are answered, milliseconds: it takes memory. For ever if not given. */
  readonly restMilliseconds?: number;
  /** Whether it collects its garbage sooner, for work that nobody waits for. */
  readonly smol?: boolean;
  /** The Worker died; what was asked of it has failed. */
  onDeath?(reason: string): void;
}

/** A Worker that starts with the first question; should it die, what was asked fails and the next question starts one. */
export class WorkerThread<Own extends Sent, Other extends Sent = Sent> {
  private running: { readonly worker: Worker; readonly channel: WorkerChannel<Own, Other> } | null = null;
  private rest: Timer | undefined;

  constructor(private readonly options: WorkerThreadOptions<Other>) {}

  /** Asks; the buffers in `transfer` are handed over, not copied. @throws what the Worker threw */
  async ask(question: Own["question"], transfer: ArrayBuffer[] = []): Promise<Own["answer"]> {
    const channel = this.channel();
    try {
      return await channel.ask(question, transfer);
    } finally {
      if (channel === this.running?.channel && channel.unanswered === 0) this.beginRest();
    }
  }

  /** Ends the Worker; what it was asked fails for this reason. The next question starts another. */
  end(reason: string): void {
    clearTimeout(this.rest);
    const { running } = this;
    this.running = null;
    running?.worker.terminate();
    running?.channel.close(reason);
  }

  private channel(): WorkerChannel<Own, Other> {
    clearTimeout(this.rest);
    this.running ??= this.start();
    return this.running.channel;
  }

  private start() {
    const { entry, smol = false } = this.options;
    const worker = new Worker(workerAddress(entry), { smol });
    worker.onerror = (event) => {
      if (this.running?.worker !== worker) return;
      this.end(event.message);
      this.options.onDeath?.(event.message);
    };
    return { worker, channel: new WorkerChannel<Own, Other>(worker, this.options) };
  }

  private beginRest(): void {
    const { restMilliseconds } = this.options;
    if (restMilliseconds === undefined) return;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.end("the Worker rests"), restMilliseconds);
    this.rest.unref();
  }
}
