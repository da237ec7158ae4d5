import { PRINT_FIELD_NAMES } from "../contract/print-fields.ts";
import { TillrollError } from "../domain/errors.ts";
import type { Print } from "../domain/print.ts";
import { selectList } from "./column-name.ts";
import { rowChecksum } from "./row-checksum.ts";

/** A row of `print` as SQLite gives it: `test_print` is 0 or 1. */
export interface PrintRow extends Omit<Print, "testPrint"> {
  readonly ordinal: number;
  readonly testPrint: number;
  /** The printer it came in by. */
  readonly printerId: number | null;
  /** The width of its printer or workspace when it came. */
  readonly defaultWidth: number | null;
  /** The decision by which it was removed for good. */
  readonly removalId: number | null;
  /** `rowChecksum`; `null` in a row from before there were any, until the journal has it, and of a removed print. */
  readonly checksum: number | null;
  /** 1 for a row without checksum that may have none: it was there before the journal, which has not taken it up yet. */
  readonly awaitsJournal: number;
}

/**
 * A checksum that is missing says nothing by itself: a flipped bit in the head of a record makes SQLite leave out its last
 * columns, and give NULL for them. CASE, so that the journal's head is read for such rows only.
 */
const AWAITS_JOURNAL =
  "CASE WHEN checksum IS NULL AND removal_id IS NULL THEN EXISTS (SELECT 1 FROM journal_head " +
  "WHERE journal_head.workspace_id = print.workspace_id AND adopted_ordinal <= print.ordinal AND print.ordinal < first_ordinal) " +
  "ELSE 0 END AS awaitsJournal";

/** The columns of {@link PrintRow}, for a SELECT on `print`. */
export const PRINT_COLUMNS = `${selectList([
  "id",
  "workspaceId",
  "ordinal",
  "userId",
  ...PRINT_FIELD_NAMES,
  "tag",
  "testPrint",
  "recognised",
  "createdAt",
  "updatedAt",
  "deletedAt",
  "printerId",
  "defaultWidth",
  "removalId",
  "checksum",
] satisfies readonly (keyof PrintRow)[])}, ${AWAITS_JOURNAL}`;

/** Whether a row is what was written. */
export function isWholeRow(row: PrintRow): boolean {
  // What is emptied for good loses its checksum too: nothing is served of it.
  if (row.removalId !== null) return row.checksum === null;
  return row.checksum === null ? row.awaitsJournal !== 0 : row.checksum === rowChecksum(row);
}

/** A print from its row. @throws TillrollError PRINT_DATA_DAMAGED when it is not what was written */
export function printFromRow(row: PrintRow): Print {
  if (!isWholeRow(row)) throw damagedRow(row.id);
  return printFromWholeRow(row);
}

/** The same of one that {@link isWholeRow} was asked about already. */
export function printFromWholeRow(row: PrintRow): Print {
  // Without what is not told of a print; taking that away from a copy costs more than making one.
  const print: Record<string, unknown> = { id: row.id, workspaceId: row.workspaceId, userId: row.userId };
  for (const name of PRINT_FIELD_NAMES) print[name] = row[name];
  print["tag"] = row.tag;
  print["testPrint"] = row.testPrint !== 0;
  print["recognised"] = row.recognised;
  print["createdAt"] = row.createdAt;
  print["updatedAt"] = row.updatedAt;
  print["deletedAt"] = row.deletedAt;
  return print as unknown as Print;
}

/** What is known of a print is damaged: nothing of it is told. */
export function damagedRow(printId: number): TillrollError {
  return new TillrollError(
    "PRINT_DATA_DAMAGED",
    `What is stored of print ${printId} is damaged on the disk; "tillroll repair" takes it from a backup.`,
    { printId },
  );
}
