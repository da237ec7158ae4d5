import type { DoctorRow } from "../contract/doctor.ts";
import { findServiceManager } from "../service-manager/find-manager.ts";
import { readJournal } from "../update/update-folder.ts";
import { VERSION } from "../version.ts";
import type { DoctorFacts } from "./doctor-facts.ts";
import { found } from "./findings.ts";

/** Whether the service runs, whether it starts with the machine, and whether an update is unfinished. */
export function lookAtService({ service, dataFolder }: DoctorFacts): DoctorRow[] {
  const states = {
    answering: "service.running",
    silent: "service.silent",
    stopped: "service.stopped",
  } as const;
  return [found(states[service]), ...installedRows(service), updateRow(dataFolder)];
}

function installedRows(service: DoctorFacts["service"]): DoctorRow[] {
  const manager = findServiceManager();
  if (manager === null) return [found("service.manager-unknown")];
  if (manager.installed() === null) return [found("service.not-installed")];
  const { kind, words } = manager.state();
  const isDown = service === "stopped" && (kind === "failed" || kind === "stopped");
  return isDown ? [found("service.failed", words)] : [found("service.installed", manager.title)];
}

function updateRow(dataFolder: string): DoctorRow {
  const journal = readJournal(dataFolder);
  return journal === null
    ? found("machine.version", VERSION)
    : found("machine.update-unfinished", journal.from, journal.to);
}
