import type { AuditActor } from "../../audit/audit-entry.ts";
import type { ChangeDetails } from "../../audit/print-change.ts";
import { notFound } from "../../domain/errors.ts";
import type { Print } from "../../domain/print.ts";
import { fieldChanges, type PrintChangeKind } from "../../domain/print-change.ts";
import { applyPatch } from "../../domain/update-print.ts";
import { markedPrint, printSuccess } from "../new-print.ts";
import type { OperationOf, WriteSuccess } from "../write-operation.ts";
import type { Statements } from "./connection.ts";
import { type NotedChange, noteHistory } from "./history.ts";
import { updatePrints } from "./print-insert.ts";
import { type PostgresPrintRow, printFromRow, requireRow, storedPrint } from "./print-rows.ts";
import { WorkspaceWriting } from "./workspace-writing.ts";

/** Applies a merge patch. @throws TillrollError NOT_FOUND (a deleted print too), GONE, BAD_REQUEST for too many merged tags */
export async function updatePrint(
  transaction: Statements,
  operation: OperationOf<"update">,
  now: number,
): Promise<WriteSuccess> {
  const { workspaceId, printId, patch } = operation;
  const writing = await WorkspaceWriting.begin(transaction, workspaceId);
  const row = await requireRow(transaction, workspaceId, printId);
  const print = printFromRow(row);
  if (print.deletedAt !== null) throw notFound("print", printId);
  const patched = applyPatch(print, patch, now);
  if (!patched.changed) return printSuccess(print, false);
  const details = { changes: fieldChanges(print, patched.print) };
  await store(writing, row, patched.print, "print.updated");
  await noteHistory(transaction, changeOf(patched.print, "changed", operation.by ?? null, details));
  return printSuccess(patched.print, false);
}

/** Marks a print deleted or takes the mark away. @throws TillrollError NOT_FOUND, GONE */
export async function markPrint(
  transaction: Statements,
  operation: OperationOf<"delete" | "restore">,
  now: number,
): Promise<WriteSuccess> {
  const { workspaceId, printId } = operation;
  const writing = await WorkspaceWriting.begin(transaction, workspaceId);
  const row = await requireRow(transaction, workspaceId, printId);
  const print = printFromRow(row);
  const marked = markedPrint(print, operation.kind, now);
  // Doing it again changes nothing, so that a request can be repeated when its answer was lost.
  if (marked === null) return printSuccess(print, false);
  const isDeleted = marked.deletedAt !== null;
  await store(writing, row, marked, isDeleted ? "print.deleted" : "print.updated");
  const by = operation.by ?? operation.audit?.actor ?? null;
  await noteHistory(transaction, changeOf(marked, isDeleted ? "deleted" : "restored", by));
  return printSuccess(marked, false);
}

async function store(
  writing: WorkspaceWriting,
  row: PostgresPrintRow,
  print: Print,
  event: "print.updated" | "print.deleted",
): Promise<void> {
  await updatePrints(writing.transaction, [storedPrint(row, print)]);
  writing.count(printFromRow(row), print);
  writing.noteEvent(event, print.id, print.updatedAt);
  await writing.end();
}

function changeOf(
  { id, updatedAt }: Print,
  kind: PrintChangeKind,
  actor: AuditActor | null,
  details: ChangeDetails = {},
): NotedChange {
  return { printId: id, kind, at: updatedAt, actor, details };
}
