import type { Database } from "bun:sqlite";
import { skipNumbers } from "../restore/old-state.ts";
import { JournalHeads } from "../storage/journal-heads.ts";
import { readColumns } from "../storage/removal-statements.ts";
import type { Salvage } from "./salvage.ts";

/** A column that names a row of another table. */
interface Reference {
  readonly table: string;
  readonly column: string;
  readonly parent: string;
  readonly key: string;
  readonly isRequired: number;
}

/** What makes a row of a parent that is lost, of its id alone: rows that name it are worth more. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  user: "INSERT INTO user (id, name, created_at) VALUES (?1, 'user ' || ?1, 0)",
  workspace:
    "INSERT INTO workspace (id, slug, slug_key, created_at) VALUES (?1, 'recovered-' || ?1, 'recovered-' || ?1, 0)",
  removal:
    "INSERT INTO removal (id, workspace_id, kind, user_id, reason, created_at) SELECT ?1, workspace_id, 'erased', NULL, " +
    "'The decision by which it was removed is lost.', updated_at FROM print WHERE removal_id = ?1 LIMIT 1",
};

/** What was done so that all rows fit together. */
export interface SettledRows {
  /** Rows of parents that were made, by table: ids. */
  readonly placeholders: ReadonlyMap<string, readonly number[]>;
  /** Rows that name something lost and were left out, by table. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** Makes rows that name something lost whole again: the parents of prints are made, others are let go. */
export function settleReferences(database: Database): SettledRows {
  const placeholders = new Map<string, number[]>();
  const leftOut = new Map<string, number>();
  const references = readReferences(database);
  // What makes parents goes first; what is left out may be the parent of another row.
  for (const reference of references.filter(({ parent }) => parent in PLACEHOLDERS)) {
    const make = database.query<unknown, [number]>(PLACEHOLDERS[reference.parent] ?? "");
    for (const id of missingParents(database, reference)) {
      make.run(id);
      placeholders.getOrInsertComputed(reference.parent, () => []).push(id);
    }
  }
  for (let changed = 1; changed > 0;) {
    changed = 0;
    for (const reference of references) {
      const count = letGo(database, reference);
      changed += count;
      if (count > 0 && reference.isRequired === 1)
        leftOut.set(reference.table, (leftOut.get(reference.table) ?? 0) + count);
    }
  }
  return { placeholders, leftOut };
}

function readReferences(database: Database): Reference[] {
  const columns = readColumns(database);
  const tables = new Set(columns.map(({ table }) => table));
  const query = database.query<{ column: string; parent: string; key: string }, [string]>(
    'SELECT "from" AS "column", "table" AS parent, "to" AS "key" FROM pragma_foreign_key_list(?)',
  );
  return [...tables].flatMap((table) =>
    query.all(table).map((reference) => {
      const own = columns.find((each) => each.table === table && each.name === reference.column);
      return { table, ...reference, isRequired: own?.notnull === 1 || own?.type === undefined ? 1 : 0 };
    }),
  );
}

const isMissing = ({ column, parent, key }: Reference) =>
  `"${column}" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "${parent}" AS parent WHERE parent."${key}" = "${column}")`;

function missingParents(database: Database, reference: Reference): number[] {
  const { table, column } = reference;
  return database
    .query<{ id: number }, []>(
      `SELECT DISTINCT "${column}" AS id FROM "${table}" WHERE ${isMissing(reference)}`,
    )
    .all()
    .map(({ id }) => id);
}

function letGo(database: Database, reference: Reference): number {
  const { table, column, isRequired } = reference;
  const what = isRequired === 1 ? `DELETE FROM "${table}"` : `UPDATE "${table}" SET "${column}" = NULL`;
  return database.run(`${what} WHERE ${isMissing(reference)}`).changes;
}

/** Says where counts and places are that would be done again from the start, and that no number is given twice. */
export function settleNumbers(database: Database, { numbers, tables }: Salvage, isLogWhole: boolean): void {
  for (const table of ["rule_progress", "charset_progress"])
    database.run(
      `INSERT OR IGNORE INTO ${table} (workspace_id, next_ordinal) ` +
        "SELECT workspace_id, max(ordinal) + 1 FROM print GROUP BY workspace_id",
    );
  const isKnown = numbers.has("print") && isLogWhole && tables.get("print")?.isComplete === true;
  skipNumbers(database, { numbers, isWhole: isKnown });
}

/** Has the end of each journal made anew that does not cover the prints that are there, such as those of a newer backup. */
export function settleJournals(database: Database): void {
  const short = database
    .query<{ id: number }, []>(
      "SELECT workspace.id FROM workspace LEFT JOIN journal_head ON workspace_id = workspace.id " +
        "WHERE coalesce(size - entries, -1) <> (SELECT count(*) FROM print " +
        "WHERE workspace_id = workspace.id AND ordinal >= coalesce(first_ordinal, 0)) " +
        "OR entries <> (SELECT count(*) FROM journal_entry WHERE workspace_id = workspace.id)",
    )
    .all();
  // An end that cannot be true is made anew by whoever goes on from it.
  database.run(
    `UPDATE journal_head SET edge = x'00' WHERE workspace_id IN (${short.map(({ id }) => id).join(", ")})`,
  );
  const heads = new JournalHeads(database);
  for (const { id } of short) heads.change(id);
  heads.flush();
}

/** What the first start needs to build the index of recognised lines. */
export function settleIndex(database: Database): void {
  database.run(
    "INSERT OR REPLACE INTO recognition_text (workspace_id, ordinal, lines) " +
      "SELECT workspace_id, ordinal, lines FROM print_recognition JOIN print ON print.id = print_id ORDER BY print_id",
  );
}
