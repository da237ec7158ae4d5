import type { Database, SQLQueryBindings } from "bun:sqlite";
import { isWholeRow, type PrintRow } from "../storage/print-row.ts";
import { rightId } from "./mend-row.ts";

/** A row of `print` by its columns. */
export type PrintRecord = Readonly<Record<string, SQLQueryBindings>>;

/**
 * Settles rows that were found under the id of another, or out of order: of two versions of a print the newer one stays, and a
 * print whose id is wrong by one bit gets its own again, as its checksum says which.
 * @param twins rows that are not in the database
 * @returns the prints that got their id again
 */
export function settleTwins(database: Database, twins: readonly PrintRecord[]): number[] {
  const find = database.query<PrintRecord, [number]>("SELECT * FROM print WHERE id = ?");
  const isFree = (id: number) => find.get(id) === null;
  const mended: number[] = [];
  for (const twin of twins) {
    const id = Number(twin["id"]);
    const present = find.get(id);
    const takesOver = present === null ? isWholeRow(rowOf(twin)) : isBetter(twin, present);
    if (takesOver) {
      database.run("DELETE FROM print WHERE id = ?", [id]);
      insert(database, twin);
    }
    const other = takesOver ? present : twin;
    const own = other === null ? null : rightId(rowOf(other), isFree);
    if (own !== null && insert(database, { ...other, id: own })) mended.push(own);
  }
  return mended;
}

function isBetter(one: PrintRecord, other: PrintRecord): boolean {
  const [isOneWhole, isOtherWhole] = [isWholeRow(rowOf(one)), isWholeRow(rowOf(other))];
  if (isOneWhole !== isOtherWhole) return isOneWhole;
  return Number(one["updated_at"]) > Number(other["updated_at"]);
}

function rowOf(record: PrintRecord): PrintRow {
  const fields = Object.entries(record).map(
    ([column, value]) =>
      [column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()), value] as const,
  );
  return { checksum: null, removalId: null, ...Object.fromEntries(fields), awaitsJournal: 0 } as PrintRow;
}

/** @returns whether it has a place */
function insert(database: Database, record: PrintRecord): boolean {
  const columns = Object.keys(record);
  const names = columns.map((name) => `"${name}"`).join(", ");
  const places = columns.map(() => "?").join(", ");
  return (
    database
      .query<unknown, SQLQueryBindings[]>(
        `INSERT INTO print (${names}) VALUES (${places}) ON CONFLICT DO NOTHING`,
      )
      .run(...Object.values(record)).changes > 0
  );
}
