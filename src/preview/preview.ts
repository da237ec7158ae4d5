import type { Charset } from "../escpos/escpos.ts";
import { WorkerClient } from "../platform/worker-client.ts";
import { workerAddress } from "../platform/worker-entry.ts";
import type { PreviewFormat } from "../render/render.ts";

export interface PreviewQuestion {
  readonly raw: Uint8Array;
  /** The width of the paper in columns of font A. */
  readonly columns: number;
  /** What the print does not say about its characters; "auto" finds it from the text. */
  readonly charset: Charset;
  readonly format: PreviewFormat;
  readonly title: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Shows prints as the paper would look, off the main thread. */
export class Preview {
  private readonly worker = new WorkerClient<PreviewQuestion, string | Uint8Array<ArrayBuffer>>(
    workerAddress("preview/preview-worker"),
  );

  /** Decodes the bytes and draws them in the format wanted: bytes for pictures, text for the others. */
  show(question: PreviewQuestion): Promise<string | Uint8Array<ArrayBuffer>> {
    return this.worker.ask(question);
  }

  close(): void {
    this.worker.close();
  }
}
