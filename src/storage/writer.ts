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
  readonly bytes: number;
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
 * The way to the writer's Worker. What one turn of the event loop submits goes there together, without waiting for what
 * is under way: the Worker takes all that has come by the time it begins a transaction, so that the slower the disk,
 * the larger the transactions, and neither thread waits for the other.
 */
export class Writer {
  private readonly worker = new Worker(workerAddress("storage/writer-worker"));
  /** Submitted in this turn of the event loop. */
  private turn: Pending[] = [];
  /** Sent, in the order in which the Worker answers. */
  private sent: Pending[] = [];
  private waitingBytes = 0;
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
    return this.turn.length + this.sent.length;
  }

  /**
   * Queues an operation.
   * @returns its result, once it is durable
   * @throws TillrollError STORAGE_UNAVAILABLE when the queue is full, and whatever the operation itself meets
   */
  submit(operation: WriteOperation): Promise<WriteSuccess> {
    const bytes = sizeOf(operation);
    const { waitingOperations, waitingBytes } = WRITER_LIMITS;
    if (this.dead !== null || this.depth >= waitingOperations || this.waitingBytes + bytes > waitingBytes) {
      return Promise.reject(busy());
    }
    const { promise, resolve, reject } = Promise.withResolvers<WriteSuccess>();
    this.turn.push({ operation, bytes, resolve, reject });
    this.waitingBytes += bytes;
    if (this.turn.length === 1) setImmediate(() => this.sendTurn());
    // A long turn does not let the Worker wait for its end.
    else if (this.turn.length >= WRITER_LIMITS.messageOperations) this.sendTurn();
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

  private sendTurn(): void {
    if (this.dead !== null || this.turn.length === 0) return;
    const turn = this.turn;
    this.turn = [];
    this.sent.push(...turn);
    this.send(packBatch(turn.map(({ operation }) => operation)));
  }

  private receive(message: FromWriter): void {
    if (message.kind === "opened") this.opened.resolve();
    else if (message.kind === "closed") this.onClosed();
    else {
      const { results } = message.outcome;
      for (const [index, pending] of this.sent.splice(0, results.length).entries()) {
        this.waitingBytes -= pending.bytes;
        settle(pending, results[index]);
      }
      this.events.onBatch(message.outcome);
    }
  }

  private die(reason: string): void {
    this.dead = reason;
    for (const pending of [...this.sent, ...this.turn]) pending.reject(busy());
    this.sent = [];
    this.turn = [];
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
