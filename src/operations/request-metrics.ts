import type Histogram from "prom-client/lib/histogram.js";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { MetricRegistry } from "./metric-registry.ts";
import { RecentTimes } from "./recent-times.ts";

/** What a request is called in the metrics. */
export interface RequestName {
  /** Such as `searchPrints`. There must be a few dozen of them, whatever clients send. */
  readonly operation: string;
  /** Its kind, such as `search`; there are a handful. */
  readonly kind: string;
}

/** The quantiles that are given of an operation's durations. */
const QUANTILES = [0.5, 0.99] as const;

const STATUS_CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;

interface Operation {
  readonly name: string;
  readonly ofKind: Histogram.Internal<string>;
  readonly times: RecentTimes;
  /** Requests by the first digit of their status. */
  readonly counts: number[];
  seconds: number;
}

/**
 * Counts HTTP requests. Durations are a histogram by kind, and by operation their sum and their quantiles of late: a
 * histogram for each operation and status was a third of a megabyte, read every few seconds.
 */
export class RequestMetrics {
  private readonly kinds: Histogram;
  /** By method and route: looking up a series by its labels is most of the work of an observation. */
  private readonly byRoute = new Map<string, Operation>();
  private readonly operations = new Map<string, Operation>();
  private nameOf = (_method: string, route: string): RequestName => ({ operation: route, kind: "other" });

  constructor(registry: MetricRegistry) {
    this.kinds = registry.histogram("tillroll_http_request_duration_seconds");
    const all = () => [...this.operations.values()];
    registry.show("tillroll_http_requests_total", () =>
      all().flatMap(({ name, counts }) =>
        STATUS_CLASSES.flatMap((status, index) => {
          const value = counts[index] ?? 0;
          return value === 0 ? [] : [{ labels: { operation: name, status }, value }];
        }),
      ),
    );
    registry.show("tillroll_http_request_seconds_total", () =>
      all().map(({ name, seconds }) => ({ labels: { operation: name }, value: seconds })),
    );
    registry.show("tillroll_http_request_recent_seconds", () => {
      const now = performance.now();
      return all().flatMap(({ name, times }) =>
        QUANTILES.flatMap((quantile) => {
          const value = times.quantile(quantile, now);
          return value === null ? [] : [{ labels: { operation: name, quantile: String(quantile) }, value }];
        }),
      );
    });
  }

  /** Has requests named; asked once for each method and route. */
  nameWith(nameOf: (method: string, route: string) => RequestName): void {
    this.nameOf = nameOf;
  }

  /** Notes an answered request. @param route the route's pattern, never the path itself */
  note(method: string, route: string, status: number, milliseconds: number): void {
    const operation = this.operationOf(method, route);
    operation.ofKind.observe(milliseconds / MILLISECONDS_PER_SECOND);
    operation.times.note(milliseconds, performance.now());
    const statusClass = Math.floor(status / 100) - 1;
    operation.counts[statusClass] = (operation.counts[statusClass] ?? 0) + 1;
    operation.seconds += milliseconds / MILLISECONDS_PER_SECOND;
  }

  private operationOf(method: string, route: string): Operation {
    const key = `${method} ${route}`;
    const known = this.byRoute.get(key);
    if (known !== undefined) return known;
    const { operation: name, kind } = this.nameOf(method, route);
    let operation = this.operations.get(name);
    if (operation === undefined) {
      const ofKind = this.kinds.labels({ kind });
      operation = { name, ofKind, times: new RecentTimes(), counts: STATUS_CLASSES.map(() => 0), seconds: 0 };
      this.operations.set(name, operation);
    }
    // Bun takes no methods but those of HTTP, so that this stays small.
    this.byRoute.set(key, operation);
    return operation;
  }
}
