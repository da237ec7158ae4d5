import { type Clock, type MonotonicClock, monotonicClock } from "../../domain/clock.ts";
import { TillrollError } from "../../domain/errors.ts";
import { WRITER_LIMITS } from "../../domain/storage-limits.ts";
import { FairQueue } from "../fair-queue.ts";
import { tooBusy } from "../memory-reservations.ts";
import { sizeOf } from "../operation-size.ts";
import type { Writing } from "../ports/writing.ts";
import type { StorageState } from "../storage-state.ts";
import { failureOf } from "../write-failure.ts";
import type { BatchOutcome, WriteOperation, WriteResult, WriteSuccess } from "../write-operation.ts";
import { absentInArchive } from "./absent-kinds.ts";
import { addAuditEntry } from "./audit-log.ts";
import { databaseError, isDoubled, type PostgresDatabase, type Statements } from "./connection.ts";
import { isPassing } from "./retry.ts";
import { type GroupHandler, success, type WriteHandler, type WriteHandlers } from "./write-handlers.ts";

/** What a writer is told to do beside writing. */
export interface PostgresWriterOptions {
  readonly database: PostgresDatabase;
  readonly handlers: WriteHandlers;
  readonly clock: Clock;
  readonly monotonic?: MonotonicClock;
  /**
   * Asked within each transaction that changes a workspace whether it may.
   * @throws TillrollError what whoever asked is told
   */
  readonly admit?: (
    transaction: Statements,
    workspaceId: number,
    kind: WriteOperation["kind"],
  ) => Promise<void>;
  /** Operations were done, or failed: told after their transaction has ended. */
  readonly onBatch?: (outcome: BatchOutcome, operations: readonly WriteOperation[]) => void;
  /** Whether anything can be stored has changed. */
  readonly onStateChange?: (state: StorageState) => void;
}

interface Pending {
  readonly operation: WriteOperation;
  readonly bytes: number;
  readonly resolve: (result: WriteSuccess) => void;
  readonly reject: (error: unknown) => void;
}

/** The client of what the service itself writes. */
const SERVICE = "";

/** How often an operation is tried again whose key another instance took. */
const MOST_DOUBLED = 3;

/** Transactions at a time: connections are left for those who read. */
const MOST_TRANSACTIONS = 4;

/**
 * Writes to a database that speaks PostgreSQL's wire. Each workspace has a line of its own, of which one transaction is
 * under way at a time: more would wait for one another there. What waits in a line and is of one kind goes together where
 * its handler can do that, so that the slower the database, the larger the transactions.
 */
export class PostgresWriter implements Writing {
  private readonly lines = new Map<string, FairQueue<Pending>>();
  /** Lines of which a transaction is under way. */
  private readonly busy = new Set<string>();
  private waiting = 0;
  private underWay = 0;
  private isTurnDue = false;
  private isClosed = false;
  private lastCommitAt: number | null = null;
  private failures = 0;
  private fault: string | null = null;
  private emptied = Promise.withResolvers<void>();
  private readonly monotonic: MonotonicClock;

  constructor(private readonly options: PostgresWriterOptions) {
    this.monotonic = options.monotonic ?? monotonicClock;
  }

  /** Whether it does operations of a kind; others are refused. */
  does(kind: WriteOperation["kind"]): boolean {
    const { single, grouped = {} } = this.options.handlers;
    return kind in single || kind in grouped;
  }

  submit(operation: WriteOperation, client: string = SERVICE): Promise<WriteSuccess> {
    if (!this.does(operation.kind)) return Promise.reject(absentInArchive(operation.kind));
    if (this.isClosed || this.depth >= WRITER_LIMITS.waitingOperations) return Promise.reject(tooBusy());
    const { promise, resolve, reject } = Promise.withResolvers<WriteSuccess>();
    const line = lineOf(operation);
    const queue = this.lines.get(line) ?? new FairQueue<Pending>(WRITER_LIMITS.turnBytes);
    this.lines.set(line, queue);
    queue.add(client, { operation, bytes: sizeOf(operation), resolve, reject });
    this.waiting++;
    this.takeTurn();
    return promise;
  }

  noteFault(error: unknown): boolean {
    const isOfDatabase =
      isPassing(error) || (error instanceof TillrollError && error.code === "STORAGE_UNAVAILABLE");
    if (isOfDatabase) this.learn(String(error));
    return isOfDatabase;
  }

  get state(): StorageState {
    const { lastCommitAt, failures, fault } = this;
    return {
      isWritable: failures === 0,
      reason: failures === 0 ? null : "DATABASE_BUSY",
      fault,
      lastCommitAgoMilliseconds: lastCommitAt === null ? null : this.monotonic() - lastCommitAt,
      consecutiveFailures: failures,
      // The server sees to its files.
      isSameFile: true,
      isMalformed: false,
      isDamagedWhereStored: false,
      logBytes: 0,
      logLimitBytes: Number.POSITIVE_INFINITY,
      freeBytes: Number.POSITIVE_INFINITY,
      hasReserve: true,
    };
  }

  get depth(): number {
    return this.waiting + this.underWay;
  }

  /** Tries whether anything can be written, with a transaction that changes nothing. */
  async probe(): Promise<void> {
    try {
      await this.options.database.write(0, async () => {});
      this.learn(null);
    } catch (error) {
      this.learn(String(error));
    }
  }

  /** Waits until all that was taken has been written; takes nothing more. */
  async close(): Promise<void> {
    this.isClosed = true;
    while (this.depth > 0) {
      this.emptied = Promise.withResolvers<void>();
      await this.emptied.promise;
    }
  }

  /** What is submitted in one turn of the event loop can go together. */
  private takeTurn(): void {
    if (this.isTurnDue) return;
    this.isTurnDue = true;
    setImmediate(() => {
      this.isTurnDue = false;
      this.begin();
    });
  }

  private begin(): void {
    for (const [line, queue] of this.lines) {
      if (this.busy.size >= MOST_TRANSACTIONS) return;
      if (this.busy.has(line)) continue;
      // The others come before it has its next turn.
      this.lines.delete(line);
      const group = this.takeGroup(queue);
      if (queue.length > 0) this.lines.set(line, queue);
      if (group.length > 0) void this.writeGroup(line, group);
    }
  }

  private takeGroup(queue: FairQueue<Pending>): Pending[] {
    const group: Pending[] = [];
    let bytes = 0;
    for (let next = queue.next(); next !== undefined; next = queue.next()) {
      const [first] = group;
      if (first !== undefined && !this.canGoWith(first, next, group.length, bytes)) break;
      queue.take();
      bytes += next.bytes;
      group.push(next);
    }
    this.waiting -= group.length;
    this.underWay += group.length;
    return group;
  }

  private canGoWith({ operation }: Pending, next: Pending, count: number, bytes: number): boolean {
    const { transactionOperations, transactionBytes } = WRITER_LIMITS;
    return (
      next.operation.kind === operation.kind &&
      this.options.handlers.grouped?.[operation.kind] !== undefined &&
      count < transactionOperations &&
      bytes + next.bytes <= transactionBytes
    );
  }

  private async writeGroup(line: string, group: readonly Pending[]): Promise<void> {
    this.busy.add(line);
    const operations = group.map(({ operation }) => operation);
    const started = this.monotonic();
    const faults: string[] = [];
    const results = await this.attempt(operations, faults);
    const commitMilliseconds = this.monotonic() - started;
    this.busy.delete(line);
    this.underWay -= group.length;
    group.forEach((pending, index) => settle(pending, results[index]));
    this.options.onBatch?.({ results, commitMilliseconds, faults, clockHeldBackMilliseconds: 0 }, operations);
    this.begin();
    if (this.depth === 0) this.emptied.resolve();
  }

  /** Never throws: each operation has its own result. @param again how often the one of them is tried again */
  private async attempt(
    operations: readonly WriteOperation[],
    faults: string[],
    again = MOST_DOUBLED,
  ): Promise<WriteResult[]> {
    try {
      const results = await this.commit(operations);
      this.learn(null);
      return results;
    } catch (error) {
      const isLost = isPassing(error);
      if (isLost) this.learn(String(error));
      // Another instance took a name or an id this moment: once more, the handler sees that.
      if (operations.length === 1 && isDoubled(error) && again > 0)
        return this.attempt(operations, faults, again - 1);
      if (operations.length === 1 || isLost) {
        const failure = failureOf(error, databaseError(error), faults);
        return operations.map(() => failure);
      }
      const results: WriteResult[] = [];
      for (const operation of operations) results.push(...(await this.attempt([operation], faults)));
      return results;
    }
  }

  private commit(operations: readonly WriteOperation[]): Promise<WriteResult[]> {
    const [first] = operations;
    const workspaceId = first === undefined ? null : workspaceOf(first);
    return this.options.database.write(workspaceId ?? 0, async (transaction) => {
      if (first !== undefined && workspaceId !== null)
        await this.options.admit?.(transaction, workspaceId, first.kind);
      const now = this.options.clock();
      const results = await this.handle(transaction, operations, now);
      for (const [index, result] of results.entries()) {
        const note = operations[index]?.audit;
        if (note !== undefined && result.ok) await addAuditEntry(transaction, note, now, result.id);
      }
      return results;
    });
  }

  private async handle(
    transaction: Statements,
    operations: readonly WriteOperation[],
    now: number,
  ): Promise<WriteResult[]> {
    const [first] = operations;
    if (first === undefined) return [];
    const { single, grouped = {} } = this.options.handlers;
    const all = grouped[first.kind] as GroupHandler<never> | undefined;
    if (all !== undefined) {
      const given = await all(transaction, operations as never, now);
      return given.map((result) =>
        result instanceof TillrollError ? failureOf(result, result, []) : result,
      );
    }
    const one = single[first.kind] as WriteHandler<never> | undefined;
    if (one === undefined) throw absentInArchive(first.kind);
    const given = await one(transaction, first as never, now);
    return [typeof given === "object" ? given : success(given)];
  }

  /** @param fault why nothing could be written; `null` when something was */
  private learn(fault: string | null): void {
    const wasWritable = this.failures === 0;
    this.failures = fault === null ? 0 : this.failures + 1;
    this.fault = fault;
    if (fault === null) this.lastCommitAt = this.monotonic();
    if (wasWritable !== (this.failures === 0)) this.options.onStateChange?.(this.state);
  }
}

function settle(pending: Pending, result: WriteResult | undefined): void {
  if (result === undefined) pending.reject(new Error("the writer gave no result"));
  else if (result.ok) pending.resolve(result);
  else pending.reject(new TillrollError(result.code, result.message, result.data));
}

/** The line in which an operation waits: its workspace's, or that of its kind. */
function lineOf(operation: WriteOperation): string {
  return String(workspaceOf(operation) ?? operation.kind);
}

/** The workspace whose prints or settings an operation changes; `null` for what is the whole service's. */
function workspaceOf(operation: WriteOperation): number | null {
  if ("workspaceId" in operation) return operation.workspaceId;
  return operation.kind === "savedSearch" ? operation.change.workspaceId : null;
}
