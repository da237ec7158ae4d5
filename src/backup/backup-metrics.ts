import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { MetricRegistry } from "../operations/metric-registry.ts";
import type { BackupRecord } from "./backup-record.ts";

/** Shows the backups to monitoring; without values where none are made by themselves. */
export function showBackups(registry: MetricRegistry, record: BackupRecord | null): void {
  const show = (
    name: Parameters<MetricRegistry["show"]>[0],
    read: (known: BackupRecord) => number | null | undefined,
  ) =>
    registry.show(name, () => {
      const value = record === null ? null : read(record);
      return value === null || value === undefined ? [] : [{ labels: {}, value }];
    });
  show("tillroll_backup_up_to_date_seconds", ({ upToDateAt }) => seconds(upToDateAt));
  show("tillroll_backup_age_seconds", ({ ageMilliseconds }) => seconds(ageMilliseconds));
  show("tillroll_backup_snapshot_seconds", ({ snapshot }) => seconds(snapshot?.takenAt));
  show("tillroll_backup_snapshot_bytes", ({ snapshot }) => snapshot?.bytes);
  show("tillroll_backup_snapshot_duration_seconds", ({ snapshot }) => seconds(snapshot?.milliseconds));
  show("tillroll_backup_send_duration_seconds", ({ sendMilliseconds }) => seconds(sendMilliseconds));
  show("tillroll_backup_snapshots_total", ({ counts }) => counts.snapshots);
  show("tillroll_backup_segments_total", ({ counts }) => counts.segments);
  show("tillroll_backup_segment_bytes_total", ({ counts }) => counts.segmentBytes);
  show("tillroll_backup_failures_total", ({ counts }) => counts.failures);
}

function seconds(milliseconds: number | null | undefined): number | null {
  return milliseconds === null || milliseconds === undefined ? null : milliseconds / MILLISECONDS_PER_SECOND;
}
