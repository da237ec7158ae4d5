import type { Database } from "bun:sqlite";
import { statfsSync } from "node:fs";
import { arch, hostname, platform } from "node:os";
import type { SystemAnswer } from "../contract/system.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { formatInstant } from "../domain/instant.ts";
import { sqliteVersion } from "../storage/database.ts";
import type { StorageState } from "../storage/storage-state.ts";

/** What of the system is about where prints are. */
export type StorageFacts = Pick<SystemAnswer, "disk" | "database" | "workspaces">;

/** Where the process is started from. */
export interface ProcessSource {
  readonly version: string;
  readonly dataFolder: string;
  readonly configurationFile: string | null;
}

/** What the process is and runs on. */
export function processFacts(source: ProcessSource): Omit<SystemAnswer, keyof StorageFacts> {
  const { version, dataFolder, configurationFile } = source;
  return {
    version,
    startedAt: formatInstant(Date.now() - process.uptime() * MILLISECONDS_PER_SECOND),
    platform: `${platform()} ${arch()}`,
    hostname: hostname(),
    dataFolder,
    configurationFile,
    memoryBytes: process.memoryUsage.rss(),
  };
}

/** A shop's database and the disk under it: all of it quick, whatever their size. */
export function databaseFileFacts(
  dataFolder: string,
  database: Database,
  storage: Pick<StorageState, "logBytes" | "hasReserve">,
): Pick<StorageFacts, "disk" | "database"> {
  const pragma = (name: string) => {
    const row = database.query<Record<string, number>, []>(`PRAGMA ${name}`).get();
    return Object.values(row ?? {})[0] ?? 0;
  };
  const pageBytes = pragma("page_size");
  return {
    disk: { ...fileSystemOf(dataFolder), hasReserve: storage.hasReserve },
    database: {
      engine: `SQLite ${sqliteVersion(database)}`,
      bytes: pragma("page_count") * pageBytes,
      freeBytes: pragma("freelist_count") * pageBytes,
      logBytes: storage.logBytes,
      schema: pragma("user_version"),
    },
  };
}

function fileSystemOf(folder: string) {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return { freeBytes: null, totalBytes: null };
  }
}
