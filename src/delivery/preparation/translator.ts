import { KIBIBYTE, MEBIBYTE, MILLISECONDS_PER_MINUTE } from "../../domain/limits.ts";
import type { PrinterChoice } from "../../escpos/models/printer-of-print.ts";
import { WorkerQueue } from "../../platform/worker-queue.ts";
import type { Translated } from "../../translation/translate.ts";
import type { Translation } from "../../translation/translation.ts";
import { isSurelyUnchanged, translationNeed } from "../../translation/translation-need.ts";
import { notPrepared } from "./preparation-error.ts";
import type { Prepared, PreparationContext } from "./preparation-step.ts";

/** Prints up to this size are looked at on the main thread: that takes a millisecond at most, and spares the Worker. */
const SMALL_BYTES = 4 * KIBIBYTE;

/** What a Worker draws before another takes its place, bytes of prints. */
const WORKER_BYTES = 32 * MEBIBYTE;

/** How long the Worker stays without a print, milliseconds. */
const REST_MILLISECONDS = 5 * MILLISECONDS_PER_MINUTE;

/** A print to be drawn, if it must be. */
export interface TranslationQuestion {
  readonly bytes: Uint8Array;
  readonly source: PrinterChoice;
  readonly translation: Translation;
}

/** Draws what a real printer would not print as it is meant, off the main thread. */
export class Translator {
  private readonly queue = new WorkerQueue<TranslationQuestion, Translated>({
    entry: "delivery/preparation/translation-worker",
    workerBytes: WORKER_BYTES,
    restMilliseconds: REST_MILLISECONDS,
  });

  private isClosed = false;

  /**
   * A job as its real printer is sent it: as it is, or drawn. The last step of its preparation: what others add is drawn
   * with it.
   * @throws PreparationError
   */
  async translated(job: Prepared, { source, translation }: PreparationContext): Promise<Prepared> {
    const { bytes } = job;
    if (bytes.length === 0 || isSurelyUnchanged(bytes, source, translation)) return job;
    if (bytes.length <= SMALL_BYTES && translationNeed(bytes, source, translation) === null) return job;
    const drawn = await this.drawn({ bytes, source, translation });
    return drawn.notes.length === 0 ? job : { ...drawn, notes: [...job.notes, ...drawn.notes] };
  }

  private async drawn(question: TranslationQuestion): Promise<Translated> {
    try {
      return await this.queue.ask(question, question.bytes.length);
    } catch (error) {
      // A service that stops finds it as it was when it starts again.
      throw this.isClosed ? error : notPrepared(error);
    }
  }

  close(): void {
    this.isClosed = true;
    this.queue.close();
  }
}
