import Histogram from "prom-client/lib/histogram.js";
import type Registry from "prom-client/lib/registry.js";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";

/** Upper bounds in seconds: from what is answered from memory to what looks through all receipts. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts searches by what answered them. */
export class SearchMetrics {
  private readonly durations;

  constructor(registry: Registry) {
    this.durations = new Histogram({
      name: "tillroll_search_duration_seconds",
      help: "Time of searches (page) and counts over them (facets), by what answered: the index, or SQL while it could not.",
      labelNames: ["kind", "plan"],
      buckets: DURATION_BUCKETS,
      registers: [registry],
    });
  }

  note(kind: string, { plan, milliseconds }: { readonly plan: string; readonly milliseconds: number }): void {
    this.durations.observe({ kind, plan }, milliseconds / MILLISECONDS_PER_SECOND);
  }
}
