import type { Clock } from "../domain/clock.ts";
import { formatInstant } from "../domain/instant.ts";
import { MILLISECONDS_PER_DAY } from "../domain/limits.ts";
import type { ComponentHealth, HealthComponent } from "../operations/health.ts";
import type { SnapshotManifest } from "./backup-layout.ts";
import { BACKUP_LIMITS } from "./backup-limits.ts";
import { isOnSameDisk } from "./backup-options.ts";
import type { SentSegments } from "./chain.ts";

/** How old what is in the place may be before backups are told to have failed, milliseconds. */
const FAILED_MILLISECONDS = MILLISECONDS_PER_DAY;

/** The last snapshot of this run. */
export interface LastSnapshot {
  readonly takenAt: number;
  readonly bytes: number;
  readonly prints: number;
  readonly milliseconds: number;
}

/** What became of the regular backups since the start, and how they are. */
export class BackupRecord implements HealthComponent {
  readonly name = "backup";
  readonly isNeededToPrint = false;
  /** What was acknowledged before is in the place; epoch milliseconds, `null` before the first. */
  upToDateAt: number | null = null;
  snapshot: LastSnapshot | null = null;
  /** Why the last try failed, a sentence; `null` when it went well. */
  fault: string | null = null;
  readonly counts = { snapshots: 0, segments: 0, segmentBytes: 0, failures: 0 };
  /** How long the last time took between snapshots, milliseconds. */
  sendMilliseconds = 0;
  private readonly startedAt: number;
  private readonly isOnSameDisk: boolean;

  constructor(
    place: string | null,
    dataFolder: string,
    private readonly clock: Clock,
  ) {
    this.startedAt = clock();
    this.isOnSameDisk = place !== null && isOnSameDisk(dataFolder, place);
  }

  noteSent({ takenAt, segments, bytes }: SentSegments, milliseconds: number): void {
    this.upToDateAt = takenAt;
    this.counts.segments += segments;
    this.counts.segmentBytes += bytes;
    this.sendMilliseconds = milliseconds;
    this.fault = null;
  }

  noteSnapshot({ takenAt, prints, files }: SnapshotManifest, milliseconds: number): void {
    const at = Date.parse(takenAt);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    this.snapshot = { takenAt: at, bytes, prints, milliseconds };
    this.upToDateAt = Math.max(at, this.upToDateAt ?? 0);
    this.counts.snapshots++;
    this.fault = null;
  }

  noteFailure(fault: string): void {
    this.fault = fault;
    this.counts.failures++;
  }

  /** How long ago that was which is in the place, milliseconds; since the start, where nothing is known of it. */
  get ageMilliseconds(): number {
    return Math.max(0, this.clock() - (this.upToDateAt ?? this.startedAt));
  }

  look(): ComponentHealth {
    const { upToDateAt, fault, ageMilliseconds } = this;
    const since = upToDateAt === null ? null : formatInstant(upToDateAt);
    const details = { upToDateAt: since, failures: this.counts.failures };
    const asOf = since === null ? "since the start" : `since ${localTime(upToDateAt ?? 0)}`;
    if (ageMilliseconds > BACKUP_LIMITS.lateMilliseconds) {
      const state = ageMilliseconds > FAILED_MILLISECONDS ? "failed" : "degraded";
      const why =
        fault === null ? "The last try takes long." : "The last try failed; the service's log says why.";
      return { state, message: `Not backed up ${asOf}. ${why}`, details };
    }
    if (this.isOnSameDisk)
      return {
        state: "degraded",
        message:
          "Backups are on the disk of the data: what takes the one takes the other. Choose a place on another disk.",
        details,
      };
    const message =
      since === null
        ? "The first backup of this run is to come."
        : `All that was stored by ${localTime(upToDateAt ?? 0)} is backed up.`;
    return { state: "ok", message, details };
  }
}

/** By the clock on the wall of this machine, to the minute. */
function localTime(at: number): string {
  return new Date(at).toLocaleString("sv-SE").slice(0, 16);
}
