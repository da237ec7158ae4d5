import { readdirSync } from "node:fs";
import { RecentTimes } from "./recent-times.ts";
import type { MetricRegistry } from "./metric-registry.ts";

/** How often the main thread's lag is measured, milliseconds. */
const LAG_MILLISECONDS = 500;

const MICROSECONDS_PER_SECOND = 1_000_000;

/** Where the system lists the files that this process has open. */
const OPEN_FILES: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: "/proc/self/fd",
  darwin: "/dev/fd",
};

const QUANTILES = [0.5, 0.99] as const;

/** Shows what the process takes of the machine. @returns ends measuring */
export function showProcessMetrics(registry: MetricRegistry, version: string): () => void {
  const startedAt = Date.now() / 1000 - process.uptime();
  registry.show("tillroll_build_info", () => [{ labels: { version }, value: 1 }]);
  registry.show("tillroll_resident_memory_bytes", () => process.memoryUsage.rss());
  registry.show("process_start_time_seconds", () => startedAt);
  registry.show("process_cpu_seconds_total", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / MICROSECONDS_PER_SECOND;
  });
  registry.show("process_open_fds", () => {
    const folder = OPEN_FILES[process.platform];
    return folder === undefined ? [] : readdirSync(folder).length;
  });
  return showLag(registry);
}

function showLag(registry: MetricRegistry): () => void {
  const lags = new RecentTimes();
  let expected = performance.now() + LAG_MILLISECONDS;
  const timer = setInterval(() => {
    const now = performance.now();
    lags.note(Math.max(0, now - expected), now);
    expected = now + LAG_MILLISECONDS;
  }, LAG_MILLISECONDS);
  timer.unref();
  registry.show("tillroll_event_loop_lag_seconds", () =>
    QUANTILES.flatMap((quantile) => {
      const value = lags.quantile(quantile, performance.now());
      return value === null ? [] : [{ labels: { quantile: String(quantile) }, value }];
    }),
  );
  return () => clearInterval(timer);
}
