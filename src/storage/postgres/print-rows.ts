import { type SQL, sql } from "drizzle-orm";
import { PRINT_FIELD_NAMES } from "../../contract/print-fields.ts";
import { gone, notFound } from "../../domain/errors.ts";
import type { Print } from "../../domain/print.ts";
import type { RemovedPrint } from "../../domain/removal.ts";
import { columnsFor } from "./columns.ts";
import type { Statements } from "./connection.ts";
import { numberIn } from "./number-array.ts";
import type { StoredPostgresPrint } from "./print-insert.ts";
import { STORED_TAG_FIELDS, type StoredTags, withTag } from "./stored-tags.ts";

/** A row of `print`. Times are epoch milliseconds. */
export interface PostgresPrintRow extends Omit<Print, "testPrint"> {
  readonly ordinal: number;
  readonly fingerprint: Buffer;
  /** 0 or 1. */
  readonly testPrint: number;
  readonly removedAt: number | null;
  /** {@link Removal} as JSON. */
  readonly removal: string | null;
  readonly receivedAt: number;
  /** What its fingerprint is of, where its `createdAt` was put right since; `null` where it is that. */
  readonly identifiedAt: number | null;
  /** `PaperSettings` as JSON. */
  readonly paper: string | null;
  readonly defaultWidth: number | null;
  readonly sha256: Buffer;
  readonly byteLength: number;
}

/** How a print was removed, as its row has it. */
export type Removal = Omit<RemovedPrint, "printId">;

/** The fields of {@link Print}. */
const PRINT_FIELDS = [
  "id",
  "workspaceId",
  "userId",
  ...PRINT_FIELD_NAMES,
  "tag",
  "testPrint",
  "recognised",
  "createdAt",
  "updatedAt",
  "deletedAt",
];

/** The columns of {@link PostgresPrintRow}, for a SELECT on `print`. */
const PRINT_ROW = columnsFor([
  ...PRINT_FIELDS.filter((name) => name !== "tag"),
  ...STORED_TAG_FIELDS,
  "ordinal",
  "fingerprint",
  "removedAt",
  "removal",
  "receivedAt",
  "identifiedAt",
  "paper",
  "defaultWidth",
  "sha256",
  "byteLength",
]);

/** The rows of prints of a workspace, removed ones too. @param rest what follows the workspace in the WHERE */
export async function readPrintRows(
  statements: Statements,
  workspaceId: number,
  rest: SQL,
): Promise<PostgresPrintRow[]> {
  const rows = await statements.all<Omit<PostgresPrintRow, "tag"> & StoredTags>(
    sql`SELECT ${PRINT_ROW} FROM print WHERE workspace_id = ${workspaceId} AND ${rest}`,
  );
  return rows.map(withTag);
}

/** The row of a print, removed or not; `null` where there is none. */
export async function readPrintRow(
  statements: Statements,
  workspaceId: number,
  printId: number,
): Promise<PostgresPrintRow | null> {
  const [row = null] = await readPrintRows(statements, workspaceId, sql`id = ${printId}`);
  return row;
}

/** A print from its row. */
export function printFromRow(row: PostgresPrintRow): Print {
  const all: Readonly<Record<string, unknown>> = { ...row, testPrint: row.testPrint !== 0 };
  return Object.fromEntries(PRINT_FIELDS.map((name) => [name, all[name]])) as unknown as Print;
}

/** What stays of a removed print; `null` of one that was not removed. */
export function removedFromRow({
  id,
  removal,
}: Pick<PostgresPrintRow, "id" | "removal">): RemovedPrint | null {
  return removal === null ? null : { printId: id, ...(JSON.parse(removal) as Removal) };
}

/** A print as it is stored anew. @param print what has become of it */
export function storedPrint(row: PostgresPrintRow, print: Print): StoredPostgresPrint {
  const { ordinal, receivedAt, identifiedAt, paper, defaultWidth, sha256, byteLength } = row;
  return {
    ...print,
    ordinal,
    receivedAt,
    identifiedAt,
    paper,
    defaultWidth,
    content: { sha256, byteLength },
  };
}

/** A print, deleted or not. @throws TillrollError NOT_FOUND, GONE for one that was removed for good */
export async function requirePrint(
  statements: Statements,
  workspaceId: number,
  printId: number,
): Promise<Print> {
  return printFromRow(await requireRow(statements, workspaceId, printId));
}

/** As {@link requirePrint}, its row. */
export async function requireRow(
  statements: Statements,
  workspaceId: number,
  printId: number,
): Promise<PostgresPrintRow> {
  const row = await readPrintRow(statements, workspaceId, printId);
  if (row === null) throw notFound("print", printId);
  const removed = removedFromRow(row);
  if (removed !== null) throw gone(removed);
  return row;
}

/** The rows of prints with some ordinals, removed ones too; shops that were restored have several of one. */
export function readRowsByOrdinal(
  statements: Statements,
  workspaceId: number,
  ordinals: readonly number[],
): Promise<PostgresPrintRow[]> {
  return readPrintRows(statements, workspaceId, numberIn("ordinal", ordinals));
}
