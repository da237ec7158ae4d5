import type { Database } from "bun:sqlite";
import { audit, type AuditActor } from "../audit/audit-entry.ts";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { areOfOneService } from "../restore/present-state.ts";
import { AuditStore } from "../storage/audit-store.ts";
import { PrintJournal } from "../storage/print-journal.ts";
import type { StoredContent } from "../storage/raw-content.ts";
import type { DamagedDatabase } from "./damaged-database.ts";
import { takeFromBackup, takeRemoved, type TakenFromBackup } from "./from-backup.ts";
import { type LoggedPrints, takeFromKeptLogs, writeFound } from "./kept-logs.ts";
import { rebuildPrints, type RebuiltPrints } from "./lost-prints.ts";
import { settleTwins } from "./twin-rows.ts";
import { mendTrees } from "./mend-tree.ts";
import { checkContents, type CheckedContents } from "./print-contents.ts";
import { acceptRows, checkRows, type CheckedRows } from "./print-rows.ts";
import { countRemoved, markRemoved, removedPrints, unclearWorkspaces } from "./removed-prints.ts";
import type { GonePrint, RepairReport } from "./repair-report.ts";
import { type Salvage, salvage } from "./salvage.ts";
import {
  settleIndex,
  settleJournals,
  settleNumbers,
  settleReferences,
  type SettledRows,
} from "./settle-repaired.ts";

export interface BuildOptions {
  readonly actor: AuditActor;
  /** Epoch milliseconds. */
  readonly now: number;
  /** A database with what a backup has, of the present schema; `null` for none. */
  readonly backup: Database | null;
  /** Where bytes go of which it is not known whose they are. */
  readonly foundFolder: string;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** What a repaired database has, and has not. */
export interface RepairedPrints extends Pick<RepairReport, "prints" | "tables" | "placeholders"> {
  /** Pages of the damaged one that hold nothing that can be read. */
  readonly unreadablePages: number;
}

const NOTHING_TAKEN: TakenFromBackup = { rows: [], contents: [], withheld: [], others: new Map() };

/**
 * Fills a new database with all that can be had of a damaged one, and of a backup.
 * @param target new and empty; for writing, with foreign keys off
 * @throws TillrollError STORAGE_UNAVAILABLE when a newer Tillroll made the damaged one; BACKUP_DAMAGED for another service's backup
 */
export function buildRepaired(
  damaged: DamagedDatabase,
  target: Database,
  options: BuildOptions,
): RepairedPrints {
  const found = salvage(damaged, target, options);
  return target.transaction(() => complete(found, damaged, target, options))();
}

function complete(
  found: Salvage,
  damaged: DamagedDatabase,
  target: Database,
  options: BuildOptions,
): RepairedPrints {
  const { backup, now } = options;
  const contents = checkContents(target);
  const states = [...settleTwins(target, found.twins), ...mendTrees(target)];
  const rows = checkRows(target, found.tables.get("journal_entry")?.isComplete === true);
  const wrong = rows.damaged;
  const removed = removedPrints(target);
  const again = { kind: "erased", reason: "It was erased; the decision is lost.", at: now } as const;
  const journal = new PrintJournal(target);
  markRemoved(target, journal, removed, again);
  if (backup !== null) refuseForeign(target, backup);
  if (backup !== null) takeRemoved(target, backup, removed);
  const isUnclear = unclearWorkspaces(target, found.tables);
  dropDoubtful(target, found, isUnclear);
  const logged = takeFromKeptLogs(damaged, found, target, removed, options.foundFolder);
  const merge = { tables: found.tables, removed, isUnclear, damagedRows: wrong };
  const taken = backup === null ? NOTHING_TAKEN : takeFromBackup(target, backup, merge);
  const rebuilt = rebuildPrints(target, found, wrong, (id) => keepApart(target, id, options.foundFolder));
  journal.flush();
  settleJournals(target);
  journal.forget();
  // Of those that lie where a removed one was.
  markRemoved(target, journal, removed, again);
  const gone = markGone(target, journal, rebuilt, now);
  const fromBackup = new Set(taken.rows);
  acceptRows(target, journal, [...[...wrong].filter((id) => !fromBackup.has(id)), ...rebuilt.rebuilt], now);
  journal.flush();
  const settled = settleReferences(target);
  countRemoved(target);
  settleNumbers(target, found, damaged.log?.damagedFrames === 0 || damaged.log === null);
  settleIndex(target);
  const told = tell(target, { found, contents, states, rows, logged, taken, rebuilt, gone, settled });
  const details = { saved: told.prints.saved, total: told.prints.total, gone: gone.length };
  new AuditStore(target).add(audit(options.actor, "database.repaired", null, details), now);
  return told;
}

/**
 * A print that an older state of its page has, and nothing else: where it is not known which prints were removed, it may be one
 * of them.
 */
function dropDoubtful(
  target: Database,
  { olderRows, olderContents }: Salvage,
  isUnclear: (workspaceId: number) => boolean,
): void {
  const find = target.query<{ workspaceId: number; hasContent: number }, [number]>(
    "SELECT workspace_id AS workspaceId, EXISTS (SELECT 1 FROM print_data WHERE print_id = id) AS hasContent FROM print WHERE id = ?",
  );
  for (const id of olderRows) {
    const print = find.get(id);
    const isAlive = print?.hasContent === 1 && !olderContents.has(id);
    if (print === null || isAlive || !isUnclear(print.workspaceId)) continue;
    target.query<unknown, [number]>("DELETE FROM print_data WHERE print_id = ?").run(id);
    target.query<unknown, [number]>("DELETE FROM print WHERE id = ?").run(id);
  }
}

function refuseForeign(target: Database, backup: Database): void {
  const hasUsers = target.query("SELECT 1 FROM user LIMIT 1").get() !== null;
  if (!hasUsers || areOfOneService(target, backup)) return;
  throw new TillrollError(
    "BACKUP_DAMAGED",
    "The backup is of another service than the damaged database. Nothing was changed.",
  );
}

/** Puts the bytes of a print into a file of their own, and takes them out of the database. */
function keepApart(target: Database, printId: number, folder: string): void {
  const stored = target
    .query<StoredContent, [number]>(
      "SELECT sha256, byte_length AS byteLength, encoding, content FROM print_data WHERE print_id = ?",
    )
    .get(printId);
  if (stored === null) return;
  writeFound(folder, printId, stored);
  target.query<unknown, [number]>("DELETE FROM print_data WHERE print_id = ?").run(printId);
}

interface GoneRow extends Omit<GonePrint, "createdAt" | "known"> {
  readonly createdAt: number;
}

/** Prints without bytes stay as those that were removed do, with the reason. @returns what was known of them */
function markGone(
  target: Database,
  journal: PrintJournal,
  { placed }: RebuiltPrints,
  now: number,
): GonePrint[] {
  const rows = target
    .query<GoneRow, []>(
      "SELECT print.id, coalesce(workspace.slug, workspace_id) AS workspace, ordinal, print.created_at AS createdAt, label, " +
        "device_id AS deviceId, tag FROM print LEFT JOIN workspace ON workspace.id = workspace_id " +
        "WHERE removal_id IS NULL AND NOT EXISTS (SELECT 1 FROM print_data WHERE print_id = print.id) ORDER BY print.id",
    )
    .all();
  const places = new Set(placed);
  const day = formatInstant(now);
  const reason = `Its bytes were damaged on the disk, and were not to be had from a backup (tillroll repair, ${day}).`;
  markRemoved(
    target,
    journal,
    rows.map(({ id }) => id),
    { kind: "purged", reason, at: now },
  );
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    createdAt: formatInstant(createdAt),
    known: places.has(row.id) ? "place" : "row",
  }));
}

/** Numbers below the newest print's that no print has: those of prints of which nothing is left, and those that were left out. */
function missingNumbers(target: Database): (readonly [first: number, last: number])[] {
  return target
    .query<{ first: number; last: number }, []>(
      "SELECT before + 1 AS first, id - 1 AS last FROM (SELECT id, lag(id, 1, 0) OVER (ORDER BY id) AS before FROM print) " +
        "WHERE id > before + 1",
    )
    .all()
    .map(({ first, last }) => [first, last] as const);
}

interface Results {
  readonly found: Salvage;
  readonly contents: CheckedContents;
  /** Prints that got their id again, or of which a hash of an earlier state was put right. */
  readonly states: readonly number[];
  readonly rows: CheckedRows;
  readonly logged: LoggedPrints;
  readonly taken: TakenFromBackup;
  readonly rebuilt: RebuiltPrints;
  readonly gone: readonly GonePrint[];
  readonly settled: SettledRows;
}

function tell(target: Database, results: Results): RepairedPrints {
  const { found, contents, states, rows: checked, logged, taken, rebuilt, gone, settled } = results;
  const there = target.query<{ count: number }, []>("SELECT count(*) AS count FROM print_data").get();
  const total = there?.count ?? 0;
  const helped = new Set([...taken.rows, ...taken.contents, ...rebuilt.rebuilt]);
  const fromBackup = new Set(taken.rows);
  const isLeft = target.query<unknown, [number]>("SELECT 1 FROM print_data WHERE print_id = ?");
  const left = (ids: Iterable<number>) =>
    [...ids].filter((id) => !fromBackup.has(id) && isLeft.get(id) !== null);
  const tables = [...found.tables.values()].map(({ name, rows, damagedRows: damaged, lostPages }) => ({
    name,
    rows,
    damagedRows: damaged,
    lostPages,
    fromBackup: taken.others.get(name) ?? 0,
    leftOut: settled.leftOut.get(name) ?? 0,
  }));
  return {
    prints: {
      total,
      saved: total - helped.size,
      mended: [...new Set([...contents.mended, ...states, ...checked.mended])],
      doubtfulFields: left(checked.damaged),
      olderFields: left(found.olderRows),
      withoutFields: rebuilt.rebuilt,
      fieldsFromBackup: taken.rows,
      bytesFromBackup: taken.contents,
      withheld: taken.withheld,
      gone,
      fromKeptLog: logged.taken,
      missingNumbers: missingNumbers(target),
      found: [...new Set([...logged.apart, ...rebuilt.homeless])],
    },
    tables: tables.filter(
      (table) => table.damagedRows + table.lostPages + table.fromBackup + table.leftOut > 0,
    ),
    placeholders: Object.fromEntries(settled.placeholders),
    unreadablePages: found.unreadablePages,
  };
}
