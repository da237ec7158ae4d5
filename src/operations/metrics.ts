// One by one: the whole package loads an HTTP client and much else that only its unused parts need.
import Counter from "prom-client/lib/counter.js";
import Gauge from "prom-client/lib/gauge.js";
import Histogram from "prom-client/lib/histogram.js";
import Registry from "prom-client/lib/registry.js";
import type { BatchOutcome } from "../storage/write-operation.ts";
import { HEALTH_STATES } from "../domain/health.ts";
import type { HealthReport } from "./health.ts";
import { RecognitionMetrics } from "./recognition-metrics.ts";
import { RequestMetrics } from "./request-metrics.ts";
import { RetentionMetrics } from "./retention-metrics.ts";

/** Upper bounds in seconds: from a read in memory to a disk that struggles. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** What is asked for when the metrics are read. */
export interface MetricSources {
  readonly queueDepth: () => number;
  readonly freeDiskBytes: () => number;
  readonly health: () => HealthReport;
}

/** Counts what the service does, for `GET /metrics`. No print, label or workspace is named in it. */
export class Metrics {
  private readonly registry = new Registry();
  readonly requests = new RequestMetrics(this.registry, DURATION_BUCKETS);
  readonly recognition = new RecognitionMetrics(this.registry);
  readonly retention = new RetentionMetrics(this.registry);
  private readonly commits = new Histogram({
    name: "tillroll_commit_duration_seconds",
    help: "Time of the writer's transactions.",
    buckets: DURATION_BUCKETS,
    registers: [this.registry],
  });
  private readonly operations = new Counter({
    name: "tillroll_write_operations_total",
    help: "Operations committed by the writer, by outcome.",
    labelNames: ["outcome"],
    registers: [this.registry],
  });

  private readonly refusedOrigins = new Counter({
    name: "tillroll_refused_origins_total",
    help: "Requests of web pages to print that were refused, by origin.",
    labelNames: ["origin"],
    registers: [this.registry],
  });

  constructor(sources: MetricSources) {
    const registers = [this.registry];
    gauge("tillroll_write_queue_depth", "Operations waiting for the writer.", sources.queueDepth, registers);
    gauge("tillroll_disk_free_bytes", "Free space under the data folder.", sources.freeDiskBytes, registers);
    const canPrint = () => Number(sources.health().canPrint);
    gauge("tillroll_can_print", "1 when a till could print now, durably.", canPrint, registers);
    componentStates(sources.health, registers);
    gauge("tillroll_resident_memory_bytes", "Resident memory.", process.memoryUsage.rss, registers);
  }

  /** Notes that a web page was refused. @param name its origin, or what stands for many: each is a series for ever */
  noteRefusedOrigin(name: string): void {
    this.refusedOrigins.inc({ origin: name });
  }

  noteBatch(outcome: BatchOutcome): void {
    this.commits.observe(outcome.commitMilliseconds / 1000);
    const outcomes = outcome.results.map((result) => (result.ok ? "stored" : result.code));
    // Together: looking up a series by its labels costs more than counting.
    for (const [name, results] of Map.groupBy(outcomes, (each) => each)) {
      this.operations.inc({ outcome: name }, results.length);
    }
  }

  /** Everything in the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  readonly contentType = this.registry.contentType;
}

function gauge(name: string, help: string, read: () => number, registers: Registry[]): Gauge {
  return new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read());
    },
  });
}

function componentStates(health: () => HealthReport, registers: Registry[]): Gauge {
  return new Gauge({
    name: "tillroll_component_state",
    help: "How each part of the service is: 0 ok, 1 degraded, 2 failed.",
    labelNames: ["component"],
    registers,
    collect() {
      for (const [component, { state }] of Object.entries(health().components))
        this.set({ component }, HEALTH_STATES.indexOf(state));
    },
  });
}
