import { statSync } from "node:fs";
import { monotonicClock } from "../domain/clock.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { FINDING_KINDS } from "../scrub/finding.ts";
import { Scrub } from "../scrub/scrub.ts";
import { keptLogs } from "../storage/mend-log.ts";
import { scrubHealth } from "../scrub/scrub-health.ts";
import { DEFAULT_SCRUB } from "../scrub/scrub-options.ts";
import { ScrubReader } from "../storage/scrub-store.ts";
import type { AppOptions } from "./app-options.ts";
import type { StorageStage } from "./storage-stage.ts";

interface ScrubHelpers {
  readonly background: { noteDamage(workspaceId: number, segmentId: number): void };
}

/** Makes what checks all that is stored; it begins once the service prints. */
export function createScrub(
  { scrub: options = DEFAULT_SCRUB }: AppOptions,
  stage: StorageStage,
  { background }: ScrubHelpers,
  started: AsyncDisposableStack,
): Scrub | null {
  const { storage, database, writer, clock, patientLog, health, batchListeners } = stage;
  // What cannot be written may be a database of before there was any of that.
  if (storage.trouble !== null) return null;
  const scrubReader = new ScrubReader(database);
  const scrub = new Scrub({
    options,
    databasePath: storage.readingPath,
    reader: scrubReader,
    writer,
    clock: clock.now,
    monotonic: monotonicClock,
    log: patientLog,
    databaseBytes: () => statSync(storage.path).size,
    prints: () => scrubReader.prints(),
    onDamagedSegment: ({ workspaceId, segmentId }) => background.noteDamage(workspaceId, segmentId),
  });
  started.defer(() => scrub.close());
  health.add(scrubHealth(scrub, scrubReader, () => keptLogs(storage.path)));
  batchListeners.add(({ results }) => {
    if (results.some((result) => result.ok && result.json !== "")) scrub.standBack();
  });
  showScrub(stage, scrub, scrubReader);
  return scrub;
}

function showScrub({ metrics: { registry } }: StorageStage, scrub: Scrub, reader: ScrubReader): void {
  registry.show("tillroll_scrub_findings", () => {
    const counts = reader.counts();
    return FINDING_KINDS.map((kind) => ({ labels: { kind }, value: counts.get(kind) ?? 0 }));
  });
  registry.show(
    "tillroll_scrub_last_round_timestamp_seconds",
    () => (scrub.progress.finishedAt ?? 0) / MILLISECONDS_PER_SECOND,
  );
  registry.show("tillroll_scrub_round_bytes", () => scrub.progress.bytes);
}
