import { statSync } from "node:fs";
import { isOffline } from "../domain/printer-status.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { Intake } from "../intake/intake.ts";
import type { Log } from "../operations/log.ts";
import type { MetricRegistry, MetricSample } from "../operations/metric-registry.ts";
import { showProcessMetrics } from "../operations/process-metrics.ts";
import { ServiceLog } from "../operations/logs/service-log.ts";
import { databasePath } from "../platform/data-folder.ts";
import type { Printing } from "../printing.ts";
import { SEGMENT_KINDS } from "../storage/index-writer.ts";
import { VERSION } from "../version.ts";
import type { PrintsStage } from "./prints-stage.ts";
import type { StorageStage } from "./storage-stage.ts";

/** How long what was read of the database counts, milliseconds: some rows of each workspace and printer. */
const LOOK_MILLISECONDS = 5000;

/** Shows the metrics of the whole service. @param started measuring is ended with it */
export function showMetrics(
  dataFolder: string,
  storage: StorageStage,
  prints: PrintsStage,
  printing: Printing,
  started: AsyncDisposableStack,
): void {
  const { registry } = storage.metrics;
  started.defer(showProcessMetrics(registry, VERSION));
  showStorage(dataFolder, storage);
  showIngest(registry, prints.intake);
  showDeliveries(storage, prints, printing);
  showIndex(storage, prints);
  showLogLines(registry, storage.log);
}

/** Shows how many lines were logged, by their levels. */
export function showLogLines(registry: MetricRegistry, log: Log): void {
  registry.show("tillroll_log_lines_total", () =>
    log instanceof ServiceLog ? byLabel("level", Object.entries(log.counts)) : [],
  );
}

function showStorage(dataFolder: string, { metrics: { registry }, writer, disk }: StorageStage): void {
  registry.show("tillroll_disk_free_bytes", () => disk.freeBytes);
  const path = databasePath(dataFolder);
  registry.show("tillroll_wal_bytes", () => writer.state.logBytes);
  registry.show("tillroll_database_bytes", () => statSync(path).size);
}

/** Shows what came in, and what was refused. */
export function showIngest(registry: MetricRegistry, intake: Pick<Intake, "counts">): void {
  const { stored, refused } = intake.counts;
  const all = Object.entries(stored);
  registry.show("tillroll_prints_total", () =>
    byLabel(
      "source",
      all.map(([source, { prints }]) => [source, prints]),
    ),
  );
  registry.show("tillroll_print_bytes_total", () =>
    byLabel(
      "source",
      all.map(([source, { bytes }]) => [source, bytes]),
    ),
  );
  registry.show("tillroll_prints_refused_total", () => byLabel("code", refused));
}

function showDeliveries(
  { metrics: { registry }, clock }: StorageStage,
  { deliveries, webhooks }: PrintsStage,
  printing: Printing,
): void {
  registry.show("tillroll_printers", () => {
    const all = printing.printers.all();
    const offline = all.filter(({ state }) => isOffline(state)).length;
    return byLabel("state", [
      ["online", all.length - offline],
      ["offline", offline],
    ]);
  });
  const countAll = remembered(() => [
    ["waiting", deliveries.countOf("queued") + deliveries.countOf("sending")] as const,
    ["held", deliveries.countOf("held")] as const,
    ["failed", deliveries.countOf("failed")] as const,
  ]);
  registry.show("tillroll_deliveries", () => byLabel("state", countAll()));
  registry.show("tillroll_deliveries_total", () => byLabel("outcome", deliveries.outcomes.counts));
  registry.show("tillroll_delivery_oldest_seconds", () => {
    const now = clock.now();
    const waits = deliveries.oldestWaiting().map(({ since }) => now - since);
    return Math.max(0, ...waits) / MILLISECONDS_PER_SECOND;
  });
  registry.show("tillroll_webhooks", () => byLabel("state", Object.entries(webhooks.states())));
  registry.show("tillroll_webhook_requests_total", () =>
    byLabel("outcome", Object.entries(webhooks.requests)),
  );
}

function showIndex({ metrics: { registry }, stores }: StorageStage, { indexStatus }: PrintsStage): void {
  const look = remembered(() => {
    const all = stores.workspaces.list();
    const statuses = all.map((workspace) => indexStatus.read(workspace));
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const kinds = Object.values(SEGMENT_KINDS);
    return {
      unsealed: sum(statuses.map(({ prints, sealed }) => prints - sealed)),
      textPending: sum(statuses.map(({ textPending }) => textPending)),
      segments: sum(all.flatMap(({ id }) => kinds.map((kind) => indexStatus.segments(id, kind).length))),
    };
  });
  registry.show("tillroll_index_unsealed_prints", () => look().unsealed);
  registry.show("tillroll_index_text_pending_prints", () => look().textPending);
  registry.show("tillroll_index_segments", () => look().segments);
}

/** Series that a label tells apart. */
function byLabel(label: string, values: Iterable<readonly [string, number]>): MetricSample[] {
  return [...values].map(([name, value]) => ({ labels: { [label]: name }, value }));
}

/** What was read counts for a while: monitoring asks every few seconds, and anybody may. */
function remembered<Value>(read: () => Value): () => Value {
  let known: Value | null = null;
  let knownUntil = 0;
  return () => {
    const now = performance.now();
    if (known === null || now >= knownUntil) {
      known = read();
      knownUntil = now + LOOK_MILLISECONDS;
    }
    return known;
  };
}
