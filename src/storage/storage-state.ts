import type { StorageReason } from "./storage-error.ts";

/** How the place where prints are stored is, as far as the writer knows; asked for at any time, it costs nothing. */
export interface StorageState {
  /** Whether a print would be stored now: the last write went well, and the file is still the one that was opened. */
  readonly isWritable: boolean;
  /** Why not; `null` when it would. */
  readonly reason: StorageReason | null;
  /** What SQLite or the system said of it, for the operator's log; `null` when nothing. */
  readonly fault: string | null;
  /** How long ago the last transaction was committed, a probe's included; `null` before the first. */
  readonly lastCommitAgoMilliseconds: number | null;
  /** Writes, probes included, that failed since the last one that went well. */
  readonly consecutiveFailures: number;
  /** Whether the database's path still names the file that was opened, with what this service wrote to it. */
  readonly isSameFile: boolean;
  /** Whether damage was met since the start; what is not damaged can still be read and written. */
  readonly isMalformed: boolean;
  /** Whether it was met where new prints are written: none is stored any more. */
  readonly isDamagedWhereStored: boolean;
  /** Size of the write-ahead log. */
  readonly logBytes: number;
  /** From which size on nothing more goes into it. */
  readonly logLimitBytes: number;
  /** Free space under the data folder; infinite where the system does not say. */
  readonly freeBytes: number;
  /** Whether the space kept for the owner's own work on a full disk is there. */
  readonly hasReserve: boolean;
}

/** What the writer's Worker tells of it; how long ago is reckoned where it is asked for. */
export interface StorageFacts extends Omit<
  StorageState,
  "isWritable" | "lastCommitAgoMilliseconds" | "logLimitBytes"
> {
  /** Transactions committed since the start, probes included. */
  readonly commits: number;
}

/** Before the Worker has told anything. */
export const UNKNOWN_FACTS: StorageFacts = {
  reason: null,
  fault: null,
  consecutiveFailures: 0,
  isSameFile: true,
  isMalformed: false,
  isDamagedWhereStored: false,
  logBytes: 0,
  freeBytes: Number.POSITIVE_INFINITY,
  hasReserve: false,
  commits: 0,
};
