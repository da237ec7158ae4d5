import type { Database } from "bun:sqlite";
import { statfsSync } from "node:fs";
import { arch, hostname, platform } from "node:os";
import type { SystemAnswer } from "../contract/system.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { formatInstant } from "../domain/instant.ts";
import type { StorageState } from "../storage/storage-state.ts";

/** What facts of the system are taken from. */
export interface SystemSource {
  readonly version: string;
  readonly dataFolder: string;
  readonly configurationFile: string | null;
  readonly database: Database;
  readonly storage: Pick<StorageState, "logBytes" | "hasReserve">;
}

/** What the service runs on: all of it quick, whatever the size of the database. */
export function systemAnswer(source: SystemSource): Omit<SystemAnswer, "workspaces"> {
  const { version, dataFolder, configurationFile, database, storage } = source;
  const pragma = (name: string) => {
    const row = database.query<Record<string, number>, []>(`PRAGMA ${name}`).get();
    return Object.values(row ?? {})[0] ?? 0;
  };
  const pageBytes = pragma("page_size");
  return {
    version,
    startedAt: formatInstant(Date.now() - process.uptime() * MILLISECONDS_PER_SECOND),
    platform: `${platform()} ${arch()}`,
    hostname: hostname(),
    dataFolder,
    configurationFile,
    memoryBytes: process.memoryUsage.rss(),
    disk: { ...fileSystemOf(dataFolder), hasReserve: storage.hasReserve },
    database: {
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
