import { showIngest, showLogLines } from "../app/metrics-stage.ts";
import { showProcessMetrics } from "../operations/process-metrics.ts";
import { VERSION } from "../version.ts";
import type { ArchivePrints } from "./archive-prints.ts";
import type { ArchiveStorage } from "./archive-storage.ts";

/** Shows the metrics of an archive's instance. @param started measuring is ended with it */
export function showArchiveMetrics(
  { metrics: { registry }, log }: ArchiveStorage,
  { intake }: ArchivePrints,
  started: AsyncDisposableStack,
): void {
  started.defer(showProcessMetrics(registry, VERSION));
  showIngest(registry, intake);
  showLogLines(registry, log);
}
