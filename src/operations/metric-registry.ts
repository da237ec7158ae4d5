// One by one: the whole package loads an HTTP client and much else that only its unused parts need.
import Counter from "prom-client/lib/counter.js";
import Gauge from "prom-client/lib/gauge.js";
import Histogram from "prom-client/lib/histogram.js";
import Registry from "prom-client/lib/registry.js";
import { type MetricName, METRICS } from "./metric-records.ts";

/** A value of a metric, and what tells its series from the others. */
export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The metrics of `metric-records.ts`. Each part of the service shows its own, or counts them. */
export class MetricRegistry {
  private readonly registry = new Registry();

  /** A metric that is counted as things happen. */
  counter(name: MetricName): Counter {
    return new Counter({ ...this.settingsOf(name), registers: [this.registry] });
  }

  /** A metric of durations, which are noted as things happen. */
  histogram(name: MetricName): Histogram {
    const { buckets = [] } = METRICS[name];
    return new Histogram({ ...this.settingsOf(name), buckets: [...buckets], registers: [this.registry] });
  }

  /**
   * Shows a gauge, or a counter that is counted elsewhere.
   * @param read gives its value, or one for each series, whenever the metrics are read: to be quick. While it throws, such as
   *   on a damaged database, there is no value
   */
  show(name: MetricName, read: () => number | Iterable<MetricSample>): void {
    const settings = this.settingsOf(name);
    const samples = () => samplesOf(read);
    // Each adds itself after it is made: what is registered is not looked for twice.
    this.registry.registerMetric(
      METRICS[name].kind === "counter"
        ? new Counter({
            ...settings,
            registers: [],
            collect() {
              this.reset();
              for (const { labels, value } of samples()) this.inc(labels, value);
            },
          })
        : new Gauge({
            ...settings,
            registers: [],
            collect() {
              this.reset();
              for (const { labels, value } of samples()) this.set(labels, value);
            },
          }),
    );
  }

  /** Everything in the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  readonly contentType = this.registry.contentType;

  private settingsOf(name: MetricName) {
    const { help, labels = [] } = METRICS[name];
    return { name, help, labelNames: [...labels] };
  }
}

function samplesOf(read: () => number | Iterable<MetricSample>): Iterable<MetricSample> {
  try {
    const given = read();
    return typeof given === "number" ? [{ labels: {}, value: given }] : given;
  } catch {
    // Health tells of what is wrong; the other metrics are wanted then more than ever.
    return [];
  }
}
