import type { Database } from "bun:sqlite";
import { REMOVAL_LIMITS } from "../domain/retention-limits.ts";
import { WAL_LIMITS } from "../domain/storage-limits.ts";
import { setBusyTimeout } from "./database.ts";

/** A page's own header in the WAL, bytes. */
const FRAME_HEADER_BYTES = 24;

/** Sizes of the log, bytes, at which something is done about it; see {@link WAL_LIMITS}. */
export type WalLimits = Readonly<
  Record<"idleCheckpointBytes" | "busyCheckpointBytes" | "fullBytes" | "readerWaitMilliseconds", number>
>;

/** What happens before and after a checkpoint. */
export interface CheckpointHooks {
  /** Asked before anything is written to the database file; may still write to the log. */
  mayCheckpoint(): boolean;
  /** The log was checkpointed, all of it or as much as readers let. */
  checkpointed(): void;
}

const NO_HOOKS: CheckpointHooks = { mayCheckpoint: () => true, checkpointed() {} };

interface WalState {
  /** Whether a reader or a writer was in the way. */
  readonly busy: number;
  /** Pages in the log. */
  readonly log: number;
  /** Of these, pages that are in the database file too. */
  readonly checkpointed: number;
}

/**
 * Checkpoints the write-ahead log into the database file, between transactions rather than inside a COMMIT, where SQLite
 * does it by itself: nobody's answer waits for it. A thread of its own would copy while transactions go on, but
 * the log is reset only after a last part with no writer about, and on a slow disk that part, two fsyncs,
 * is nearly all of it.
 */
export class Checkpointer {
  private readonly look;
  private readonly checkpoint;
  private readonly frameBytes: number;
  /** Bytes in the log after the last attempt, while a reader keeps it from being reset. */
  private leftBytes = 0;
  /** When readers were last waited for in vain. */
  private waitedAt = Number.NEGATIVE_INFINITY;

  /**
   * Takes over from SQLite's own checkpoints.
   * @param database the writing connection
   * @param hooks told before and after a checkpoint
   */
  constructor(
    private readonly database: Database,
    private readonly limits: WalLimits = WAL_LIMITS,
    private readonly hooks: CheckpointHooks = NO_HOOKS,
  ) {
    database.run("PRAGMA wal_autocheckpoint = 0");
    // The size of the log is the answer to a checkpoint that does nothing.
    this.look = database.query<WalState, []>("PRAGMA wal_checkpoint(NOOP)");
    this.checkpoint = database.query<WalState, []>("PRAGMA wal_checkpoint(PASSIVE)");
    const row = database.query<{ page_size: number }, []>("PRAGMA page_size").get();
    if (row === null) throw new Error("SQLite does not tell its page size");
    this.frameBytes = row.page_size + FRAME_HEADER_BYTES;
  }

  /**
   * To be called after a transaction was answered.
   * @param isIdle whether no other transaction waits
   * @throws what SQLite throws, on a full disk for one: nothing is lost, the log only goes on growing
   */
  afterTransaction(isIdle: boolean): void {
    const bytes = this.walBytes();
    if (bytes === null) return;
    if (bytes < this.leftBytes) this.leftBytes = 0;
    const limit = isIdle ? this.limits.idleCheckpointBytes : this.limits.busyCheckpointBytes;
    if (bytes - this.leftBytes < limit) return;
    // First, so that one that fails is not tried again after every transaction.
    this.leftBytes = bytes;
    if (!this.hooks.mayCheckpoint()) return;
    this.checkpoint.get();
    this.hooks.checkpointed();
  }

  /**
   * Makes room in the log for a transaction.
   * @returns whether there is; not when a reader has kept the log from being reset until it is full
   * @throws what SQLite throws
   */
  hasRoom(): boolean {
    const bytes = this.walBytes();
    if (bytes === null || bytes < this.limits.fullBytes) return true;
    const { readerWaitMilliseconds } = this.limits;
    // Every other second only: all that waits is refused meanwhile, rather than late.
    const waits = performance.now() - this.waitedAt > readerWaitMilliseconds;
    const isAnew = this.beginAnew(waits ? readerWaitMilliseconds : 0);
    if (!isAnew && waits) this.waitedAt = performance.now();
    return isAnew;
  }

  /**
   * Folds all of the log into the file and cuts it to nothing, so that nothing of what was erased is left in it.
   * @returns whether it did; not while a reader needs what is in it
   * @throws what SQLite throws
   */
  foldAll(): boolean {
    return this.beginAnew(REMOVAL_LIMITS.foldMilliseconds);
  }

  /** Checkpoints all of the log and leaves none behind. */
  close(): void {
    this.database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  /** Waits for readers, and cuts the log to nothing. */
  private beginAnew(milliseconds: number): boolean {
    if (!this.hooks.mayCheckpoint()) return false;
    setBusyTimeout(this.database, milliseconds);
    let isAnew: boolean;
    try {
      isAnew = this.database.query<WalState, []>("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy === 0;
    } finally {
      setBusyTimeout(this.database);
    }
    this.hooks.checkpointed();
    if (isAnew) this.leftBytes = 0;
    return isAnew;
  }

  /** Bytes in the log; `null` while another connection, such as a command's, checkpoints. */
  private walBytes(): number | null {
    const state = this.look.get();
    return state === null || state.log < 0 ? null : state.log * this.frameBytes;
  }
}
