import { MEBIBYTE, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { ComponentHealth, HealthComponent } from "../operations/health.ts";
import type { DiskSpace } from "../operations/disk-space.ts";
import { unavailable } from "./storage-error.ts";
import type { StorageState } from "./storage-state.ts";
import type { Writer } from "./writer.ts";

const STOPPED = "The writer has stopped, nothing can be stored; restart the service.";

const DAMAGED =
  'The database is damaged somewhere: new prints are stored, and what is damaged is not served. "tillroll scrub --now" finds ' +
  'which prints it is about, "tillroll repair" saves all others, and takes these from a backup.';

/** The share of the write-ahead log's limit from which on its size is told of as a trouble. */
const LONG_LOG_SHARE = 0.5;

/** Says whether a print would be stored now. Printers, monitoring and metrics are all told what this says. */
export class StorageHealth implements HealthComponent {
  readonly name = "storage";
  readonly isNeededToPrint = true;

  constructor(
    private readonly writer: Pick<Writer, "state" | "isAlive">,
    private readonly disk: Pick<DiskSpace, "shortage">,
  ) {}

  /** Why no print would be stored, as a sentence; `null` when one would. It costs nothing. */
  get trouble(): string | null {
    if (!this.writer.isAlive) return STOPPED;
    const { reason, isDamagedWhereStored } = this.writer.state;
    // SQLite looks at each page that it writes to, and refuses a damaged one with all that was to go with it. So damage that
    // reading meets elsewhere costs the prints that are there, and no new one; a till that cannot print costs more.
    // Where storing a print has met it, nobody knows what the next attempt does.
    if (isDamagedWhereStored) return unavailable("DATABASE_MALFORMED").message;
    if (reason !== null) return unavailable(reason).message;
    return this.disk.shortage?.message ?? null;
  }

  look(): ComponentHealth {
    const { state } = this.writer;
    const details = detailsOf(state);
    const { trouble } = this;
    if (trouble !== null) return { state: "failed", message: trouble, details };
    const { logBytes, logLimitBytes, isMalformed } = state;
    if (isMalformed) return { state: "degraded", message: DAMAGED, details };
    if (logBytes > logLimitBytes * LONG_LOG_SHARE) {
      const sizes = `${mebibytes(logBytes)} of at most ${mebibytes(logLimitBytes)} MiB`;
      const message =
        `The write-ahead log has ${sizes}, because a program reads the database without a pause; when it is full, ` +
        "nothing more is stored. End that program.";
      return { state: "degraded", message, details };
    }
    return { state: "ok", message: "Prints are stored durably.", details };
  }
}

function detailsOf(state: StorageState) {
  const { reason, lastCommitAgoMilliseconds: ago, consecutiveFailures, isSameFile } = state;
  const { isMalformed, logBytes, logLimitBytes } = state;
  return {
    reason,
    lastCommitSecondsAgo: ago === null ? null : Math.floor(ago / MILLISECONDS_PER_SECOND),
    consecutiveFailures,
    isSameFile,
    isMalformed,
    logBytes,
    logLimitBytes,
    // JSON knows no infinity, which stands for what the system does not tell.
    freeBytes: Number.isFinite(state.freeBytes) ? state.freeBytes : null,
  };
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / MEBIBYTE);
}
