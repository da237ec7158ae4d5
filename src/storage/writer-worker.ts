import { systemClock } from "../domain/clock.ts";
import { WRITER_LIMITS } from "../domain/limits.ts";
import { unpackBatch } from "./batch-message.ts";
import { BatchWriter } from "./batch-writer.ts";
import { openForWriting } from "./database.ts";
import type { WriteOperation } from "./write-operation.ts";
import type { FromWriter, ToWriter } from "./writer.ts";

/*
 * The Worker that owns the one writing connection, so that no fsync ever holds up the thread that answers requests.
 */

declare const self: Worker;

let close = () => {};
let writer: BatchWriter | null = null;
const waiting: WriteOperation[] = [];

self.onmessage = (event: MessageEvent<ToWriter>) => {
  const message = event.data;
  switch (message.kind) {
    case "open": {
      const database = openForWriting(message.path);
      writer = new BatchWriter(database, systemClock);
      close = () => {
        // Leaves one file behind, which a shop owner can copy.
        database.run("PRAGMA wal_checkpoint(TRUNCATE)");
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
  if (writer === null) throw new Error("a batch before the database was opened");
  const operations = waiting.splice(0, transactionLength());
  if (waiting.length > 0) setImmediate(writeWaiting);
  answer({ kind: "written", outcome: writer.write(operations) });
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
