import { NO_FIELDS } from "../src/contract/print-fields.ts";
import type { CreateOperation } from "../src/storage/write-operation.ts";

/** The operation that stores a print: three bytes in the first workspace, from no printer, but for what is given. */
export function createOperation(given: Partial<CreateOperation> = {}): CreateOperation {
  return {
    ...NO_FIELDS,
    kind: "create",
    workspaceId: 1,
    userId: 1,
    tag: "{}",
    defaultWidth: 48,
    testPrint: false,
    raw: new Uint8Array([1, 2, 3]),
    idempotencyKey: null,
    printQuota: null,
    printerId: null,
    isDelivered: false,
    spoolKey: null,
    ...given,
  };
}
