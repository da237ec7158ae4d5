import type { DecodeOptions } from "../escpos/escpos.ts";
import { WorkerClient } from "../platform/worker-client.ts";
import { workerAddress } from "../platform/worker-entry.ts";
import type { PreviewFormat } from "../render/preview-format.ts";
import { PreviewCache } from "./preview-cache.ts";

export interface PreviewQuestion {
  readonly raw: Uint8Array;
  /** What the print does not say about its printer. */
  readonly printer: DecodeOptions;
  readonly format: PreviewFormat;
  readonly title: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** SVG tells of each group which bytes made it. */
  readonly origins: boolean;
}

/** What is drawn: bytes for pictures, text for the others. */
export type Drawn = string | Uint8Array<ArrayBuffer>;

/** Shows prints as the paper would look, off the main thread. */
export class Preview {
  private readonly worker = new WorkerClient<PreviewQuestion, Drawn>(workerAddress("preview/preview-worker"));
  private readonly cache = new PreviewCache();

  /**
   * Decodes the bytes and draws them in the format wanted.
   * @param key what is asked for, the same for the same answer (its entity tag)
   */
  async show(key: string, question: PreviewQuestion): Promise<Drawn> {
    const known = this.cache.get(key);
    if (known !== undefined) return known;
    const drawn = await this.worker.ask(question);
    this.cache.set(key, drawn);
    return drawn;
  }

  close(): void {
    this.worker.close();
  }
}
