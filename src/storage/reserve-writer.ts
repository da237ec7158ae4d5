import { MINIMUM_FREE_DISK_BYTES } from "../domain/storage-limits.ts";
import { type BatchWriter, refusal } from "./batch-writer.ts";
import { giveUpReserve, hasReserve } from "./reserve.ts";
import { unavailable } from "./storage-error.ts";
import type { BatchOutcome, WriteOperation, WriteResult } from "./write-operation.ts";

/**
 * What may use the space that is kept for a full disk: what the owner does to get in and to make room, and what ends by
 * itself. What comes in anew, and what can be done later, may not.
 */
const RESERVED_KINDS: ReadonlySet<string> = new Set<WriteOperation["kind"]>([
  "openSession",
  "closeSession",
  "person",
  "delete",
  "restore",
  "remove",
  "giveBack",
  "unspool",
  "delivery",
  "printer",
]);

/** Writes batches. On a full disk it gives up the reserve for the operations that may use it, and refuses all others. */
export class ReserveWriter {
  private wasGivenUp = false;

  constructor(private readonly folder: string) {}

  /** Whether the reserve was given up, and too little is free to take it again. */
  get isInUse(): boolean {
    return this.wasGivenUp;
  }

  /** Looks whether the reserve is there. @param freeBytes on its disk @returns whether it is */
  look(freeBytes: number): boolean {
    const isThere = hasReserve(this.folder);
    this.wasGivenUp = !isThere && freeBytes < MINIMUM_FREE_DISK_BYTES / 2;
    return isThere;
  }

  /** @returns the outcome, with a result for each operation in order */
  write(writer: Pick<BatchWriter, "write">, operations: readonly WriteOperation[]): BatchOutcome {
    const isAllowed = (operation: WriteOperation) => !this.wasGivenUp || RESERVED_KINDS.has(operation.kind);
    const outcome = operations.every(isAllowed)
      ? writer.write(operations)
      : writeSome(
          writer,
          operations.filter(isAllowed),
          operations,
          refusal(operations, unavailable("DISK_FULL")),
        );
    const stopped = operations.filter((operation, index) => isStopped(operation, outcome.results[index]));
    if (stopped.length === 0 || !giveUpReserve(this.folder)) return outcome;
    this.wasGivenUp = true;
    return { ...outcome, results: writeSome(writer, stopped, operations, outcome).results };
  }
}

/** Writes some of the operations. @param before has the results of the others */
function writeSome(
  writer: Pick<BatchWriter, "write">,
  some: readonly WriteOperation[],
  operations: readonly WriteOperation[],
  before: BatchOutcome,
): BatchOutcome {
  if (some.length === 0) return before;
  const outcome = writer.write(some);
  const written = new Map(some.map((operation, index) => [operation, outcome.results[index]]));
  const results = operations.map((operation, index) => written.get(operation) ?? before.results[index]);
  return { ...outcome, results: results as WriteResult[] };
}

/** Whether the full disk stopped an operation that may use the reserve. */
function isStopped(operation: WriteOperation, result: WriteResult | undefined): boolean {
  return result?.ok === false && result.data["reason"] === "DISK_FULL" && RESERVED_KINDS.has(operation.kind);
}
