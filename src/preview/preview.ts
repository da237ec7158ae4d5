import { WorkerClient } from "../platform/worker-client.ts";
import { workerAddress } from "../platform/worker-entry.ts";
import type { PreviewFormat } from "../render/render.ts";

export interface PreviewQuestion {
  readonly raw: Uint8Array;
  /** The width of the paper in columns of font A. */
  readonly columns: number;
  readonly format: PreviewFormat;
  readonly title: string;
}

/** Shows prints as the paper would look, off the main thread. */
export class Preview {
  private readonly worker = new WorkerClient<PreviewQuestion, string>(
    workerAddress("preview/preview-worker"),
  );

  /** Decodes the bytes and draws them in the format wanted. */
  show(question: PreviewQuestion): Promise<string> {
    return this.worker.ask(question);
  }

  close(): void {
    this.worker.close();
  }
}
