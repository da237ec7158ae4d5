import { join } from "node:path";

/** The Workers of the service, by their path under `src`; the build makes each an entry point of the binary. */
export const WORKER_ENTRIES = [
  "backup/backup-worker",
  "backup/verification-worker",
  "storage/writer-worker",
  "background/background-worker",
  "search/search-worker",
  "search/sql-search-worker",
  "documents/document-worker",
  "preview/preview-worker",
  "export/export-worker",
  "recognition/recognition-worker",
  "retention/retention-worker",
  "delivery/system-calls/system-call-worker",
  "delivery/preparation/translation-worker",
  "service-manager/windows/dispatcher-worker",
  "restore/drill-worker",
  "scrub/scrub-worker",
  "seals/verification-worker",
  "update/copy-worker",
  "archive/text/text-worker",
  "upstream/shipping-worker",
] as const;

export type WorkerEntry = (typeof WORKER_ENTRIES)[number];

export function isWorkerEntry(name: string | undefined): name is WorkerEntry {
  return WORKER_ENTRIES.some((entry) => entry === name);
}

/**
 * Where a Worker's code is: beside this source, or inside the compiled binary, where everything was bundled into the
 * root and what was TypeScript is JavaScript.
 */
export function workerAddress(entry: WorkerEntry): string {
  return Bun.isStandaloneExecutable
    ? join(import.meta.dir, `${entry}.js`)
    : join(import.meta.dir, "..", `${entry}.ts`);
}
