import Counter from "prom-client/lib/counter.js";
import Gauge from "prom-client/lib/gauge.js";
import Histogram from "prom-client/lib/histogram.js";
import type Registry from "prom-client/lib/registry.js";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";

/** Upper bounds in seconds: from a picture that was read before to one that is given up. */
const DURATION_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50];

/** Counts the prints whose pictures are read. */
export class RecognitionMetrics {
  private readonly durations;
  private readonly failures;

  constructor(private readonly registry: Registry) {
    const registers = [registry];
    this.durations = new Histogram({
      name: "tillroll_recognition_duration_seconds",
      help: "Time to read the pictures of a print.",
      buckets: DURATION_BUCKETS,
      registers,
    });
    this.failures = new Counter({
      name: "tillroll_recognition_failures_total",
      help: "Prints with a picture that could not be read.",
      registers,
    });
  }

  /** Shows how many prints wait. */
  showWaiting(waiting: () => number): void {
    this.registry.registerMetric(
      new Gauge({
        name: "tillroll_recognition_waiting",
        help: "Prints whose pictures are to be read.",
        registers: [],
        collect() {
          this.set(waiting());
        },
      }),
    );
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
