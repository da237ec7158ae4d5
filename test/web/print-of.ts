import { NO_FIELDS } from "../../src/contract/print-fields.ts";
import type { Print } from "../../src/web/browser/print.ts";

/** A print as the API would answer it. */
export function printOf(id: number, fields: Partial<Print> = {}): Print {
  return {
    ...NO_FIELDS,
    id,
    printKey: `key-${id}`,
    workspaceId: 1,
    userId: 1,
    tag: {},
    width: 48,
    testPrint: false,
    recognised: null,
    deleted: false,
    deletedAt: null,
    createdAt: "2026-01-31T18:30:00.000Z",
    updatedAt: "2026-01-31T18:30:00.000Z",
    ...fields,
  };
}
