import Gauge from "prom-client/lib/gauge.js";
import type Registry from "prom-client/lib/registry.js";
import type { BackupRecord } from "../backup/backup-record.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";

type Read = (record: BackupRecord) => number | null;

const inSeconds = (milliseconds: number | null | undefined) =>
  milliseconds === null || milliseconds === undefined ? null : milliseconds / MILLISECONDS_PER_SECOND;

/** What is shown of backups: name, help, and the value; `null` while there is none. */
const GAUGES: readonly (readonly [name: string, help: string, read: Read])[] = [
  [
    "up_to_date_seconds",
    "Up to when all is backed up, since 1970.",
    (record) => inSeconds(record.upToDateAt),
  ],
  ["age_seconds", "How long ago that was.", (record) => inSeconds(record.ageMilliseconds)],
  [
    "last_snapshot_seconds",
    "When the last whole backup of this run was taken, since 1970.",
    ({ snapshot }) => inSeconds(snapshot?.takenAt),
  ],
  ["last_snapshot_bytes", "How large it is.", ({ snapshot }) => snapshot?.bytes ?? null],
  [
    "last_snapshot_duration_seconds",
    "How long it took.",
    ({ snapshot }) => inSeconds(snapshot?.milliseconds),
  ],
  [
    "send_duration_seconds",
    "How long sending what was new took the last time.",
    (record) => inSeconds(record.sendMilliseconds),
  ],
  ["snapshots", "Whole backups since the start.", ({ counts }) => counts.snapshots],
  ["segments", "Segments that were sent since the start.", ({ counts }) => counts.segments],
  ["segment_bytes", "Their bytes.", ({ counts }) => counts.segmentBytes],
  ["failures", "Tries that failed since the start.", ({ counts }) => counts.failures],
];

/** The backups for monitoring; nothing where none are made by themselves. */
export class BackupMetrics {
  constructor(private readonly registry: Registry) {}

  show(record: BackupRecord): void {
    for (const [name, help, read] of GAUGES)
      this.registry.registerMetric(
        new Gauge({
          name: `tillroll_backup_${name}`,
          help,
          registers: [],
          collect() {
            this.set(read(record) ?? Number.NaN);
          },
        }),
      );
  }
}
