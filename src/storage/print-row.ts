import { PRINT_FIELD_NAMES } from "../contract/print-fields.ts";
import type { Print } from "../domain/print.ts";
import { selectList } from "./column-name.ts";

/** A row of `print` as SQLite gives it: `test_print` is 0 or 1. */
export interface PrintRow extends Omit<Print, "testPrint"> {
  readonly ordinal: number;
  readonly testPrint: number;
}

/** The columns of {@link PrintRow}, for a SELECT on `print`. */
export const PRINT_COLUMNS = selectList([
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
] satisfies readonly (keyof PrintRow)[]);

/** A print from its row. */
export function printFromRow(row: PrintRow): Print {
  return { ...row, testPrint: row.testPrint !== 0 };
}
