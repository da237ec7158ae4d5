import type { PrintRequest } from "../domain/create-print.ts";
import { KIBIBYTE, MEBIBYTE, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { DecodeOptions } from "../escpos/escpos.ts";
import type { PageFormat } from "../page-raster/page-formats.ts";
import type { PagePrinter } from "../page-raster/page-print.ts";
import type { PolledDocument } from "../polling/poll-protocol.ts";
import type { TextPrinter } from "../polling/print-text.ts";
import { WorkerQueue } from "../platform/worker-queue.ts";
import type { EncodingTarget } from "../printers/epos/epos-document.ts";
import type { EposJob } from "../printers/epos/epos-job.ts";
import type { ReceiptPicture } from "./receipt-picture.ts";

/** Limits on what is read where. */
export const DOCUMENT_LIMITS = {
  /** Documents up to this size are read on the main thread: that takes some milliseconds at worst, and spares the Worker. */
  smallEposBytes: 16 * KIBIBYTE,
  /** Of JSON there is nothing that takes longer than its length. */
  smallJsonBytes: 128 * KIBIBYTE,
  /** How long the Worker stays without a document, milliseconds. */
  restMilliseconds: 30 * MILLISECONDS_PER_SECOND,
  /** What a Worker reads before another takes its place, bytes. */
  workerBytes: 32 * MEBIBYTE,
} as const;

/** A document to be read off the main thread. */
export type DocumentQuestion =
  | { readonly kind: "epos"; readonly body: Uint8Array; readonly target: EncodingTarget | null }
  | { readonly kind: "json"; readonly body: Uint8Array; readonly maximumBytes: number }
  | { readonly kind: "webprnt"; readonly body: Uint8Array; readonly printer: PagePrinter }
  | {
      readonly kind: "text";
      readonly body: Uint8Array;
      readonly document: Omit<PolledDocument, "body">;
      readonly printer: TextPrinter;
    }
  | { readonly kind: "picture"; readonly body: Uint8Array; readonly printer: DecodeOptions }
  | {
      readonly kind: "pages";
      readonly body: Uint8Array;
      readonly format: PageFormat;
      readonly printer: PagePrinter;
      readonly isIncomplete: boolean;
    };

/** Pages as a print, or a document of webPRNT, which may print nothing. */
interface PagePrint {
  readonly raw: Uint8Array<ArrayBuffer>;
}
interface WebPrntJob {
  readonly raw: Uint8Array<ArrayBuffer> | null;
}

/** What was read. */
export type DocumentAnswer = EposJob | PrintRequest | PagePrint | WebPrntJob | ReceiptPicture;

/** Reads large documents in a Worker: none, however hostile, holds up the thread that serves all requests. */
export class LargeDocuments {
  private readonly queue = new WorkerQueue<DocumentQuestion, DocumentAnswer>({
    entry: "documents/document-worker",
    workerBytes: DOCUMENT_LIMITS.workerBytes,
    restMilliseconds: DOCUMENT_LIMITS.restMilliseconds,
  });

  /** As `readEposJob`. @param body handed over when there is a target, else copied */
  async readEposJob(body: Uint8Array, target: EncodingTarget | null): Promise<EposJob> {
    return (await this.ask({ kind: "epos", body, target }, target !== null)) as EposJob;
  }

  /** Reads the body of "Create print (base64 JSON)", as `readJsonPrint`. @param body handed over */
  async readJsonPrint(body: Uint8Array, maximumBytes: number): Promise<PrintRequest> {
    return (await this.ask({ kind: "json", body, maximumBytes }, true)) as PrintRequest;
  }

  /** As `readWebPrntJob`. @param body handed over */
  async readWebPrntJob(body: Uint8Array, printer: PagePrinter): Promise<Uint8Array<ArrayBuffer> | null> {
    return ((await this.ask({ kind: "webprnt", body, printer }, true)) as WebPrntJob).raw;
  }

  /** Makes a print of a document of pages, as `printDocument`. @param body handed over */
  async printPages(
    body: Uint8Array,
    format: PageFormat,
    printer: PagePrinter,
    isIncomplete: boolean,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const question = { kind: "pages", body, format, printer, isIncomplete } as const;
    return ((await this.ask(question, true)) as PagePrint).raw;
  }

  /** Makes a print of a document of text, as `printText`. Its body is copied. */
  async printText(document: PolledDocument, printer: TextPrinter): Promise<Uint8Array<ArrayBuffer>> {
    const { body, ...about } = document;
    return ((await this.ask({ kind: "text", body, document: about, printer }, false)) as PagePrint).raw;
  }

  /** Draws a print, as `receiptPicture`. @param body copied */
  async drawReceipt(body: Uint8Array, printer: DecodeOptions): Promise<ReceiptPicture> {
    return (await this.ask({ kind: "picture", body, printer }, false)) as ReceiptPicture;
  }

  close(): void {
    this.queue.close();
  }

  private ask(question: DocumentQuestion, isHandedOver: boolean): Promise<DocumentAnswer> {
    const { body } = question;
    const isWhole = body.byteOffset === 0 && body.buffer.byteLength === body.byteLength;
    const buffers = isHandedOver && isWhole && body.buffer instanceof ArrayBuffer ? [body.buffer] : [];
    return this.queue.ask(question, body.byteLength, buffers);
  }
}
