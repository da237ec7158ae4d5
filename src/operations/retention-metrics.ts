import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { RetentionReport, RetentionRun } from "../domain/retention.ts";
import type { MetricRegistry } from "./metric-registry.ts";

/** Counts what is deleted because it is not to be kept any more. */
export class RetentionMetrics {
  private readonly deleted;
  private readonly purged;
  private readonly purgedBytes;
  private last: Pick<RetentionRun, "endedAt" | "report"> | null = null;

  constructor(registry: MetricRegistry) {
    this.deleted = registry.counter("tillroll_retention_deleted_total");
    this.purged = registry.counter("tillroll_retention_purged_total");
    this.purgedBytes = registry.counter("tillroll_retention_purged_bytes_total");
    registry.show("tillroll_retention_kept", () => [
      { labels: { why: "hold" }, value: this.last?.report.held ?? 0 },
      { labels: { why: "paper" }, value: this.last?.report.waitingForPaper ?? 0 },
    ]);
    registry.show(
      "tillroll_retention_last_run_timestamp_seconds",
      () => (this.last?.endedAt ?? 0) / MILLISECONDS_PER_SECOND,
    );
  }

  /** @param endedAt the trusted time, epoch milliseconds */
  noteRun(report: RetentionReport, endedAt: number): void {
    this.deleted.inc(Object.values(report.deleted).reduce((sum, prints) => sum + prints, 0));
    this.purged.inc(report.purged);
    this.purgedBytes.inc(report.purgedBytes);
    this.last = { report, endedAt };
  }
}
