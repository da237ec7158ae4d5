import { TillrollError } from "../domain/errors.ts";
import { WRITER_LIMITS } from "../domain/limits.ts";
import { workerAddress } from "../platform/worker-entry.ts";
import { type BatchMessage, packBatch } from "./batch-message.ts";
import type { BatchOutcome, WriteOperation, WriteResult, WriteSuccess } from "./write-operation.ts";

/** Messages to the writer's Worker. */
export type ToWriter =
  { readonly kind: "open"; readonly path: string } | BatchMessage | { readonly kind: "close" };

/** Messages from it. */
export type FromWriter =
  | { readonly kind: "opened" }
  | { readonly kind: "written"; readonly outcome: BatchOutcome }
  | { readonly kind: "closed" };

interface Pending {
  readonly operation: WriteOperation;
  readonly resolve: (result: WriteSuccess) => void;
  readonly reject: (error: unknown) => void;
}

export interface WriterEvents {
  /** A batch was committed (or failed). */
  onBatch(outcome: BatchOutcome): void;
  /** The Worker died: nothing can be stored any more. */
  onDeath(reason: string): void;
}

/**
 * The queue in front of the writer's Worker. One batch is under way at a time; what arrives meanwhile goes into the
 * next one together, so the slower the disk, the larger the batches.
 */
export class Writer {
  private readonly worker = new Worker(workerAddress("storage/writer-worker"));
  private readonly queue: Pending[] = [];
  private queuedBytes = 0;
  private underWay: Pending[] | null = null;
  private dead: string | null = null;
  private readonly opened = Promise.withResolvers<void>();
  private onClosed = () => {};

  private constructor(private readonly events: WriterEvents) {
    this.worker.onmessage = (event: MessageEvent<FromWriter>) => this.receive(event.data);
    this.worker.onerror = (event) => this.die(event.message);
  }

  /** Starts the Worker on a database that has been migrated. */
  static async open(path: string, events: WriterEvents): Promise<Writer> {
    const writer = new Writer(events);
    writer.send({ kind: "open", path });
    await writer.opened.promise;
    return writer;
  }

  /** Whether anything can be stored. */
  get isAlive(): boolean {
    return this.dead === null;
  }

  /** Operations waiting or under way. */
  get depth(): number {
    return this.queue.length + (this.underWay?.length ?? 0);
  }

  /**
   * Queues an operation.
   * @returns its result, once it is durable
   * @throws TillrollError STORAGE_UNAVAILABLE when the queue is full, and whatever the operation itself meets
   */
  submit(operation: WriteOperation): Promise<WriteSuccess> {
    const bytes = sizeOf(operation);
    const { queuedBytes, queuedOperations } = WRITER_LIMITS;
    if (
      this.dead !== null ||
      this.queue.length >= queuedOperations ||
      this.queuedBytes + bytes > queuedBytes
    ) {
      return Promise.reject(busy());
    }
    const { promise, resolve, reject } = Promise.withResolvers<WriteSuccess>();
    this.queue.push({ operation, resolve, reject });
    this.queuedBytes += bytes;
    // After this turn of the event loop, so that requests which arrived together go into one transaction.
    if (this.underWay === null && this.queue.length === 1) setImmediate(() => this.startBatch());
    return promise;
  }

  /** Writes what is queued, checkpoints the WAL into the database file and ends the Worker. */
  async close(): Promise<void> {
    while (this.depth > 0 && this.dead === null) await Bun.sleep(1);
    if (this.dead === null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.onClosed = resolve;
      this.send({ kind: "close" });
      await promise;
    }
    this.worker.terminate();
  }

  private startBatch(): void {
    if (this.underWay !== null || this.queue.length === 0) return;
    let count = 0;
    let bytes = 0;
    for (const { operation } of this.queue) {
      const size = sizeOf(operation);
      if (count === WRITER_LIMITS.batchOperations) break;
      if (count > 0 && bytes + size > WRITER_LIMITS.batchBytes) break;
      count++;
      bytes += size;
    }
    this.underWay = this.queue.splice(0, count);
    this.queuedBytes -= bytes;
    this.send(packBatch(this.underWay.map(({ operation }) => operation)));
  }

  private receive(message: FromWriter): void {
    if (message.kind === "opened") this.opened.resolve();
    else if (message.kind === "closed") this.onClosed();
    else {
      const batch = this.underWay ?? [];
      this.underWay = null;
      // The next batch first: the disk should not wait for the answers to be written.
      this.startBatch();
      for (const [index, pending] of batch.entries()) settle(pending, message.outcome.results[index]);
      this.events.onBatch(message.outcome);
    }
  }

  private die(reason: string): void {
    this.dead = reason;
    for (const pending of [...(this.underWay ?? []), ...this.queue]) pending.reject(busy());
    this.underWay = null;
    this.queue.length = 0;
    this.opened.reject(new Error(`the writer did not start: ${reason}`));
    this.events.onDeath(reason);
  }

  private send(message: ToWriter): void {
    this.worker.postMessage(message, message.kind === "batch" ? [message.raw.buffer] : []);
  }
}

function settle(pending: Pending, result: WriteResult | undefined): void {
  if (result === undefined) pending.reject(new Error("the writer gave no result"));
  else if (result.ok) pending.resolve(result);
  else pending.reject(new TillrollError(result.code, result.message, result.data));
}

/** Bytes an operation weighs in the queue: the print's own, and a round sum for the rest. */
function sizeOf(operation: WriteOperation): number {
  return operation.kind === "create" ? operation.raw.byteLength + 1024 : 1024;
}

function busy(): TillrollError {
  return new TillrollError(
    "STORAGE_UNAVAILABLE",
    "More prints are waiting for the disk than it can take; try again in a moment.",
    { reason: "QUEUE_FULL", retryAfterSeconds: 1 },
  );
}
