import { TillrollError } from "../domain/errors.ts";
import { WRITER_LIMITS } from "../domain/limits.ts";
import { workerAddress } from "../platform/worker-entry.ts";
import { type BatchMessage, packBatch } from "./batch-message.ts";
import { FairQueue } from "./fair-queue.ts";
import { tooBusy } from "./waiting-room.ts";
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

/** The client of what the service itself writes. */
const SERVICE = "";

/**
 * The way to the writer's Worker. Two transactions' worth goes there without waiting for what is under way: the Worker
 * takes all that has come by the time it begins a transaction, so that the slower the disk, the larger the
 * transactions, and neither thread waits for the other. What is beyond that waits here, a line for each client.
 */
export class Writer {
  private readonly worker = new Worker(workerAddress("storage/writer-worker"));
  private readonly queue = new FairQueue<Pending>(WRITER_LIMITS.turnBytes);
  /** Whether this turn of the event loop ends with sending. */
  private isSendDue = false;
  /** Sent, in the order in which the Worker answers. */
  private sent: Pending[] = [];
  private sentBytes = 0;
  private dead: string | null = null;
  private readonly opened = Promise.withResolvers<void>();
  private onClosed = () => {};

  private constructor(private readonly events: WriterEvents) {
    // Whoever waits is told; before anybody does, it is no unhandled rejection.
    this.opened.promise.catch(() => {});
    this.worker.onmessage = (event: MessageEvent<FromWriter>) => this.receive(event.data);
    this.worker.onerror = (event) => this.die(event.message);
  }

  /** Starts the Worker on a database that has been migrated; {@link ready} waits for it. */
  static start(path: string, events: WriterEvents): Writer {
    const writer = new Writer(events);
    writer.send({ kind: "open", path });
    return writer;
  }

  /** Waits until the Worker has opened the database. @throws Error when it cannot */
  ready(): Promise<void> {
    return this.opened.promise;
  }

  /** Whether anything can be stored. */
  get isAlive(): boolean {
    return this.dead === null;
  }

  /** Operations waiting or under way. */
  get depth(): number {
    return this.queue.length + this.sent.length;
  }

  /**
   * Queues an operation.
   * @param client whose it is: clients are served in turn, and the operations of one in order
   * @returns its result, once it is durable
   * @throws TillrollError STORAGE_UNAVAILABLE when the queue is full, and whatever the operation itself meets
   */
  submit(operation: WriteOperation, client: string = SERVICE): Promise<WriteSuccess> {
    if (this.dead !== null || this.depth >= WRITER_LIMITS.waitingOperations) return Promise.reject(tooBusy());
    const { promise, resolve, reject } = Promise.withResolvers<WriteSuccess>();
    this.queue.add(client, { operation, bytes: sizeOf(operation), resolve, reject });
    // A long turn does not let the Worker wait for its end.
    if (this.queue.length >= WRITER_LIMITS.messageOperations) this.sendQueued();
    else if (!this.isSendDue) {
      this.isSendDue = true;
      setImmediate(() => {
        this.isSendDue = false;
        this.sendQueued();
      });
    }
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

  /** Sends as much as the Worker may have, whose turn it is first. */
  private sendQueued(): void {
    if (this.dead !== null) return;
    let operations: WriteOperation[] = [];
    for (let next = this.queue.next(); next !== undefined && this.maySend(next); next = this.queue.next()) {
      this.queue.take();
      this.sent.push(next);
      this.sentBytes += next.bytes;
      const isLarge = next.bytes >= WRITER_LIMITS.largePrintBytes;
      if (isLarge && operations.length > 0) {
        this.send(packBatch(operations));
        operations = [];
      }
      if (isLarge) this.send(packBatch([next.operation]));
      else operations.push(next.operation);
    }
    if (operations.length > 0) this.send(packBatch(operations));
  }

  private maySend({ bytes }: Pending): boolean {
    if (this.sent.length === 0) return true;
    const { sentOperations, sentBytes } = WRITER_LIMITS;
    return this.sent.length < sentOperations && this.sentBytes + bytes <= sentBytes;
  }

  private receive(message: FromWriter): void {
    if (message.kind === "opened") this.opened.resolve();
    else if (message.kind === "closed") this.onClosed();
    else {
      const { results } = message.outcome;
      for (const [index, pending] of this.sent.splice(0, results.length).entries()) {
        this.sentBytes -= pending.bytes;
        settle(pending, results[index]);
      }
      this.sendQueued();
      this.events.onBatch(message.outcome);
    }
  }

  private die(reason: string): void {
    this.dead = reason;
    for (const pending of [...this.sent, ...this.queue.takeAll()]) pending.reject(tooBusy());
    this.sent = [];
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

/** Bytes an operation weighs in the queue: its contents, and a round sum for the rest. */
function sizeOf(operation: WriteOperation): number {
  return WRITER_LIMITS.requestBytes + contentBytes(operation);
}

function contentBytes(operation: WriteOperation): number {
  if (operation.kind === "create") return operation.raw.byteLength;
  if (operation.kind === "spool") return operation.part.byteLength;
  if (operation.kind !== "index" || operation.step.do !== "chunks") return 0;
  return operation.step.contents.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
