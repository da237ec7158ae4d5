import type { Database } from "bun:sqlite";
import type { WorkerFault, WorkerWords } from "../operations/health.ts";
import type { Log } from "../operations/log.ts";
import { reasonOf } from "../platform/worker-channel.ts";
import { WorkerThread } from "../platform/worker-thread.ts";
import { RecognitionQueue } from "../storage/recognition-queue.ts";
import type { Writer } from "../storage/writer.ts";
import type { RecognitionOptions } from "./recognition-options.ts";
import type { FromRecognition, ReadNote, ToRecognition } from "./recognition-messages.ts";

/** How long the Worker stays when nothing is left to read, milliseconds: its models take memory. */
const REST_MILLISECONDS = 3000;

/** How long the Worker may say nothing while it reads, milliseconds: a line takes well under a second. */
const SILENCE_MILLISECONDS = 60_000;

/** How long reading waits when its Worker has died, milliseconds. */
const RETRY_MILLISECONDS = 5000;

/** How often the Worker is told that prints come in, milliseconds. */
const PAUSE_MILLISECONDS = 100;

export const RECOGNITION_WORDS: WorkerWords = {
  name: "recognition",
  working: "Pictures of prints are read.",
  failing: "Pictures of prints are not read",
};

export interface RecognitionParts extends RecognitionOptions {
  /** A reading connection. */
  readonly database: Database;
  readonly writer: Pick<Writer, "submit">;
  readonly log: Log;
  /** Told of each print whose pictures were read. */
  onRead(note: ReadNote): void;
}

/** The way to the Worker that reads the pictures of prints. It runs only while there is something to read. */
export class Recognition {
  private readonly thread: WorkerThread<ToRecognition, FromRecognition>;
  private readonly queue: RecognitionQueue;
  private isWorking = false;
  /** Whether prints were noted since the Worker was last asked. */
  private isWoken = false;
  private isClosed = false;
  private retry: Timer | undefined;
  private lastPause = -Infinity;
  /** Prints whose pictures are still to be read, of an earlier run once one of them was. */
  waiting = 0;
  /** What the Worker met last; `null` since it has gone on. */
  fault: WorkerFault | null = null;

  constructor(private readonly parts: RecognitionParts) {
    this.queue = new RecognitionQueue(parts.database);
    this.thread = new WorkerThread({
      entry: "recognition/recognition-worker",
      isApart: true,
      silenceMilliseconds: SILENCE_MILLISECONDS,
      restMilliseconds: REST_MILLISECONDS,
      answer: async (change) => {
        await parts.writer.submit({ kind: "recognition", change });
        return null;
      },
      receive: (note) => this.receive(note),
      onDeath: (reason) => {
        parts.log.write("error", "pictures of prints are not read", { reason });
        this.fault = "died";
      },
    });
  }

  /** Has the pictures read that wait. @param prints how many were noted now */
  wake(prints = 0): void {
    this.waiting += prints;
    this.isWoken = true;
    if (!this.isWorking && !this.isClosed) void this.work();
  }

  /** Has what an earlier run left read, if there is any. */
  catchUp(): void {
    if (this.queue.next() !== null) this.wake();
  }

  /** To be called when prints come in, which pictures stand back behind; cheap enough for every batch. */
  standBack(): void {
    const now = performance.now();
    if (!this.isWorking || now - this.lastPause < PAUSE_MILLISECONDS) return;
    this.lastPause = now;
    // Should the Worker die, that is told where it works.
    void this.thread.ask({ ask: "pause" }).catch(() => {});
  }

  /** Ends the work; the next start goes on where this one was. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
    this.thread.end("the service is stopping");
  }

  private async work(): Promise<void> {
    const { databasePath, modelsFolder } = this.parts;
    this.isWorking = true;
    clearTimeout(this.retry);
    try {
      while (this.isWoken && !this.isClosed) {
        this.isWoken = false;
        await this.thread.ask({ ask: "work", options: { databasePath, modelsFolder } });
        this.fault = null;
      }
    } catch (error) {
      if (this.isClosed) return;
      // The end of the Worker was logged.
      if (this.fault !== "died") {
        this.fault = "interrupted";
        this.parts.log.write("warning", "reading pictures was interrupted and goes on soon", {
          reason: reasonOf(error),
        });
      }
      this.retry = setTimeout(() => this.wake(), RETRY_MILLISECONDS);
    } finally {
      this.isWorking = false;
    }
  }

  private receive(note: ReadNote | null): void {
    if (note === null) return;
    this.fault = null;
    this.waiting = note.waiting;
    if (note.failure !== null) {
      const { printId, failure } = note;
      this.parts.log.write("warning", "a picture could not be read", { printId, reason: failure });
    }
    this.parts.onRead(note);
  }
}
