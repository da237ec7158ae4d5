import { existsSync } from "node:fs";
import { systemClock } from "../domain/clock.ts";
import { STORAGE_LIMITS, WRITER_LIMITS } from "../domain/storage-limits.ts";
import { TrustedClock } from "../domain/trusted-clock.ts";
import { machineClocks } from "../platform/machine-clocks.ts";
import { releaseHuge } from "../platform/huge-bytes.ts";
import { WorkerChannel } from "../platform/worker-channel.ts";
import { unpackBatch } from "./batch-message.ts";
import { ChangedPages } from "./changed-pages.ts";
import { openForWriting } from "./database.ts";
import { KeptStorage } from "./kept-storage.ts";
import { storageError } from "./storage-error.ts";
import type { WriteOperation } from "./write-operation.ts";
import type { FromWriter, OpenDatabase, ToWriter } from "./writer.ts";

/*
 * The Worker that owns the one writing connection, so that no fsync ever holds up the thread that answers requests.
 */

declare const self: Worker;

/** How long connections of other Workers that were ended may take to close, milliseconds. */
const CLOSING_MILLISECONDS = 1000;
const CLOSING_LOOK_MILLISECONDS = 10;

let storage: KeptStorage | null = null;
let path = "";
let timer: Timer | undefined;
const waiting: WriteOperation[] = [];
/** What went wrong with checkpoints since the last batch, for the log. */
const checkpointFaults: string[] = [];

const channel = new WorkerChannel<FromWriter, ToWriter>(self, {
  receive(batch) {
    // After the other messages that have come by now, so that all of them go into one transaction.
    if (waiting.length === 0) setImmediate(writeWaiting);
    for (const operation of unpackBatch(batch)) waiting.push(operation);
  },
  answer(question) {
    if (question.kind === "open") return open(question);
    if (question.kind === "fold") return storage?.foldLog() ?? null;
    clearInterval(timer);
    return close();
  },
});

function open({ path: databasePath, held, clock, changedPages }: OpenDatabase): null {
  path = databasePath;
  const now = clock === null ? systemClock : new TrustedClock(machineClocks, clock).now;
  const pages = changedPages === null ? null : new ChangedPages(changedPages);
  const opened = new KeptStorage(path, held, now, (facts) => channel.tell({ kind: "facts", facts }), pages);
  storage = opened;
  opened.open();
  timer = setInterval(() => opened.look(), STORAGE_LIMITS.lookMilliseconds);
  return null;
}

function writeWaiting(): void {
  if (storage === null) throw new Error("a batch before the database was opened");
  const operations = waiting.splice(0, transactionLength());
  if (waiting.length > 0) setImmediate(writeWaiting);
  const outcome = storage.write(operations);
  const faults = [...checkpointFaults.splice(0), ...outcome.faults];
  channel.tell({ kind: "written", outcome: { ...outcome, faults } });
  for (const operation of operations) if (operation.kind === "create") releaseHuge(operation.raw);
  // In a turn of its own: what has come meanwhile shows whether the writer is idle.
  setImmediate(checkpoint);
}

/** A checkpoint that fails has lost nothing: the service goes on, and its log tells with the next batch. */
function checkpoint(): void {
  try {
    storage?.afterBatch(waiting.length === 0);
  } catch (error) {
    checkpointFaults.push(String(error));
  }
}

/**
 * Leaves one database file behind, which a shop owner can copy: the last connection folds the WAL into it. Other Workers
 * that were ended close their own a little later than they are told to, and whoever reads only cannot remove the WAL.
 * @returns what went wrong; `null` for nothing
 */
async function close(): Promise<string | null> {
  let error: unknown = storage?.close() ?? null;
  storage = null;
  try {
    if (error === null) await foldRest();
  } catch (thrown) {
    error = thrown;
  }
  if (error === null) return null;
  const known = storageError(error);
  return known instanceof Error ? known.message : String(known);
}

async function foldRest(): Promise<void> {
  const deadline = performance.now() + CLOSING_MILLISECONDS;
  while (existsSync(`${path}-wal`) && performance.now() < deadline) {
    // SQLite keeps a connection for as long as it has compiled statements, and these end when they are collected.
    Bun.gc(true);
    openForWriting(path).close();
    if (existsSync(`${path}-wal`)) await Bun.sleep(CLOSING_LOOK_MILLISECONDS);
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
