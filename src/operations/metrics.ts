import { HEALTH_STATES } from "../domain/health.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { BatchOutcome } from "../storage/write-operation.ts";
import type { HealthReport } from "./health.ts";
import { MetricRegistry } from "./metric-registry.ts";
import { RecognitionMetrics } from "./recognition-metrics.ts";
import { RequestMetrics } from "./request-metrics.ts";
import { RetentionMetrics } from "./retention-metrics.ts";

/** What is asked for when the metrics are read. */
export interface MetricSources {
  readonly queueDepth: () => number;
  readonly health: () => HealthReport;
}

/** Counts what the service does, for `GET /metrics`. No print, label or workspace is named in it. */
export class Metrics {
  readonly registry = new MetricRegistry();
  readonly requests = new RequestMetrics(this.registry);
  readonly recognition = new RecognitionMetrics(this.registry);
  readonly retention = new RetentionMetrics(this.registry);
  private readonly searches = this.registry.histogram("tillroll_search_duration_seconds");
  private readonly commits = this.registry.histogram("tillroll_commit_duration_seconds");
  private readonly operations = this.registry.counter("tillroll_write_operations_total");
  private readonly refusedOrigins = this.registry.counter("tillroll_refused_origins_total");

  constructor({ queueDepth, health }: MetricSources) {
    const { registry } = this;
    registry.show("tillroll_write_queue_depth", queueDepth);
    registry.show("tillroll_can_print", () => Number(health().canPrint));
    registry.show("tillroll_component_state", () =>
      Object.entries(health().components).map(([component, { state }]) => ({
        labels: { component },
        value: HEALTH_STATES.indexOf(state),
      })),
    );
  }

  /** Notes that a web page was refused. @param name its origin, or what stands for many: each is a series for ever */
  noteRefusedOrigin(name: string): void {
    this.refusedOrigins.inc({ origin: name });
  }

  /** Notes a search. @param kind what was asked for @param plan what answered */
  noteSearch(kind: string, plan: string, milliseconds: number): void {
    this.searches.observe({ kind, plan }, milliseconds / MILLISECONDS_PER_SECOND);
  }

  noteBatch(outcome: BatchOutcome): void {
    this.commits.observe(outcome.commitMilliseconds / MILLISECONDS_PER_SECOND);
    const outcomes = outcome.results.map((result) => (result.ok ? "stored" : result.code));
    // Together: looking up a series by its labels costs more than counting.
    for (const [name, results] of Map.groupBy(outcomes, (each) => each)) {
      this.operations.inc({ outcome: name }, results.length);
    }
  }

  /** Everything in the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.text();
  }

  readonly contentType = this.registry.contentType;
}
