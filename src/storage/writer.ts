import { TillrollError } from "../domain/errors.ts";
import { STORAGE_LIMITS, WAL_LIMITS, WRITER_LIMITS } from "../domain/storage-limits.ts";
import { type Sent, WorkerChannel } from "../platform/worker-channel.ts";
import { workerAddress } from "../platform/worker-address.ts";
import { type BatchMessage, packBatch } from "./batch-message.ts";
import type { HeldFile } from "./database-file.ts";
import { FairQueue } from "./fair-queue.ts";
import { sizeOf } from "./operation-size.ts";
import { type StorageReason, storageReason, unavailable } from "./storage-error.ts";
import { type StorageFacts, type StorageState, UNKNOWN_FACTS } from "./storage-state.ts";
import { tooBusy } from "./memory-reservations.ts";
import type { BatchOutcome, WriteOperation, WriteResult, WriteSuccess } from "./write-operation.ts";

/** What the writer's Worker is to open. */
export interface OpenDatabase {
  readonly kind: "open";
  readonly path: string;
  readonly held: HeldFile | null;
  readonly clock: SharedArrayBuffer | null;
  /** The memory of `ChangedPages`. */
  readonly changedPages: SharedArrayBuffer | null;
}

/** What is sent to the writer's Worker; the answer is what went wrong, `null` for nothing. */
export type ToWriter = Sent<OpenDatabase | { readonly kind: "fold" | "close" }, string | null, BatchMessage>;

/** What it sends. */
export type FromWriter = Sent<
  never,
  never,
  | { readonly kind: "written"; readonly outcome: BatchOutcome }
  | { readonly kind: "facts"; readonly facts: StorageFacts }
>;

interface Pending {
  readonly operation: WriteOperation;
  readonly bytes: number;
  readonly resolve: (result: WriteSuccess) => void;
  readonly reject: (error: unknown) => void;
}

export interface WriterEvents {
  /** The memory of the `TrustedClock` that dates what is stored; without it the machine's clock does. */
  readonly clock?: SharedArrayBuffer;
  /** The memory of the `ChangedPages` in which pages are noted for backups. */
  readonly changedPages?: SharedArrayBuffer;
  /** A batch was committed (or failed). */
  onBatch(outcome: BatchOutcome): void;
  /** The Worker died: nothing can be stored any more. */
  onDeath(reason: string): void;
  /** Whether prints can be stored has changed, or why not. */
  onStateChange?(state: StorageState): void;
}

/** The client of what the service itself writes. */
const SERVICE = "";

/**
 * The way to the writer's Worker. Two transactions' worth goes there without waiting for what is under way: the Worker
 * takes all that has come by the time it begins a transaction, so that the slower the disk, the larger the
 * transactions, and neither thread waits for the other. What is beyond that waits here, a line for each client.
 */
export class Writer {
  private readonly queue = new FairQueue<Pending>(WRITER_LIMITS.turnBytes);
  /** `null` for a writer that refuses everything. */
  private readonly channel: WorkerChannel<ToWriter, FromWriter> | null = null;
  /** Whether this turn of the event loop ends with sending. */
  private isSendDue = false;
  /** Sent, in the order in which the Worker answers. */
  private sent: Pending[] = [];
  private sentBytes = 0;
  private dead: string | null = null;
  private readonly opened = Promise.withResolvers<void>();
  private facts: StorageFacts = UNKNOWN_FACTS;
  private lastCommitAt: number | null = null;
  private isDamageRead = false;
  /** The Worker's own count: probes come in no batch. */
  private commits = 0;
  /** Looks since the Worker's last word, which comes at least as often; a count, because this thread may be late itself. */
  private silentLooks = 0;
  /** What was last told of whether prints can be stored. */
  private toldReason: StorageReason | null = null;
  private readonly timer = setInterval(() => this.look(), STORAGE_LIMITS.lookMilliseconds);

  private constructor(
    private readonly events: WriterEvents,
    private readonly worker: Worker | null,
  ) {
    this.timer.unref();
    // Whoever waits is told; before anybody does, it is no unhandled rejection.
    this.opened.promise.catch(() => {});
    if (worker === null) return;
    this.channel = new WorkerChannel(worker, { receive: (note) => this.receive(note) });
    worker.onerror = (event) => this.die(event.message);
  }

  /** One that refuses everything, where the database can only be read. */
  static refusing(reason: StorageReason, fault: string): Writer {
    const writer = new Writer({ onBatch() {}, onDeath() {} }, null);
    writer.facts = { ...UNKNOWN_FACTS, reason, fault, consecutiveFailures: 1 };
    writer.dead = fault;
    writer.opened.resolve();
    return writer;
  }

  /**
   * Starts the Worker on a database that has been migrated; {@link ready} waits for it.
   * @param held the database's file, where this thread holds it open
   */
  static start(path: string, events: WriterEvents, held: HeldFile | null = null): Writer {
    const writer = new Writer(events, new Worker(workerAddress("storage/writer-worker")));
    void writer.open({
      kind: "open",
      path,
      held,
      clock: events.clock ?? null,
      changedPages: events.changedPages ?? null,
    });
    return writer;
  }

  /** Waits until the Worker has opened the database, or found out that it cannot yet. @throws Error when it died */
  ready(): Promise<void> {
    return this.opened.promise;
  }

  /** Whether anything can be stored. */
  get isAlive(): boolean {
    return this.dead === null;
  }

  /** How the place where prints are stored is. */
  get state(): StorageState {
    const { reason } = this;
    return {
      ...this.facts,
      reason,
      isMalformed: this.facts.isMalformed || this.isDamageRead,
      isWritable: this.isAlive && reason === null,
      lastCommitAgoMilliseconds: this.lastCommitAt === null ? null : performance.now() - this.lastCommitAt,
      logLimitBytes: WAL_LIMITS.fullBytes,
    };
  }

  /**
   * Notes what reading met: damage is told of by {@link state}, whoever finds it.
   * @returns whether it is about the disk or the database, and about nothing else
   */
  noteFault(error: unknown): boolean {
    const reason = storageReason(error);
    if (reason === "DATABASE_MALFORMED") this.isDamageRead = true;
    return reason !== null;
  }

  /**
   * Folds all of the write-ahead log into the database file, and cuts it to nothing.
   * @returns why it could not, to be tried again; `null` when there is nothing in it of before
   */
  async foldLog(): Promise<string | null> {
    if (this.dead !== null || this.channel === null) return this.dead ?? "nothing can be written";
    return this.channel.ask({ kind: "fold" });
  }

  /** Operations waiting or under way. */
  get depth(): number {
    return this.queue.length + this.sent.length;
  }

  /** Whether the queue takes nothing more now. */
  get isFull(): boolean {
    return this.depth >= WRITER_LIMITS.waitingOperations;
  }

  /**
   * Queues an operation.
   * @param client whose it is: clients are served in turn, and the operations of one in order
   * @returns its result, once it is durable
   * @throws TillrollError STORAGE_UNAVAILABLE when the queue is full, and whatever the operation itself meets
   */
  submit(operation: WriteOperation, client: string = SERVICE): Promise<WriteSuccess> {
    if (this.dead !== null) return Promise.reject(unavailable(this.facts.reason ?? "DISK_ERROR"));
    if (this.isFull) return Promise.reject(tooBusy());
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

  /**
   * Writes what is queued, checkpoints the WAL into the database file and ends the Worker.
   * @throws TillrollError STORAGE_UNAVAILABLE when that cannot be done, or not in time: nothing that was acknowledged is lost,
   *   but the log stays beside the file, and the Worker with it, until the process ends
   */
  async close(): Promise<void> {
    clearInterval(this.timer);
    const deadline = performance.now() + STORAGE_LIMITS.closeMilliseconds;
    while (this.depth > 0 && this.dead === null && performance.now() < deadline) await Bun.sleep(1);
    if (this.dead !== null) return this.worker?.terminate();
    const { promise: late, resolve } = Promise.withResolvers<string>();
    const left = Math.max(0, deadline - performance.now());
    const timer = setTimeout(() => resolve("the disk does not answer."), left);
    const fault = (await Promise.race([this.channel?.ask({ kind: "close" }), late])) ?? null;
    clearTimeout(timer);
    if (fault === null) return this.worker?.terminate();
    // Ending the Worker would close its database, and fold the log into a file that may be another one.
    this.dead = fault;
    throw notFolded(fault);
  }

  private async open(database: OpenDatabase): Promise<void> {
    try {
      await this.channel?.ask(database);
      this.opened.resolve();
    } catch (error) {
      this.die(error instanceof Error ? error.message : String(error));
    }
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
        this.send(operations);
        operations = [];
      }
      if (isLarge) this.send([next.operation]);
      else operations.push(next.operation);
    }
    if (operations.length > 0) this.send(operations);
  }

  private maySend({ bytes }: Pending): boolean {
    if (this.sent.length === 0) return true;
    const { sentOperations, sentBytes } = WRITER_LIMITS;
    return this.sent.length < sentOperations && this.sentBytes + bytes <= sentBytes;
  }

  private receive(message: FromWriter["note"]): void {
    this.silentLooks = 0;
    if (message.kind === "facts") this.learn(message.facts);
    else {
      const { results } = message.outcome;
      if (results.some(({ ok }) => ok)) this.lastCommitAt = performance.now();
      for (const [index, pending] of this.sent.splice(0, results.length).entries()) {
        this.sentBytes -= pending.bytes;
        settle(pending, results[index]);
      }
      this.sendQueued();
      this.events.onBatch(message.outcome);
    }
  }

  private learn(facts: StorageFacts): void {
    this.facts = facts;
    if (facts.commits !== this.commits) this.lastCommitAt = performance.now();
    this.commits = facts.commits;
    this.tellChange();
  }

  private get reason(): StorageReason | null {
    const { lookMilliseconds, stalledMilliseconds } = STORAGE_LIMITS;
    const isStalled = this.silentLooks * lookMilliseconds > stalledMilliseconds;
    return this.facts.reason ?? (isStalled ? "DISK_STALLED" : null);
  }

  private look(): void {
    if (this.worker !== null) this.silentLooks++;
    this.tellChange();
  }

  private tellChange(): void {
    const { reason } = this;
    if (reason === this.toldReason) return;
    this.toldReason = reason;
    this.events.onStateChange?.(this.state);
  }

  private die(reason: string): void {
    this.dead = reason;
    for (const pending of [...this.sent, ...this.queue.takeAll()]) pending.reject(tooBusy());
    this.sent = [];
    this.opened.reject(new Error(`the writer did not start: ${reason}`));
    this.events.onDeath(reason);
  }

  private send(operations: readonly WriteOperation[]): void {
    const batch = packBatch(operations);
    this.channel?.tell(batch, [batch.raw.buffer]);
  }
}

function settle(pending: Pending, result: WriteResult | undefined): void {
  if (result === undefined) pending.reject(new Error("the writer gave no result"));
  else if (result.ok) pending.resolve(result);
  else pending.reject(new TillrollError(result.code, result.message, result.data));
}

function notFolded(fault: string): TillrollError {
  return new TillrollError(
    "STORAGE_UNAVAILABLE",
    `The write-ahead log could not be folded into the database: ${fault} Nothing that was acknowledged is lost; keep ` +
      "tillroll.sqlite and tillroll.sqlite-wal together, the next start goes on with both.",
    { reason: "NOT_FOLDED" },
  );
}
