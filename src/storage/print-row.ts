import type { Print } from "../domain/print.ts";

/** A row of `print` as SQLite gives it: `test_print` is 0 or 1. */
export interface PrintRow extends Omit<Print, "testPrint"> {
  readonly ordinal: number;
  readonly testPrint: number;
}

/** The columns of {@link PrintRow}, for a SELECT on `print`. */
export const PRINT_COLUMNS =
  "id, workspace_id AS workspaceId, ordinal, print_key AS printKey, user_id AS userId, device_id AS deviceId, " +
  "label, tag, quantity, width, test_print AS testPrint, created_at AS createdAt, updated_at AS updatedAt, " +
  "deleted_at AS deletedAt";

/** A print from its row. */
export function printFromRow(row: PrintRow): Print {
  return { ...row, testPrint: row.testPrint !== 0 };
}
