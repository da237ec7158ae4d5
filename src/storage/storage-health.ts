import { MEBIBYTE, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { ComponentHealth, HealthComponent } from "../operations/health.ts";
import { type StorageReason, unavailable } from "./storage-error.ts";
import type { StorageState } from "./storage-state.ts";

/** What tells how the place where prints are stored is. */
export interface StorageSources {
  readonly writer: { readonly state: StorageState; readonly isAlive: boolean };
  /** Whether too little is free to take another print. */
  readonly disk: { readonly isLow: boolean };
  /** Whether a print was found that cannot be read. */
  readonly damage: { readonly isDamaged: boolean };
}

const STOPPED = "The writer has stopped, nothing can be stored; restart the service.";

/** The share of the write-ahead log's limit from which on its size is told of as a trouble. */
const LONG_LOG_SHARE = 0.5;

/** Says whether a print would be stored now. Printers, monitoring and metrics are all told what this says. */
export class StorageHealth implements HealthComponent {
  readonly name = "storage";
  readonly isNeededToPrint = true;

  constructor(private readonly sources: StorageSources) {}

  /** Why no print would be stored, as a sentence; `null` when one would. It costs nothing. */
  get trouble(): string | null {
    if (!this.sources.writer.isAlive) return STOPPED;
    const reason = this.reasonNow();
    return reason === null ? null : unavailable(reason).message;
  }

  look(): ComponentHealth {
    const { state } = this.sources.writer;
    const details = detailsOf(state);
    const { trouble } = this;
    if (trouble !== null) return { state: "failed", message: trouble, details };
    const { logBytes, logLimitBytes } = state;
    if (logBytes > logLimitBytes * LONG_LOG_SHARE) {
      const sizes = `${mebibytes(logBytes)} of at most ${mebibytes(logLimitBytes)} MiB`;
      const message =
        `The write-ahead log has ${sizes}, because a program reads the database without a pause; when it is full, ` +
        "nothing more is stored. End that program.";
      return { state: "degraded", message, details };
    }
    return { state: "ok", message: "Prints are stored durably.", details };
  }

  private reasonNow(): StorageReason | null {
    const { writer, disk, damage } = this.sources;
    const { reason, isMalformed } = writer.state;
    // Nobody knows where else a damaged database is damaged, or what writing to it does.
    if (isMalformed || damage.isDamaged) return "DATABASE_MALFORMED";
    return reason ?? (disk.isLow ? "DISK_FULL" : null);
  }
}

function detailsOf(state: StorageState) {
  const { lastCommitAgoMilliseconds, consecutiveFailures, isSameFile, logBytes, logLimitBytes } = state;
  return {
    reason: state.reason,
    lastCommitSecondsAgo:
      lastCommitAgoMilliseconds === null
        ? null
        : Math.floor(lastCommitAgoMilliseconds / MILLISECONDS_PER_SECOND),
    consecutiveFailures,
    isSameFile,
    isMalformed: state.isMalformed,
    logBytes,
    logLimitBytes,
    // JSON knows no infinity, which stands for what the system does not tell.
    freeBytes: Number.isFinite(state.freeBytes) ? state.freeBytes : null,
  };
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / MEBIBYTE);
}
