import type { PrintRequest } from "../domain/create-print.ts";
import { KIBIBYTE, MEBIBYTE, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { WorkerClient } from "../platform/worker-client.ts";
import { workerAddress } from "../platform/worker-entry.ts";
import type { EncodingTarget } from "../printers/epos/epos-document.ts";
import type { EposJob } from "../printers/epos/epos-job.ts";
import type { DocumentAnswer, DocumentQuestion } from "./document-question.ts";

/** Limits on what is read where. */
export const DOCUMENT_LIMITS = {
  /** A document up to here is read at once: it takes some milliseconds at the worst, and the way to the Worker is saved. */
  smallEposBytes: 16 * KIBIBYTE,
  /** Of JSON there is nothing that takes longer than its length. */
  smallJsonBytes: 128 * KIBIBYTE,
  /** How long the Worker stays without a document, milliseconds. */
  restMilliseconds: 30 * MILLISECONDS_PER_SECOND,
  /** What the Worker reads before another takes its place, bytes: its memory is given back only when it ends. */
  workerBytes: 64 * MEBIBYTE,
} as const;

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/**
 * Reads large documents in a Worker, one at a time. The smallest of those that wait is next, so that an ordinary receipt
 * with a picture does not wait behind documents that are made to take long.
 */
export class LargeDocuments {
  private readonly worker = new WorkerClient<DocumentQuestion, DocumentAnswer>(
    workerAddress("documents/document-worker"),
  );
  private waiting: Waiting[] = [];
  private isReading = false;
  private readBytes = 0;
  private rest: Timer | undefined;
  private isClosed = false;

  /**
   * As `readEposJob`.
   * @param body handed over when there is a target, else copied
   */
  async readEposJob(body: Uint8Array, target: EncodingTarget | null): Promise<EposJob> {
    return (await this.ask({ kind: "epos", body, target }, target !== null)) as EposJob;
  }

  /** Reads the body of "Create print (base64 JSON)", as `readJsonPrint`. @param body handed over */
  async readJsonPrint(body: Uint8Array, maximumBytes: number): Promise<PrintRequest> {
    return (await this.ask({ kind: "json", body, maximumBytes }, true)) as PrintRequest;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.rest);
    this.worker.close();
    this.next();
  }

  private async ask(question: DocumentQuestion, isHandedOver: boolean): Promise<DocumentAnswer> {
    const { body } = question;
    const bytes = body.byteLength;
    await this.turn(bytes);
    try {
      if (this.isClosed) throw new Error("the service is stopping");
      const isWhole = body.byteOffset === 0 && body.buffer.byteLength === bytes;
      const buffers = isHandedOver && isWhole && body.buffer instanceof ArrayBuffer ? [body.buffer] : [];
      return await this.worker.ask(question, buffers);
    } finally {
      this.isReading = false;
      this.readBytes += bytes;
      this.next();
    }
  }

  /** Waits until the Worker has nothing else to do. */
  private async turn(bytes: number): Promise<void> {
    clearTimeout(this.rest);
    if (this.isReading) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.waiting.push({ bytes, begin: resolve });
      await promise;
    }
    this.isReading = true;
  }

  private next(): void {
    if (this.readBytes >= DOCUMENT_LIMITS.workerBytes && !this.isReading) this.endWorker();
    let smallest = this.waiting[0];
    for (const one of this.waiting) if (one.bytes < (smallest?.bytes ?? 0)) smallest = one;
    if (smallest === undefined) {
      if (this.isClosed) return;
      this.rest = setTimeout(() => this.endWorker(), DOCUMENT_LIMITS.restMilliseconds);
      this.rest.unref();
      return;
    }
    this.waiting = this.waiting.filter((one) => one !== smallest);
    // Taken at once: whoever asks before the other goes on would be a second.
    this.isReading = true;
    smallest.begin();
  }

  private endWorker(): void {
    this.readBytes = 0;
    this.worker.close();
  }
}
