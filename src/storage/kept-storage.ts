import type { Database } from "bun:sqlite";
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { Clock } from "../domain/clock.ts";
import { MINIMUM_FREE_DISK_BYTES, STORAGE_LIMITS, WAL_LIMITS } from "../domain/limits.ts";
import { BatchWriter, refusal } from "./batch-writer.ts";
import { Checkpointer } from "./checkpointer.ts";
import { DatabaseFile, type HeldFile } from "./database-file.ts";
import { openForWriting } from "./database.ts";
import { announceGeneration, beginGeneration, confirmGeneration, logBytes } from "./generation.ts";
import { giveUpReserve, hasReserve, withReserve } from "./reserve.ts";
import { diskFull, logFull, storageReason, unavailable } from "./storage-error.ts";
import { probeStorage } from "./storage-probe.ts";
import { type StorageFacts, UNKNOWN_FACTS } from "./storage-state.ts";
import type { BatchOutcome, WriteOperation } from "./write-operation.ts";
import { mayUseReserve } from "./write-policy.ts";

/** The writing connection and what belongs to it. */
interface Connection {
  readonly database: Database;
  readonly writer: BatchWriter;
  readonly checkpointer: Checkpointer;
  readonly file: DatabaseFile;
  /** In the file proper, and what is to come into it with the next fold. */
  generation: number;
  nextGeneration: number | null;
}

/**
 * What the writer's Worker writes to. Opens it as soon as that can be done, answers nothing that went into a file which is no
 * longer the database, finds out by itself when nothing can be stored, and when it can be again.
 */
export class KeptStorage {
  private connection: Connection | null = null;
  private facts: StorageFacts = UNKNOWN_FACTS;
  private commits = 0;
  private lastCommitAt = Number.NEGATIVE_INFINITY;
  /** Whether the space kept for a full disk was given up, and too little is free to keep it again. */
  private isOnReserve = false;

  /**
   * @param held the file, where another thread holds it; without it, it is held here until the process ends
   * @param onFacts told when what is known has changed
   */
  constructor(
    private readonly path: string,
    private readonly held: HeldFile | null,
    private readonly clock: Clock,
    private readonly onFacts: (facts: StorageFacts) => void,
  ) {}

  private get folder(): string {
    return dirname(this.path);
  }

  /** Opens the database, begins its generation, and looks at all; when that fails, the next {@link look} tries again. */
  open(): void {
    this.tryOpen();
    this.measure();
  }

  /** Writes a batch, and checks before it is committed that it goes where it belongs. Never throws. */
  write(operations: readonly WriteOperation[]): BatchOutcome {
    const { connection } = this;
    if (connection === null)
      return this.failed(operations, unavailable(this.facts.reason ?? "DATABASE_BUSY"));
    if (!this.facts.isSameFile && !this.checkFile(connection)) return replaced(operations);
    try {
      if (!connection.checkpointer.hasRoom()) return this.failed(operations, logFull());
      const outcome = this.writeWithReserve(connection.writer, operations);
      this.note(outcome);
      return outcome;
    } catch (error) {
      return this.failed(operations, error);
    }
  }

  /** To be called when a batch was answered. @throws what a checkpoint throws: nothing is lost, the log goes on growing */
  afterBatch(isIdle: boolean): void {
    if (this.facts.isSameFile) this.connection?.checkpointer.afterTransaction(isIdle);
  }

  /** To be called every second: looks at the file and the disk, and tries a write when there was none for a while. */
  look(): void {
    const { connection } = this;
    if (connection === null) this.tryOpen();
    else if (this.checkFile(connection) && this.isProbeDue()) this.probe(connection);
    this.measure();
  }

  /**
   * Folds the log into the file and closes the database.
   * @returns what went wrong, `null` when one file is left behind that is everything
   */
  close(): unknown {
    const { connection } = this;
    this.connection = null;
    // What could not be opened is left as it is.
    if (connection === null) return unavailable(this.facts.reason ?? "DATABASE_BUSY");
    // Left open: closing would fold the log into a file that it does not belong to.
    if (!this.checkFile(connection)) return unavailable("DATABASE_REPLACED");
    try {
      withReserve(this.folder, () => connection.checkpointer.close());
      connection.database.close();
      return null;
    } catch (error) {
      return error;
    }
  }

  private tryOpen(): void {
    const file = this.held === null ? DatabaseFile.open(this.path) : DatabaseFile.of(this.held);
    let database: Database | null = null;
    try {
      if (!file.isInPlace()) throw unavailable("DATABASE_REPLACED");
      this.connection = withReserve(this.folder, () => {
        database?.close();
        const opened = openForWriting(this.path);
        database = opened;
        const connection: Connection = {
          database: opened,
          file,
          // A log must not be folded into a file that was put in the place of its own.
          checkpointer: new Checkpointer(opened, WAL_LIMITS, {
            mayFold: () => this.checkFile(connection) && announceNext(connection),
            folded: () => confirmNext(connection),
          }),
          // What went into a file that nobody will find again would not be stored.
          writer: new BatchWriter(opened, this.clock, () => {
            if (!this.checkFile(connection)) throw unavailable("DATABASE_REPLACED");
          }),
          generation: beginGeneration(opened, file),
          nextGeneration: null,
        };
        return connection;
      });
      this.succeeded();
    } catch (error) {
      (database as Database | null)?.close();
      this.fail(error);
    }
  }

  /** Whether the path still names the file, with what was written to it. */
  private checkFile({ file, generation, nextGeneration }: Connection): boolean {
    let fault: string | null = null;
    try {
      const present = file.generation();
      if (!file.isInPlace()) fault = "the path names another file, or none";
      else if (present !== generation && present !== nextGeneration)
        fault = "another program has written to the file";
    } catch (error) {
      fault = String(error);
    }
    const isSameFile = fault === null;
    if (isSameFile !== this.facts.isSameFile) {
      this.tell({ isSameFile, fault, reason: isSameFile ? null : "DATABASE_REPLACED" });
    }
    return isSameFile;
  }

  private writeWithReserve(writer: BatchWriter, operations: readonly WriteOperation[]): BatchOutcome {
    const isAllowed = (operation: WriteOperation) => !this.isOnReserve || mayUseReserve(operation);
    const outcome = operations.every(isAllowed)
      ? writer.write(operations)
      : merged(operations, isAllowed, (allowed) => writer.write(allowed), diskFull());
    const isStopped = (index: number) => {
      const result = outcome.results[index];
      const operation = operations[index];
      if (result === undefined || result.ok || operation === undefined) return false;
      return result.data["reason"] === "DISK_FULL" && mayUseReserve(operation);
    };
    if (!operations.some((_, index) => isStopped(index)) || !giveUpReserve(this.folder)) return outcome;
    this.isOnReserve = true;
    const again = operations.filter((_, index) => isStopped(index));
    const second = writer.write(again).results.values();
    const results = outcome.results.map((result, index) =>
      isStopped(index) ? (second.next().value ?? result) : result,
    );
    return { ...outcome, results };
  }

  private isProbeDue(): boolean {
    const since = performance.now() - this.lastCommitAt;
    return this.facts.consecutiveFailures > 0 || since >= STORAGE_LIMITS.probeMilliseconds;
  }

  private probe({ database, checkpointer }: Connection): void {
    try {
      if (!checkpointer.hasRoom()) throw logFull();
      probeStorage(database);
      checkpointer.afterTransaction(true);
      this.succeeded();
    } catch (error) {
      if (database.inTransaction) database.run("ROLLBACK");
      this.fail(error);
    }
  }

  private note({ results, faults }: BatchOutcome): void {
    if (results.some(({ ok }) => ok)) return this.succeeded();
    const failure = results.find((result) => !result.ok && result.code === "STORAGE_UNAVAILABLE");
    if (failure === undefined || failure.ok) return;
    // Of what was refused to keep the reserve nothing was tried.
    if (this.isOnReserve && this.facts.consecutiveFailures === 0 && faults.length === 0) return;
    this.fail(unavailable(storageReasonOf(failure.data["reason"])), faults[0] ?? null);
  }

  private failed(operations: readonly WriteOperation[], error: unknown): BatchOutcome {
    const outcome = refusal(operations, error);
    this.fail(error, outcome.faults[0] ?? null);
    return outcome;
  }

  private succeeded(): void {
    this.lastCommitAt = performance.now();
    this.commits++;
    const { consecutiveFailures, reason } = this.facts;
    if (consecutiveFailures > 0 || reason !== null)
      this.tell({ consecutiveFailures: 0, reason: null, fault: null });
  }

  private fail(error: unknown, fault: string | null = null): void {
    const reason = storageReason(error) ?? "DISK_ERROR";
    this.tell({
      reason,
      fault: fault ?? String(error),
      consecutiveFailures: this.facts.consecutiveFailures + 1,
      isSameFile: reason === "DATABASE_REPLACED" ? false : this.facts.isSameFile,
      isMalformed: this.facts.isMalformed || reason === "DATABASE_MALFORMED",
    });
  }

  private measure(): void {
    const freeBytes = freeBytesUnder(this.folder);
    const isReserved = hasReserve(this.folder);
    this.isOnReserve = !isReserved && freeBytes < MINIMUM_FREE_DISK_BYTES / 2;
    this.tell({ freeBytes, hasReserve: isReserved, logBytes: logBytes(this.path) });
  }

  private tell(changed: Partial<StorageFacts>): void {
    this.facts = { ...this.facts, ...changed, commits: this.commits };
    this.onFacts(this.facts);
  }
}

/** The log begins anew after a fold, and does not fit older copies of the file then: these must be told apart. */
function announceNext(connection: Connection): true {
  // What readers kept from the file the last time is still to come into it.
  if (connection.nextGeneration !== null) return true;
  try {
    connection.nextGeneration = announceGeneration(connection.database, connection.file);
  } catch {
    // Such as on a full disk, where folding may make room: the generation goes on.
  }
  return true;
}

function confirmNext(connection: Connection): void {
  const { file, nextGeneration } = connection;
  if (nextGeneration === null || !confirmGeneration(file, nextGeneration)) return;
  connection.generation = nextGeneration;
  connection.nextGeneration = null;
}

function replaced(operations: readonly WriteOperation[]): BatchOutcome {
  return refusal(operations, unavailable("DATABASE_REPLACED"));
}

function storageReasonOf(reason: unknown) {
  return storageReason(unavailable("DISK_ERROR", { reason })) ?? "DISK_ERROR";
}

/** Writes those that are allowed; the others have the error. */
function merged(
  operations: readonly WriteOperation[],
  isAllowed: (operation: WriteOperation) => boolean,
  write: (operations: readonly WriteOperation[]) => BatchOutcome,
  error: unknown,
): BatchOutcome {
  const refused = refusal(operations, error);
  const allowed = operations.filter(isAllowed);
  if (allowed.length === 0) return refused;
  const outcome = write(allowed);
  const written = outcome.results.values();
  const results = refused.results.map((result, index) => {
    const operation = operations[index];
    return operation !== undefined && isAllowed(operation) ? (written.next().value ?? result) : result;
  });
  return { ...outcome, results };
}

function freeBytesUnder(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
