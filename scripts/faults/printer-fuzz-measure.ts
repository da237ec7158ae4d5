import { readFileSync } from "node:fs";
import type { ServiceProcess } from "../service/service-process.ts";
import type { ProbeTarget, ProbeTimes } from "./printer-fuzz-probe.ts";

const MEBIBYTE = 1024 * 1024;

/** How long others may wait for an answer, milliseconds. */
const MOST_P99_MILLISECONDS = 10;

/** The Worker that measures how long others wait. */
export class Probe {
  private readonly worker = new Worker(new URL("./printer-fuzz-probe.ts", import.meta.url));

  constructor(target: ProbeTarget) {
    this.worker.postMessage(target);
  }

  /** What was measured since it was last asked. */
  tell(): Promise<ProbeTimes> {
    const { promise, resolve } = Promise.withResolvers<ProbeTimes>();
    this.worker.onmessage = ({ data }: MessageEvent<ProbeTimes>) => resolve(data);
    this.worker.postMessage("tell");
    return promise;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}

/** Memory of a service that is really there, bytes. */
export function residentBytes({ processId }: ServiceProcess): number {
  const { stdout } = Bun.spawnSync(["ps", "-o", "rss=", "-p", String(processId)]);
  return Number(stdout.toString()) * 1024;
}

/**
 * How long the thread that answers has run, and has waited for a core of a busy machine, milliseconds; `null` where the
 * system does not tell. (Linux, /proc/PID/schedstat.)
 */
export function mainThread({
  processId,
}: ServiceProcess): { readonly ran: number; readonly waited: number } | null {
  try {
    const [ran, waited] = readFileSync(`/proc/${processId}/task/${processId}/schedstat`, "utf8").split(" ");
    return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 };
  } catch {
    return null;
  }
}

/** Waiting for a core makes answers late that the service itself would have given in time. */
export function sharesOfTime(
  before: ReturnType<typeof mainThread>,
  after: ReturnType<typeof mainThread>,
  milliseconds: number,
): string[] {
  if (before === null || after === null) return [];
  const share = (spent: number) => `${((100 * spent) / milliseconds).toFixed(0)} %`;
  const [ran, waited] = [share(after.ran - before.ran), share(after.waited - before.waited)];
  return [`its main thread ran ${ran} of the time and waited for a core ${waited}`];
}

/** Median, 99th percentile and most of times in milliseconds, in words. */
export function times(milliseconds: readonly number[]): string {
  const [p50, p99] = [percentile(milliseconds, 0.5), percentile(milliseconds, 0.99)];
  const most = Math.max(0, ...milliseconds);
  return `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, most ${most.toFixed(0)} ms`;
}

/** Says that others waited too long; `null` where they did not, or where the machine alone makes them wait. */
export function slowness(what: string, quiet: readonly number[], busy: readonly number[]): string | null {
  if (percentile(quiet, 0.99) > MOST_P99_MILLISECONDS / 2) return null;
  const p99 = percentile(busy, 0.99);
  return p99 > MOST_P99_MILLISECONDS ? `${what} was answered in ${p99.toFixed(1)} ms (p99)` : null;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Bytes, in words. */
export function mebibytes(bytes: number): string {
  return `${Math.round(bytes / MEBIBYTE)} MiB`;
}
