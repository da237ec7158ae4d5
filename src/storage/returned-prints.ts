import { PRINT_FIELD_NAMES } from "../contract/print-fields.ts";
import { DEFAULT_WIDTH_COLUMNS } from "../domain/limits.ts";
import type { Print } from "../domain/print.ts";
import type { PulledPrint } from "./pulled-print.ts";
import type { CreateOperation } from "./write-operation.ts";
import { encodeContent, type StoredContent } from "./raw-content.ts";

/** What is stored of a print that came back. */
export interface ReturnedPrint {
  readonly operation: CreateOperation;
  readonly content: StoredContent;
}

const NOTHING = encodeContent(new Uint8Array(0));

/** A print that came back, as the writer stores it: it is not printed again, and its printer is not known any more. */
export function returnedPrint(
  { print, content }: PulledPrint,
  workspaceId: number,
  userId: number,
): ReturnedPrint {
  const fields = Object.fromEntries(PRINT_FIELD_NAMES.map((name) => [name, print[name]]));
  const operation = { ...operationOf(workspaceId, userId), ...fields } as CreateOperation;
  const { tag, testPrint, defaultWidth } = print;
  return {
    operation: { ...operation, tag, testPrint, defaultWidth: defaultWidth ?? operation.defaultWidth },
    content,
  };
}

/** What takes the place of a print that the archive has not: it is removed at once, so that those after it keep theirs. */
export function missingPrint(workspaceId: number, userId: number): ReturnedPrint {
  return { operation: operationOf(workspaceId, userId), content: NOTHING };
}

/** What a print has become since it was stored; `null` where that is nothing. */
export function laterState(stored: Print, { print }: PulledPrint): Print | null {
  const { updatedAt, deletedAt } = print;
  return updatedAt === stored.updatedAt && deletedAt === null ? null : { ...stored, updatedAt, deletedAt };
}

function operationOf(workspaceId: number, userId: number): CreateOperation {
  const none = Object.fromEntries(PRINT_FIELD_NAMES.map((name) => [name, null]));
  return {
    ...(none as Pick<CreateOperation, (typeof PRINT_FIELD_NAMES)[number]>),
    kind: "create",
    workspaceId,
    userId,
    tag: "{}",
    defaultWidth: DEFAULT_WIDTH_COLUMNS,
    testPrint: false,
    raw: new Uint8Array(0),
    idempotencyKey: null,
    printQuota: null,
    printerId: null,
    isDelivered: false,
    spoolKey: null,
  };
}
