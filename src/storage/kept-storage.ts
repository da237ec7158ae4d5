import type { Database } from "bun:sqlite";
import { dirname } from "node:path";
import type { Clock } from "../domain/clock.ts";
import { STORAGE_LIMITS, WAL_LIMITS } from "../domain/storage-limits.ts";
import { BatchWriter, refusal } from "./batch-writer.ts";
import { Checkpointer } from "./checkpointer.ts";
import { DatabaseFile, type HeldFile } from "./database-file.ts";
import { openForWriting } from "./database.ts";
import type { ChangedPages } from "./changed-pages.ts";
import { announceGeneration, beginGeneration, confirmGeneration, logBytes } from "./generation.ts";
import { LogWatch } from "./log-watch.ts";
import { freeBytesUnder } from "./disk-room.ts";
import { withReserve } from "./reserve.ts";
import { ReserveWriter } from "./reserve-writer.ts";
import { logFull, storageReason, unavailable } from "./storage-error.ts";
import { probeStorage } from "./storage-probe.ts";
import { type StorageFacts, UNKNOWN_FACTS } from "./storage-state.ts";
import type { BatchOutcome, WriteOperation, WriteResult } from "./write-operation.ts";

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
 * The database as the writer's Worker has it. It is opened as soon as that is possible. A batch is answered only when it went
 * into the file that the path names. Whether anything can be stored is tried from time to time, and told.
 */
export class KeptStorage {
  private connection: Connection | null = null;
  private facts: StorageFacts = UNKNOWN_FACTS;
  private commits = 0;
  private lastCommitAt = Number.NEGATIVE_INFINITY;
  private readonly reserve: ReserveWriter;

  /**
   * @param held the file, where another thread holds it; without it, it is held here until the process ends
   * @param onFacts told when what is known has changed
   * @param changedPages where pages are noted that come into the file, for backups
   */
  constructor(
    private readonly path: string,
    private readonly held: HeldFile | null,
    private readonly clock: Clock,
    private readonly onFacts: (facts: StorageFacts) => void,
    private readonly changedPages: ChangedPages | null = null,
  ) {
    this.reserve = new ReserveWriter(dirname(path));
  }

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
    if (!this.facts.isSameFile && !this.checkFile(connection))
      return refusal(operations, unavailable("DATABASE_REPLACED"));
    try {
      if (!connection.checkpointer.hasRoom()) return this.failed(operations, logFull());
      const outcome = this.reserve.write(connection.writer, operations);
      this.note(operations, outcome);
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

  /** Folds all of the log into the file. @returns why it did not, to be tried again; `null` when the log is empty */
  foldLog(): string | null {
    const { connection } = this;
    try {
      if (connection === null || !this.checkFile(connection)) return "the database is not open";
      return connection.checkpointer.foldAll() ? null : "a reader needs what is in it";
    } catch (error) {
      return String(error);
    }
  }

  /** Checkpoints the log and closes the database. @returns what went wrong; `null` when one file is left, with everything */
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
        const watch = this.changedPages && new LogWatch(opened, `${this.path}-wal`, this.changedPages);
        const connection: Connection = {
          database: opened,
          file,
          // A log must not be folded into a file that was put in the place of its own.
          checkpointer: new Checkpointer(opened, WAL_LIMITS, {
            mayCheckpoint: () => {
              if (!this.checkFile(connection)) return false;
              announceNext(connection);
              watch?.beforeCheckpoint();
              return true;
            },
            checkpointed: () => {
              watch?.afterCheckpoint();
              confirmNext(connection);
            },
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
      // A log that a run before has left came into the file unseen.
      this.changedPages?.noteUnknown();
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

  private note(operations: readonly WriteOperation[], { results, faults }: BatchOutcome): void {
    const malformed = results.flatMap((result, index) =>
      isMalformed(result) ? (operations[index] ?? []) : [],
    );
    if (malformed.some(({ kind }) => STORES_PRINTS.has(kind)))
      return this.fail(unavailable("DATABASE_MALFORMED"), faults[0] ?? null);
    // What is about older prints, and fails on their pages, keeps no new one from being stored.
    if (malformed.length > 0) this.tell({ isMalformed: true });
    if (results.some(({ ok }) => ok)) return this.succeeded();
    if (malformed.length > 0) return;
    const failure = results.find((result) => !result.ok && result.code === "STORAGE_UNAVAILABLE");
    if (failure === undefined || failure.ok) return;
    // Of what was refused to keep the reserve nothing was tried.
    if (this.reserve.isInUse && this.facts.consecutiveFailures === 0 && faults.length === 0) return;
    const reason = storageReason(unavailable("DISK_ERROR", failure.data)) ?? "DISK_ERROR";
    this.fail(unavailable(reason), faults[0] ?? null);
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
      isDamagedWhereStored: this.facts.isDamagedWhereStored || reason === "DATABASE_MALFORMED",
      // Measured now and then: a log that has just become full was not long ago.
      ...(reason === "LOG_FULL" && { logBytes: logBytes(this.path) }),
    });
  }

  private measure(): void {
    const freeBytes = freeBytesUnder(this.folder);
    this.tell({ freeBytes, hasReserve: this.reserve.look(freeBytes), logBytes: logBytes(this.path) });
  }

  private tell(changed: Partial<StorageFacts>): void {
    this.facts = { ...this.facts, ...changed, commits: this.commits };
    this.onFacts(this.facts);
  }
}

/** Operations that write where new prints are written. */
const STORES_PRINTS: ReadonlySet<WriteOperation["kind"]> = new Set(["create", "spool"]);

function isMalformed(result: WriteResult): boolean {
  return (
    !result.ok && result.code === "STORAGE_UNAVAILABLE" && result.data["reason"] === "DATABASE_MALFORMED"
  );
}

/** After a checkpoint the log is reset and no longer fits older copies of the file: these must be told apart. */
function announceNext(connection: Connection): void {
  // What readers kept from the file the last time is still to come into it.
  if (connection.nextGeneration !== null) return;
  try {
    connection.nextGeneration = announceGeneration(connection.database, connection.file);
  } catch {
    // Such as on a full disk, where folding may make room: the generation goes on.
  }
}

function confirmNext(connection: Connection): void {
  const { file, nextGeneration } = connection;
  if (nextGeneration === null || !confirmGeneration(file, nextGeneration)) return;
  connection.generation = nextGeneration;
  connection.nextGeneration = null;
}
