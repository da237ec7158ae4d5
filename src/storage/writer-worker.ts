import { systemClock } from "../domain/clock.ts";
import { WRITER_LIMITS } from "../domain/limits.ts";
import { releaseHuge } from "../platform/huge-bytes.ts";
import { unpackBatch } from "./batch-message.ts";
import { BatchWriter, refusal } from "./batch-writer.ts";
import { Checkpointer } from "./checkpointer.ts";
import { logFull, openForWriting } from "./database.ts";
import type { BatchOutcome, WriteOperation } from "./write-operation.ts";
import type { FromWriter, ToWriter } from "./writer.ts";

/*
 * The Worker that owns the one writing connection, so that no fsync ever holds up the thread that answers requests.
 */

declare const self: Worker;

let close = () => {};
let writer: BatchWriter | null = null;
let checkpointer: Checkpointer | null = null;
const waiting: WriteOperation[] = [];
/** What went wrong with checkpoints since the last batch, for the log. */
const checkpointFaults: string[] = [];

self.onmessage = (event: MessageEvent<ToWriter>) => {
  const message = event.data;
  switch (message.kind) {
    case "open": {
      const database = openForWriting(message.path);
      const ownCheckpointer = new Checkpointer(database);
      checkpointer = ownCheckpointer;
      writer = new BatchWriter(database, systemClock);
      close = () => {
        // Leaves one file behind, which a shop owner can copy.
        checkpointer = null;
        ownCheckpointer.close();
        database.close();
      };
      answer({ kind: "opened" });
      break;
    }
    case "batch":
      // After the other messages that have come by now, so that all of them go into one transaction.
      if (waiting.length === 0) setImmediate(writeWaiting);
      for (const operation of unpackBatch(message)) waiting.push(operation);
      break;
    case "close":
      close();
      answer({ kind: "closed" });
      break;
  }
};

function writeWaiting(): void {
  if (writer === null || checkpointer === null) throw new Error("a batch before the database was opened");
  const operations = waiting.splice(0, transactionLength());
  if (waiting.length > 0) setImmediate(writeWaiting);
  const outcome = write(writer, checkpointer, operations);
  const faults = [...checkpointFaults.splice(0), ...outcome.faults];
  answer({ kind: "written", outcome: { ...outcome, faults } });
  for (const operation of operations) if (operation.kind === "create") releaseHuge(operation.raw);
  // In a turn of its own: what has come meanwhile shows whether the writer is idle.
  setImmediate(checkpoint);
}

function write(batches: BatchWriter, log: Checkpointer, operations: readonly WriteOperation[]): BatchOutcome {
  try {
    return log.hasRoom() ? batches.write(operations) : refusal(operations, logFull());
  } catch (error) {
    return refusal(operations, error);
  }
}

/** A checkpoint that fails has lost nothing: the service goes on, and its log tells with the next batch. */
function checkpoint(): void {
  try {
    checkpointer?.afterTransaction(waiting.length === 0);
  } catch (error) {
    checkpointFaults.push(String(error));
  }
}

/** How many of the waiting operations one transaction takes. */
function transactionLength(): number {
  let bytes = 0;
  for (const [index, operation] of waiting.entries()) {
    if (index === WRITER_LIMITS.transactionOperations) return index;
    if (operation.kind === "create") bytes += operation.raw.byteLength;
    if (index > 0 && bytes > WRITER_LIMITS.transactionBytes) return index;
  }
  return waiting.length;
}

function answer(message: FromWriter): void {
  self.postMessage(message);
}
