import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServicePorts } from "../domain/port-conflict.ts";

/** How other commands on this machine reach the service that runs on a data folder. */
export interface RunningService {
  /** Base address, such as `http://127.0.0.1:9180`. */
  readonly address: string;
  readonly processId: number;
  /** A bearer token that lasts as long as the service runs; whoever can read the data folder may use it. */
  readonly localToken: string;
  /** Where it listens; absent in the note of an older version. */
  readonly ports?: ServicePorts;
}

function path(folder: string): string {
  return join(folder, "service.json");
}

/** Leaves a note of the running service, for the owner of the folder only. */
export function announceService(folder: string, service: RunningService): void {
  writeFileSync(path(folder), `${JSON.stringify(service, null, 2)}\n`, { mode: 0o600 });
  chmodSync(path(folder), 0o600);
}

/** Removes the note. */
export function withdrawService(folder: string): void {
  rmSync(path(folder), { force: true });
}

/** The note of the service that runs, or last ran, on a folder; `null` when there is none. */
export function findService(folder: string): RunningService | null {
  try {
    return JSON.parse(readFileSync(path(folder), "utf8")) as RunningService;
  } catch {
    return null;
  }
}
