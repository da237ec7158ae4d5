import Counter from "prom-client/lib/counter.js";
import Gauge from "prom-client/lib/gauge.js";
import type Registry from "prom-client/lib/registry.js";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { RetentionReport } from "../domain/retention.ts";

/** Counts what is deleted because it is not to be kept any more. */
export class RetentionMetrics {
  private readonly deleted;
  private readonly purged;
  private readonly purgedBytes;
  private readonly kept;
  private readonly lastRun;

  constructor(registry: Registry) {
    const registers = [registry];
    const counter = (name: string, help: string) => new Counter({ name, help, registers });
    this.deleted = counter("tillroll_retention_deleted_total", "Prints marked deleted by rules and limits.");
    this.purged = counter(
      "tillroll_retention_purged_total",
      "Deleted prints removed for good after their time.",
    );
    this.purgedBytes = counter("tillroll_retention_purged_bytes_total", "Bytes of prints removed for good.");
    this.kept = new Gauge({
      name: "tillroll_retention_kept",
      help: "Prints that the last run left although they were to go, by why.",
      labelNames: ["why"],
      registers,
    });
    this.lastRun = new Gauge({
      name: "tillroll_retention_last_run_timestamp_seconds",
      help: "When the last run of retention ended, by the machine's clock.",
      registers,
    });
  }

  noteRun({ deleted, purged, purgedBytes, held, waitingForPaper }: RetentionReport): void {
    this.deleted.inc(Object.values(deleted).reduce((sum, prints) => sum + prints, 0));
    this.purged.inc(purged);
    this.purgedBytes.inc(purgedBytes);
    this.kept.set({ why: "hold" }, held);
    this.kept.set({ why: "paper" }, waitingForPaper);
    this.lastRun.set(Date.now() / MILLISECONDS_PER_SECOND);
  }
}
