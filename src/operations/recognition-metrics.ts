import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { MetricRegistry } from "./metric-registry.ts";

/** Counts the prints whose pictures are read. */
export class RecognitionMetrics {
  private readonly durations;
  private readonly failures;

  constructor(private readonly registry: MetricRegistry) {
    this.durations = registry.histogram("tillroll_recognition_duration_seconds");
    this.failures = registry.counter("tillroll_recognition_failures_total");
  }

  /** Shows how many prints wait. */
  showWaiting(waiting: () => number): void {
    this.registry.show("tillroll_recognition_waiting", waiting);
  }

  /** Notes a print that was read. @param failure why a picture could not be; `null` when all were */
  noteRead({
    milliseconds,
    failure,
  }: {
    readonly milliseconds: number;
    readonly failure: string | null;
  }): void {
    this.durations.observe(milliseconds / MILLISECONDS_PER_SECOND);
    if (failure !== null) this.failures.inc();
  }
}
