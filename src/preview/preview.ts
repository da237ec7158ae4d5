import { MEBIBYTE, MILLISECONDS_PER_MINUTE } from "../domain/limits.ts";
import type { DecodeOptions } from "../escpos/escpos.ts";
import { WorkerQueue } from "../platform/worker-queue.ts";
import type { PreviewFormat } from "../render/preview-format.ts";
import type { StoredContent } from "../storage/raw-content.ts";

export interface PreviewQuestion {
  readonly printId: number;
  /** The print as it is in the table: unpacking it is the Worker's work too. */
  readonly stored: StoredContent;
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

/** Prints that a Worker shows before another takes its place, bytes: a huge one leaves it with memory that it keeps. */
const WORKER_BYTES = 32 * MEBIBYTE;

/** How long the Worker stays without a question, milliseconds; starting it anew takes a tenth of a second. */
const REST_MILLISECONDS = 5 * MILLISECONDS_PER_MINUTE;

/** What the previews kept in memory may weigh together, bytes. */
const MAXIMUM_BYTES = 16 * MEBIBYTE;

/** A preview over this many bytes is not kept: it would drive out all others. */
const MAXIMUM_PREVIEW_BYTES = MAXIMUM_BYTES / 8;

/** Shows prints as the paper would look, off the main thread. */
export class Preview {
  private readonly queue = new WorkerQueue<PreviewQuestion, Drawn>({
    entry: "preview/preview-worker",
    workerBytes: WORKER_BYTES,
    restMilliseconds: REST_MILLISECONDS,
  });
  private readonly cache = new PreviewCache();
  /** What is being drawn: who asks for the same waits for it too. */
  private readonly underWay = new Map<string, Promise<Drawn>>();

  /**
   * Decodes the bytes and draws them in the format wanted.
   * @param key what is asked for, the same for the same answer (its entity tag)
   * @throws TillrollError PRINT_DATA_DAMAGED
   */
  async show(key: string, question: PreviewQuestion): Promise<Drawn> {
    const known = this.cache.get(key);
    if (known !== undefined) return known;
    const same = this.underWay.get(key);
    if (same !== undefined) return await same;
    const drawing = this.queue.ask(question, question.stored.byteLength);
    this.underWay.set(key, drawing);
    try {
      const drawn = await drawing;
      this.cache.set(key, drawn);
      return drawn;
    } finally {
      this.underWay.delete(key);
    }
  }

  close(): void {
    this.queue.close();
  }
}

/** Keeps the previews looked at last; the one not looked at for longest goes first. */
class PreviewCache {
  /** In the order of their last use: a Map keeps the order of insertion. */
  private readonly previews = new Map<string, Drawn>();
  private bytes = 0;

  get(key: string): Drawn | undefined {
    const found = this.previews.get(key);
    if (found !== undefined) {
      this.previews.delete(key);
      this.previews.set(key, found);
    }
    return found;
  }

  set(key: string, drawn: Drawn): void {
    const size = sizeOf(drawn);
    if (size > MAXIMUM_PREVIEW_BYTES || this.previews.has(key)) return;
    this.previews.set(key, drawn);
    this.bytes += size;
    for (const [oldest, preview] of this.previews) {
      if (this.bytes <= MAXIMUM_BYTES) return;
      this.previews.delete(oldest);
      this.bytes -= sizeOf(preview);
    }
  }
}

/** Bytes of a preview in memory: a text takes two a character at most. */
function sizeOf(drawn: Drawn): number {
  return typeof drawn === "string" ? drawn.length * 2 : drawn.byteLength;
}
