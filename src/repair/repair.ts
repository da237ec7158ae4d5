import type { Database } from "bun:sqlite";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { AuditActor } from "../audit/audit-entry.ts";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { databasePath } from "../platform/data-folder.ts";
import { leaveToOwnerOf } from "../platform/folder-owner.ts";
import { removeTree } from "../platform/remove-tree.ts";
import { syncFile } from "../platform/durable-files.ts";
import { requireScratch } from "../restore/drill.ts";
import type { RestorableState } from "../restore/restore-source.ts";
import { checkDatabase } from "../storage/database-check.ts";
import { PRIVATE_FILE_MODE } from "../storage/database-file.ts";
import { openForReading, openForWriting } from "../storage/database.ts";
import { logBytes } from "../storage/generation.ts";
import { migrate } from "../storage/migrate.ts";
import {
  abandonReplacement,
  beginReplacement,
  finishReplacement,
  isReplacing,
  replaceFiles,
} from "../storage/replacement.ts";
import { requireRoom } from "../storage/disk-room.ts";
import { alreadyRunning, lockDataFolder, lockFileOf } from "../storage/service-lock.ts";
import { storageReason } from "../storage/storage-error.ts";
import { verifyJournal } from "../verification/verify-journal.ts";
import { buildRepaired } from "./build-repaired.ts";
import { DamagedDatabase } from "./damaged-database.ts";
import { reportLines, type RepairReport } from "./repair-report.ts";

/** What the names of folders begin with that keep what was there before a repair. */
const KEPT_PREFIX = "before-repair-";

/** The files of a report, and the folder of bytes of which nobody knows whose they are. */
const REPORT_FILES = { json: "repair-report.json", text: "repair-report.txt", found: "found" } as const;

export interface RepairOptions {
  readonly dataFolder: string;
  /** The folder for the new database and the report, to be made; `null` to put it in the place of the damaged one. */
  readonly out: string | null;
  /** What to take from it is missing; `null` for none. */
  readonly backup: RestorableState | null;
  /** Where a backup may be built for the time it takes. */
  readonly scratch: string;
  /** Who repairs. */
  readonly actor: AuditActor;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/**
 * Makes a new database of all that can be had of a damaged one, which is only read; with a backup, of what that one has too.
 * All of the new one is read and checked before it counts as made.
 * @throws TillrollError STORAGE_UNAVAILABLE when a service runs there, there is no room, or a newer Tillroll made it; NOT_FOUND
 *   when there is no database; BACKUP_DAMAGED; what reading the backup throws
 */
export async function repair(options: RepairOptions): Promise<RepairReport> {
  const { dataFolder, out } = options;
  using _lock = lockFor(dataFolder, out);
  if (isReplacing(dataFolder)) finishReplacement(dataFolder);
  const path = databasePath(dataFolder);
  if (!existsSync(path)) throw new TillrollError("NOT_FOUND", `There is no database in ${dataFolder}.`);
  requireRoomFor(statSync(path).size + logBytes(path), out ?? dataFolder);
  if (out !== null) return await repairTo(out, options);
  const incoming = beginReplacement(dataFolder);
  try {
    const report = await build(incoming, options);
    return putInPlace(incoming, report, options);
  } finally {
    // Where it was decided and could not be finished, what is to come in is still needed.
    if (!isReplacing(dataFolder)) abandonReplacement(dataFolder);
  }
}

/** A service that runs would go on writing. Where nobody can write, none does. */
function lockFor(dataFolder: string, out: string | null): Disposable {
  try {
    const lock = lockDataFolder(dataFolder);
    if (lock === null) throw alreadyRunning(dataFolder);
    return lock;
  } catch (error) {
    if (out === null || storageReason(error) !== "READ_ONLY") throw error;
    return { [Symbol.dispose]: () => {} };
  }
}

async function repairTo(out: string, options: RepairOptions): Promise<RepairReport> {
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new TillrollError("CONFLICT", `${out} is not empty: name a folder that is new.`);
  mkdirSync(out, { recursive: true, mode: 0o700 });
  const report = await build(out, options);
  writeReport(out, report);
  leaveToOwnerOf(options.dataFolder, out, lockFileOf(options.dataFolder));
  return report;
}

function putInPlace(
  incoming: string,
  report: RepairReport,
  { dataFolder, now }: RepairOptions,
): RepairReport {
  const keptAs = newKeptName(dataFolder, now);
  const keptIn = join(dataFolder, keptAs);
  const placed = { ...report, to: databasePath(dataFolder), keptIn };
  // What stays beside the damaged database comes there first.
  mkdirSync(keptIn, { mode: 0o700 });
  writeReport(keptIn, placed);
  const found = join(incoming, REPORT_FILES.found);
  if (existsSync(found)) renameSync(found, join(keptIn, REPORT_FILES.found));
  leaveToOwnerOf(dataFolder, incoming, keptIn, lockFileOf(dataFolder));
  replaceFiles(dataFolder, { keptAs, alongside: [] });
  leaveToOwnerOf(dataFolder, keptIn);
  return placed;
}

async function build(folder: string, options: RepairOptions): Promise<RepairReport> {
  const [from, to] = [databasePath(options.dataFolder), databasePath(folder)];
  const backup = options.backup === null ? null : await buildBackup(options.backup, options.scratch);
  try {
    using damaged = new DamagedDatabase(from);
    const { unreadablePages, ...told } = (() => {
      using target = openForWriting(to);
      target.run("PRAGMA foreign_keys = OFF");
      // A power cut meanwhile leaves a file that nobody uses.
      target.run("PRAGMA synchronous = OFF");
      const foundFolder = join(folder, REPORT_FILES.found);
      const { actor, now, onProgress } = options;
      const building = { actor, now, backup: backup?.database ?? null, foundFolder };
      const made = buildRepaired(damaged, target, {
        ...building,
        ...(onProgress !== undefined && { onProgress }),
      });
      target.run("PRAGMA wal_checkpoint(TRUNCATE)");
      return made;
    })();
    const journal = await verify(to, told.prints.total);
    syncFile(to);
    const log = damaged.log;
    const frames = log === null ? null : log.committed.length + log.damagedFrames;
    return {
      repairedAt: formatInstant(options.now),
      from,
      to,
      keptIn: null,
      pages: { total: damaged.pageCount, unreadable: unreadablePages },
      log: frames === null || log === null ? null : { frames, damagedFrames: log.damagedFrames },
      ...told,
      journal,
      backup:
        options.backup === null
          ? null
          : {
              title: options.backup.title,
              asOf: options.backup.asOf === null ? null : formatInstant(options.backup.asOf),
            },
    };
  } finally {
    backup?.close();
  }
}

/** Builds the database of a backup in a folder that goes when it is closed. */
async function buildBackup(
  state: RestorableState,
  scratch: string,
): Promise<{ database: Database; close: () => void }> {
  requireScratch(state, scratch);
  const folder = mkdtempSync(join(scratch, "tillroll-repair-"));
  try {
    const path = databasePath(folder);
    await state.writeDatabase(path, {});
    {
      using database = openForWriting(path);
      migrate(database);
    }
    const database = openForReading(path);
    const close = () => {
      database.close();
      removeTree(folder);
    };
    return { database, close };
  } catch (error) {
    removeTree(folder);
    throw error;
  }
}

/** Findings of the journal that are told in words. */
const TOLD_FINDINGS = 5;

/**
 * Reads all of the new database: its pages, each print's bytes, that ordinals have no gaps, and its journal, which may have gaps of
 * its own that nothing can fill.
 */
async function verify(path: string, prints: number): Promise<RepairReport["journal"]> {
  using database = openForWriting(path);
  const checked = await checkDatabase(database);
  const gaps = database
    .query<{ id: number }, []>(
      "SELECT workspace_id AS id FROM print GROUP BY workspace_id HAVING count(*) <> max(ordinal) + 1",
    )
    .all();
  const orphans = database.query("PRAGMA foreign_key_check").all();
  if (checked.prints === prints && gaps.length === 0 && orphans.length === 0) {
    const { entries, findings, findingCount } = await verifyJournal(database);
    const first = findings.slice(0, TOLD_FINDINGS).map(({ message }) => message);
    return { entries, findings: findingCount, first };
  }
  throw new TillrollError(
    "UNKNOWN",
    `The new database is not whole (${checked.prints} of ${prints} prints, ${gaps.length} workspaces with gaps, ` +
      `${orphans.length} rows that name nothing): it was not put in place. Please report this.`,
  );
}

function writeReport(folder: string, report: RepairReport): void {
  const text = `${reportLines(report).join("\n")}\n`;
  writeFileSync(join(folder, REPORT_FILES.json), `${JSON.stringify(report, null, 2)}\n`, {
    mode: PRIVATE_FILE_MODE,
  });
  writeFileSync(join(folder, REPORT_FILES.text), text, { mode: PRIVATE_FILE_MODE });
}

/** A name that no folder has: two repairs may be within a second. */
function newKeptName(dataFolder: string, now: number): string {
  const name = `${KEPT_PREFIX}${new Date(now).toISOString().replace(/[-:]|\.\d+/g, "")}`;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(join(dataFolder, candidate))) return candidate;
  }
}

function requireRoomFor(bytes: number, folder: string): void {
  requireRoom({
    folder: existsSync(folder) ? folder : join(folder, ".."),
    bytes,
    refusal: (needed, free) =>
      `The new database needs ${needed} MiB beside the damaged one, and ${free} MiB are free on the disk of ${folder}. ` +
      "Nothing was changed. Make room, or name a folder on another disk with --out.",
  });
}
