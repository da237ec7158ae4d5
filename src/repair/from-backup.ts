import type { Database, SQLQueryBindings } from "bun:sqlite";
import { readColumns } from "../storage/removal-statements.ts";
import type { SalvagedTable } from "./salvage.ts";
import { isCounted, isDerived, isUnderWay } from "./table-treatment.ts";

/** What was taken from a backup. */
export interface TakenFromBackup {
  /** Prints of which what is known of them is the backup's: changes since are lost. */
  readonly rows: readonly number[];
  /** Prints of which the bytes are the backup's. */
  readonly contents: readonly number[];
  /** Prints that the backup has and that may be among those that were erased since: they were not taken. */
  readonly withheld: readonly number[];
  /** How many rows of other tables, by table. */
  readonly others: ReadonlyMap<string, number>;
}

export interface BackupMerge {
  readonly tables: ReadonlyMap<string, SalvagedTable>;
  /** Prints that are known to have been removed. */
  readonly removed: ReadonlySet<number>;
  /** Whether prints of a workspace were removed that are not known by their numbers. */
  readonly isUnclear: (workspaceId: number) => boolean;
  /** Prints whose row is there and is not what was written. */
  readonly damagedRows: ReadonlySet<number>;
}

/** Prints that are compared at once. */
const PIECE_PRINTS = 1000;

interface PresentPrint {
  readonly id: number;
  readonly hasContent: number;
}

interface BackedUpPrint extends PresentPrint {
  readonly workspaceId: number;
  readonly removalId: number | null;
}

/** Takes what is missing from a backup. @param backup a reading connection, with the same schema */
export function takeFromBackup(target: Database, backup: Database, merge: BackupMerge): TakenFromBackup {
  const rows: number[] = [];
  const contents: number[] = [];
  const withheld: number[] = [];
  const copy = new RowCopier(target, backup);
  const others = takeOthers(target, merge, copy);
  takeNewerJournals(target, backup, copy);
  const select = "SELECT id, EXISTS (SELECT 1 FROM print_data WHERE print_id = id) AS hasContent";
  const those = backup.query<BackedUpPrint, [number, number]>(
    `${select}, workspace_id AS workspaceId, removal_id AS removalId FROM print WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const these = target.query<PresentPrint, [number, number]>(`${select} FROM print WHERE id > ? AND id <= ?`);
  for (let after = 0; ;) {
    const piece = those.all(after, PIECE_PRINTS);
    const last = piece.at(-1)?.id;
    if (last === undefined) return { rows, contents, withheld, others };
    const present = new Map(these.all(after, last).map((print) => [print.id, print]));
    for (const print of piece) {
      const { id } = print;
      const there = present.get(id);
      const isDamaged = merge.damagedRows.has(id);
      if (merge.removed.has(id) || (there?.hasContent === 1 && !isDamaged)) continue;
      if (there === undefined && print.removalId === null && merge.isUnclear(print.workspaceId)) {
        withheld.push(id);
        continue;
      }
      if ((there === undefined || isDamaged) && copy.print(id, isDamaged)) rows.push(id);
      if (there?.hasContent !== 1 && copy.table("print_data", "print_id = ?", [id]) > 0) contents.push(id);
    }
    after = last;
  }
}

/**
 * Takes the rows of prints that were removed before the backup and whose row is lost: with them it is known of more that is
 * missing that it was not removed.
 * @param removed known ones, to which they are added
 */
export function takeRemoved(target: Database, backup: Database, removed: Set<number>): void {
  const copy = new RowCopier(target, backup);
  const ids = backup.query<{ id: number }, []>("SELECT id FROM print WHERE removal_id IS NOT NULL").all();
  for (const { id } of ids) {
    removed.add(id);
    copy.print(id, false);
  }
}

/** Tables of the journal, which go on from where the damaged database ends where the backup is newer. */
const JOURNAL_TABLES = ["journal_entry", "journal_run", "journal_seal"] as const;

/** Entries of journals that have got further in the backup than in what is left: that is an older state. */
function takeNewerJournals(target: Database, backup: Database, copy: RowCopier): void {
  const heads = "SELECT workspace_id AS workspaceId, size FROM journal_head";
  const present = target.query<{ workspaceId: number; size: number }, []>(heads).all();
  const sizes = new Map(present.map(({ workspaceId, size }) => [workspaceId, size]));
  for (const { workspaceId, size } of backup.query<{ workspaceId: number; size: number }, []>(heads).all())
    if (size > (sizes.get(workspaceId) ?? 0))
      for (const table of JOURNAL_TABLES) copy.table(table, "workspace_id = ?", [workspaceId]);
}

/** Rows of tables of which some are lost. What was taken away since would come back: that is told. */
function takeOthers(target: Database, { tables }: BackupMerge, copy: RowCopier): Map<string, number> {
  const taken = new Map<string, number>();
  const names = new Set(readColumns(target).map(({ table }) => table));
  for (const name of names) {
    const isWanted = !isDerived(name) && !isUnderWay(name) && !isCounted(name) && !copy.isOfPrints(name);
    if (!isWanted || tables.get(name)?.isComplete !== false) continue;
    const count = copy.table(name, "true", []);
    if (count > 0) taken.set(name, count);
  }
  return taken;
}

/** Copies rows as they are, but for those whose key is there. */
class RowCopier {
  private readonly columns;

  constructor(
    private readonly target: Database,
    private readonly backup: Database,
  ) {
    const there = new Set(readColumns(backup).map(({ table, name }) => `${table}.${name}`));
    const both = readColumns(target).filter(({ table, name }) => there.has(`${table}.${name}`));
    this.columns = Map.groupBy(both, ({ table }) => table);
  }

  /** Whether a table has the prints themselves, or what belongs to one. */
  isOfPrints(table: string): boolean {
    return table === "print" || (this.columns.get(table) ?? []).some(({ name }) => name === "print_id");
  }

  /** Copies the row of a print with all that belongs to it but its bytes. @param isReplaced whether another one goes for it */
  print(printId: number, isReplaced: boolean): boolean {
    if (isReplaced) this.target.query<unknown, [number]>("DELETE FROM print WHERE id = ?").run(printId);
    this.table("removal", "id = (SELECT removal_id FROM print WHERE id = ?)", [printId]);
    const isTaken = this.table("print", "id = ?", [printId]) > 0;
    for (const name of this.columns.keys())
      if (name !== "print" && name !== "print_data" && this.isOfPrints(name) && !isUnderWay(name) && isTaken)
        this.table(name, "print_id = ?", [printId]);
    return isTaken;
  }

  /** @returns how many were not there */
  table(name: string, condition: string, values: number[]): number {
    const columns = (this.columns.get(name) ?? []).map((column) => `"${column.name}"`);
    if (columns.length === 0) return 0;
    const insert = this.target.query<unknown, SQLQueryBindings[]>(
      `INSERT INTO "${name}" (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")}) ON CONFLICT DO NOTHING`,
    );
    const select = this.backup.query<Record<string, SQLQueryBindings>, number[]>(
      `SELECT ${columns.join(", ")} FROM "${name}" WHERE ${condition}`,
    );
    let taken = 0;
    for (const row of select.iterate(...values)) taken += insert.run(...Object.values(row)).changes;
    return taken;
  }
}
