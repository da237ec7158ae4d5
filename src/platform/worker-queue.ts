import type { Sent } from "./worker-channel.ts";
import type { WorkerEntry } from "./worker-address.ts";
import { WorkerThread } from "./worker-thread.ts";

export interface WorkerQueueOptions {
  readonly entry: WorkerEntry;
  /** What a Worker is asked about before another takes its place, bytes: its memory is given back only when it ends. */
  readonly workerBytes: number;
  /** How long a Worker stays without a question, milliseconds. */
  readonly restMilliseconds: number;
}

/** Asks a Worker one question at a time, that about the fewest bytes first: what is usual does not wait long. */
export class WorkerQueue<Question, Answer> {
  private readonly worker: WorkerThread<Sent<Question, Answer>>;
  private waiting: { readonly bytes: number; readonly begin: () => void }[] = [];
  private isBusy = false;
  private askedBytes = 0;
  private isClosed = false;

  constructor(private readonly options: WorkerQueueOptions) {
    this.worker = new WorkerThread(options);
  }

  /**
   * Asks, when it is this question's turn.
   * @param bytes that the question is about
   * @param transfer buffers that are handed over
   * @throws what the Worker throws
   */
  async ask(question: Question, bytes: number, transfer: ArrayBuffer[] = []): Promise<Answer> {
    if (this.isBusy) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.waiting.push({ bytes, begin: resolve });
      await promise;
    }
    this.isBusy = true;
    try {
      if (this.isClosed) throw new Error("the service is stopping");
      return await this.worker.ask(question, transfer);
    } finally {
      this.isBusy = false;
      this.askedBytes += bytes;
      this.next();
    }
  }

  /** Ends the Worker; whoever waits is told. */
  close(): void {
    this.isClosed = true;
    this.worker.end("the service is stopping");
    for (const { begin } of this.waiting) begin();
    this.waiting = [];
  }

  private next(): void {
    if (this.isClosed) return;
    if (this.askedBytes >= this.options.workerBytes) {
      this.askedBytes = 0;
      this.worker.end("the Worker has done enough");
    }
    const [smallest] = this.waiting.toSorted((one, other) => one.bytes - other.bytes);
    if (smallest === undefined) return;
    this.waiting.splice(this.waiting.indexOf(smallest), 1);
    // Taken at once: whoever asks before the other goes on would be a second.
    this.isBusy = true;
    smallest.begin();
  }
}
