import type { Database } from "bun:sqlite";
import { readdirSync, statSync } from "node:fs";
import {
  arch,
  availableParallelism,
  freemem,
  loadavg,
  networkInterfaces,
  release,
  totalmem,
  uptime,
} from "node:os";
import { join } from "node:path";
import { freeBytesUnder } from "../storage/disk-room.ts";
import { VERSION } from "../version.ts";

/** What is asked of SQLite: all of it quick, whatever the size of the database. */
const PRAGMAS = [
  "user_version",
  "application_id",
  "journal_mode",
  "page_size",
  "page_count",
  "freelist_count",
  "auto_vacuum",
  "encoding",
  "cache_size",
  "mmap_size",
  "synchronous",
  "table_list",
] as const;

/** The program and the machine that it runs on. */
export function aboutMachine(): object {
  return {
    version: VERSION,
    bun: Bun.version,
    platform: process.platform,
    architecture: arch(),
    system: release(),
    processors: availableParallelism(),
    loadAverage: loadavg(),
    memoryBytes: totalmem(),
    freeMemoryBytes: freemem(),
    machineUpSeconds: Math.round(uptime()),
    processUpSeconds: Math.round(process.uptime()),
    processMemory: process.memoryUsage(),
    time: new Date().toISOString(),
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    addresses: Object.entries(networkInterfaces()).map(([name, addresses = []]) => ({
      name,
      addresses: addresses.map(({ cidr }) => cidr),
    })),
  };
}

/** The files of a data folder, with sizes and times; no folder within it is looked into but those of logs. */
export function aboutFolder(folder: string): object {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.split(/[/\\]/).length <= 2)
    .toSorted()
    .flatMap((name) => {
      try {
        const { size, mtime, mode } = statSync(join(folder, name));
        return [{ name, bytes: size, changedAt: mtime.toISOString(), mode: (mode & 0o777).toString(8) }];
      } catch {
        // Gone meanwhile.
        return [];
      }
    });
  return { folder, freeBytes: freeBytesUnder(folder), files };
}

/** What SQLite says of a database. */
export function aboutDatabase(database: Database): object {
  const facts = PRAGMAS.map((name) => {
    const rows = database.query<Record<string, unknown>, []>(`PRAGMA ${name}`).all();
    return [name, rows.length === 1 ? Object.values(rows[0] ?? {})[0] : rows];
  });
  return Object.fromEntries(facts) as object;
}
