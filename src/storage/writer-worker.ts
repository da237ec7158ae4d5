import { systemClock } from "../domain/clock.ts";
import { unpackBatch } from "./batch-message.ts";
import { BatchWriter } from "./batch-writer.ts";
import { openForWriting } from "./database.ts";
import type { FromWriter, ToWriter } from "./writer.ts";

/*
 * The Worker that owns the one writing connection, so that no fsync ever holds up the thread that answers requests.
 */

declare const self: Worker;

let close = () => {};
let writer: BatchWriter | null = null;

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
      if (writer === null) throw new Error("a batch before the database was opened");
      answer({ kind: "written", outcome: writer.write(unpackBatch(message)) });
      break;
    case "close":
      close();
      answer({ kind: "closed" });
      break;
  }
};

function answer(message: FromWriter): void {
  self.postMessage(message);
}
