import { WRITER_LIMITS } from "../domain/storage-limits.ts";
import type { WriteOperation } from "./write-operation.ts";

/** Bytes an operation weighs in the queue: its contents, and a round sum for the rest. */
export function sizeOf(operation: WriteOperation): number {
  return WRITER_LIMITS.requestBytes + contentBytes(operation);
}

function contentBytes(operation: WriteOperation): number {
  if (operation.kind === "create") return operation.raw.byteLength;
  if (operation.kind === "spool") return operation.part.byteLength;
  if (operation.kind !== "background" || operation.step?.do !== "chunks") return 0;
  return operation.step.contents.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
