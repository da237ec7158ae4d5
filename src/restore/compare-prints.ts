import type { Database } from "bun:sqlite";

/** What comparing has found. */
export interface Comparison {
  /** Prints of the restored database that are in the present one too, and are the same. */
  readonly same: number;
  /** Those that differ, or are missing in one of the two, in words; the first few. */
  readonly differences: readonly string[];
}

/** Prints that are compared at once: neither database is read from for longer. */
const PIECE_PRINTS = 1000;

/** Differences that are told; more of them say no more. */
const TOLD_DIFFERENCES = 10;

/** Never changed after a print was stored. */
const LASTING: ReadonlySet<string> = new Set([
  "workspace_id",
  "ordinal",
  "user_id",
  "test_print",
  "printer_id",
]);

/**
 * Changed by themselves, without a change of the print: a repair of the clock, what pictures say, and what the journal notes when
 * it takes up a print of before.
 */
const UNSTEADY: ReadonlySet<string> = new Set([
  "created_at",
  "updated_at",
  "deleted_at",
  "recognised",
  "journal_state",
  "journal_salt",
  "checksum",
]);

type Row = Readonly<Record<string, string | number | null>> & { readonly id: number };

/**
 * Compares the prints of a restored database with those of the one that went on: the same prints with the same bytes, and
 * with the same metadata where nobody has changed it since.
 * @param restored and `present`: reading connections with the same schema
 * @param pause waited for between pieces; what it throws ends it
 */
export async function comparePrints(
  restored: Database,
  present: Database,
  pause: () => Promise<void>,
): Promise<Comparison> {
  const [those, these] = [reader(restored), reader(present)];
  const differences: string[] = [];
  let same = 0;
  for (let after = 0; differences.length < TOLD_DIFFERENCES;) {
    const rows = those(after, Number.MAX_SAFE_INTEGER, PIECE_PRINTS);
    const last = rows.at(-1)?.id;
    if (last === undefined) break;
    const others = new Map(these(after, last, -1).map((row) => [row.id, row]));
    for (const row of rows) {
      const difference = differenceOf(row, others.get(row.id));
      if (difference === null) same++;
      else differences.push(`print ${row.id}: ${difference}`);
      others.delete(row.id);
    }
    differences.push(...others.keys().map((id) => `print ${id}: the backup lacks it`));
    after = last;
    await pause();
  }
  return { same, differences: differences.slice(0, TOLD_DIFFERENCES) };
}

function reader(database: Database) {
  const query = database.query<Row, [number, number, number]>(
    "SELECT print.*, hex(sha256) AS sha256, byte_length FROM print LEFT JOIN print_data ON print_id = print.id " +
      "WHERE print.id > ? AND print.id <= ? ORDER BY print.id LIMIT ?",
  );
  return (after: number, to: number, most: number) => query.all(after, to, most);
}

/** @returns what differs; `null` where nothing does */
function differenceOf(row: Row, present: Row | undefined): string | null {
  if (present === undefined) return "it is in the backup alone";
  const isRemoved = (present["removal_id"] ?? null) !== null;
  const isChanged = isRemoved || row["updated_at"] !== present["updated_at"];
  const names = Object.keys(row).filter((name) => {
    if (name === "sha256" || name === "byte_length") return !isRemoved;
    return LASTING.has(name) || !(isChanged || UNSTEADY.has(name));
  });
  const differing = names.filter((name) => row[name] !== present[name]);
  return differing.length === 0 ? null : `another ${differing.join(", ")}`;
}
