import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import type { DoctorRow } from "../contract/doctor.ts";
import { MEBIBYTE } from "../domain/limits.ts";
import { WAL_LIMITS } from "../domain/storage-limits.ts";
import { sizeInWords } from "../domain/size.ts";
import { databasePath } from "../platform/data-folder.ts";
import { reasonOf } from "../platform/system-error.ts";
import { openForReading, unsharedAddress } from "../storage/database.ts";
import { hasForeignLog, logBytes } from "../storage/generation.ts";
import { MIGRATIONS } from "../storage/migrations/migrations.ts";
import { schemaVersion } from "../storage/migrate.ts";
import { isMissing, type DoctorFacts } from "./doctor-facts.ts";
import { found } from "./findings.ts";

const MAGIC = "SQLite format 3\0";

/** A larger one is not read through while somebody waits, bytes. */
const MOST_READ_BYTES = 256 * MEBIBYTE;

/** Faults of pages that are told. */
const TOLD_FAULTS = 3;

/** The database of the data folder; nothing is ever written to it. */
export async function lookAtDatabase(facts: DoctorFacts): Promise<DoctorRow[]> {
  const path = databasePath(facts.dataFolder);
  if (!existsSync(path)) return [found("database.missing")];
  // POSIX drops all locks that a process has on a file when any of its descriptors is closed: in the service itself the file is
  // opened by SQLite alone. Its header and its log were looked at when it started.
  const isElsewhere = facts.service !== "answering";
  const header = isElsewhere ? headerOf(path) : null;
  if (header !== null) return [header];
  return [
    found("database.header", sizeInWords(statSync(path).size)),
    ...lookInside(path, facts),
    ...(isElsewhere && hasForeignLog(path) ? [found("database.log-foreign")] : [logRow(path)]),
    await holdersOf(path, facts),
  ];
}

function headerOf(path: string): DoctorRow | null {
  try {
    const file = openSync(path, "r");
    const bytes = Buffer.alloc(MAGIC.length);
    const count = readSync(file, bytes, 0, MAGIC.length, 0);
    closeSync(file);
    // One that is new is empty.
    return count === 0 || bytes.toString("latin1") === MAGIC ? null : found("database.header-damaged");
  } catch (error) {
    return found("database.unreadable", reasonOf(error));
  }
}

function lookInside(path: string, { service }: DoctorFacts): DoctorRow[] {
  try {
    const isAlone = service === "stopped";
    const address = isAlone ? unsharedAddress(path, logBytes(path) > 0 && !hasForeignLog(path)) : path;
    const database = openForReading(address);
    try {
      return [
        versionRow(schemaVersion(database)),
        isAlone ? pagesRow(database, path) : pagesLater("the service runs"),
      ];
    } finally {
      database.close();
    }
  } catch (error) {
    return [found("database.unreadable", reasonOf(error))];
  }
}

function versionRow(version: number): DoctorRow {
  const known = MIGRATIONS.length;
  if (version > known) return found("database.version-newer", version, known);
  return version < known ? found("database.version-old", version, known) : found("database.version", version);
}

function pagesRow(database: ReturnType<typeof openForReading>, path: string): DoctorRow {
  if (statSync(path).size > MOST_READ_BYTES) return pagesLater("the database is large");
  const faults = database
    .query<{ quick_check: string }, []>(`PRAGMA quick_check(${TOLD_FAULTS})`)
    .all()
    .map((row) => row.quick_check)
    .filter((text) => text !== "ok");
  return faults.length === 0 ? found("database.pages") : found("database.pages-damaged", faults.join("; "));
}

function pagesLater(why: string): DoctorRow {
  return found("database.pages-unknown", why);
}

function logRow(path: string): DoctorRow {
  const bytes = logBytes(path);
  return found(bytes > WAL_LIMITS.fullBytes ? "database.log-large" : "database.log", sizeInWords(bytes));
}

/** Other programs that have the file open: by the links of /proc, elsewhere by lsof. */
async function holdersOf(path: string, { platform, ask }: DoctorFacts): Promise<DoctorRow> {
  if (platform === "linux") return holdersRow(holdersInProc(path));
  const outcome = await ask("lsof", "-F", "pcn", "--", path);
  if (platform === "win32" || isMissing(outcome)) return found("database.holders-unknown");
  const ids = [...outcome.output.matchAll(/^p(\d+)\nc(.*)$/gm)];
  return holdersRow(ids.map(([, id = "", name = ""]) => ({ id: Number(id), name })));
}

interface Holder {
  readonly id: number;
  readonly name: string;
}

function holdersRow(holders: readonly Holder[]): DoctorRow {
  const others = holders.filter(({ id, name }) => id !== process.pid && !/^(?:tillroll|bun)/.test(name));
  if (others.length === 0) return found("database.holders");
  return found("database.holders-other", others.map(({ id, name }) => `${name} (${id})`).join(", "));
}

function holdersInProc(path: string): Holder[] {
  const holders: Holder[] = [];
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const descriptors = join("/proc", entry, "fd");
      const isHolder = readdirSync(descriptors).some((name) => linkOf(join(descriptors, name)) === path);
      if (isHolder)
        holders.push({ id: Number(entry), name: readFileSync(join("/proc", entry, "comm"), "utf8").trim() });
    } catch {
      // It has ended, or is another user's.
    }
  }
  return holders;
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
