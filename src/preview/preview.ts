import type { Both, ComparisonWish } from "../compare/comparison.ts";
import { MEBIBYTE, MILLISECONDS_PER_MINUTE } from "../domain/limits.ts";
import type { DecodeOptions } from "../escpos/escpos.ts";
import { WorkerQueue } from "../platform/worker-queue.ts";
import type { RenderFormat, RenderOptions } from "../render/preview-format.ts";
import type { StoredContent } from "../storage/raw-content.ts";

export interface PreviewQuestion
  extends Required<Omit<RenderOptions, "recognition" | "bare">>, Pick<RenderOptions, "bare"> {
  readonly printId: number;
  /** The print as it is in the table: unpacking it is the Worker's work too. */
  readonly stored: StoredContent;
  /** What the print does not say about its printer. */
  readonly printer: DecodeOptions;
  readonly format: RenderFormat;
  /** What was recognised in its pictures, as it is stored; `null` where nothing was. */
  readonly recognised: Uint8Array | null;
  /** Whether full card numbers are masked. */
  readonly masksCards: boolean;
}

/** A print that is compared with another. */
export interface ComparedPrint {
  /** 0 for bytes that are no stored print. */
  readonly printId: number;
  readonly stored: StoredContent;
  readonly printer: DecodeOptions;
  /** Whether full card numbers are masked. */
  readonly masksCards: boolean;
}

/** Two prints, and in which form their comparison is wanted. */
export interface ComparisonQuestion {
  readonly compared: Both<ComparedPrint>;
  readonly wish: ComparisonWish;
  readonly format: "json" | "png" | "svg";
}

/** The style sheet of a family of the glyphs that receipts are drawn with, or a font file that it names. */
export type FontQuestion =
  { readonly family: string; readonly folder: string } | { readonly version: string; readonly name: string };

/** What is drawn: bytes for pictures and fonts, text for the others. */
export type Drawn = string | Uint8Array<ArrayBuffer>;

/** Prints that a Worker shows before another takes its place, bytes: a huge one leaves it with memory that it keeps. */
const WORKER_BYTES = 32 * MEBIBYTE;

/** How long the Worker stays without a question, milliseconds; starting it anew takes a tenth of a second. */
const REST_MILLISECONDS = 5 * MILLISECONDS_PER_MINUTE;

/** What the previews kept in memory may weigh together, bytes. */
const MAXIMUM_BYTES = 16 * MEBIBYTE;

/** A preview over this many bytes is not kept: it would drive out all others. */
const MAXIMUM_PREVIEW_BYTES = MAXIMUM_BYTES / 8;

type Question = PreviewQuestion | ComparisonQuestion | FontQuestion;

interface KeptPreview {
  readonly drawing: Promise<Drawn | null>;
  /** 0 while it is being drawn. */
  bytes: number;
}

/** Shows prints as the paper would look, off the main thread, and keeps those looked at last. */
export class Preview {
  private readonly queue = new WorkerQueue<Question, Drawn | null>({
    entry: "preview/preview-worker",
    workerBytes: WORKER_BYTES,
    restMilliseconds: REST_MILLISECONDS,
  });
  /** In the order of their last use: a Map keeps the order of insertion. Who asks for one under way waits for it too. */
  private readonly previews = new Map<string, KeptPreview>();
  private bytes = 0;

  /**
   * Decodes the bytes and draws them in the format wanted.
   * @param key what is asked for, the same for the same answer (its entity tag)
   * @throws TillrollError PRINT_DATA_DAMAGED
   */
  async show(key: string, question: PreviewQuestion): Promise<Drawn> {
    const drawn = await this.ask(key, question, question.stored.byteLength);
    if (drawn === null) throw new Error(`nothing was drawn of print ${question.printId}`);
    return drawn;
  }

  /**
   * As {@link show}, for one of many that nobody looks at twice: it is not kept, so that those that are looked at stay.
   * @throws TillrollError PRINT_DATA_DAMAGED
   */
  async draw(question: PreviewQuestion): Promise<Drawn> {
    const drawn = await this.queue.ask(question, question.stored.byteLength);
    if (drawn === null) throw new Error(`nothing was drawn of print ${question.printId}`);
    return drawn;
  }

  /**
   * Compares two prints.
   * @returns a `Comparison` as JSON, or a picture of both
   * @throws TillrollError PRINT_DATA_DAMAGED; BAD_REQUEST for patterns that are none
   */
  async compare(question: ComparisonQuestion): Promise<Drawn> {
    const { a, b } = question.compared;
    const drawn = await this.queue.ask(question, a.stored.byteLength + b.stored.byteLength);
    if (drawn === null) throw new Error("nothing was compared");
    return drawn;
  }

  /** Makes a font, or the style sheet that names the fonts of a family; null when there is none. */
  font(question: FontQuestion): Promise<Drawn | null> {
    return this.ask(JSON.stringify(question), question, 0);
  }

  /** Forgets all that was drawn: a print was erased. */
  forget(): void {
    this.previews.clear();
    this.bytes = 0;
  }

  close(): void {
    this.queue.close();
  }

  private async ask(
    key: string,
    question: PreviewQuestion | FontQuestion,
    bytes: number,
  ): Promise<Drawn | null> {
    const known = this.previews.get(key);
    const preview = known ?? { drawing: this.queue.ask(question, bytes), bytes: 0 };
    this.previews.delete(key);
    this.previews.set(key, preview);
    if (known !== undefined) return await known.drawing;
    try {
      const drawn = await preview.drawing;
      this.keep(key, preview, drawn === null ? 0 : sizeOf(drawn));
      return drawn;
    } catch (error) {
      this.previews.delete(key);
      throw error;
    }
  }

  /** Keeps a preview once it is drawn; those not looked at for longest go. */
  private keep(key: string, preview: KeptPreview, size: number): void {
    // Forgotten while it was drawn.
    if (this.previews.get(key) !== preview) return;
    if (size === 0 || size > MAXIMUM_PREVIEW_BYTES) {
      this.previews.delete(key);
      return;
    }
    preview.bytes = size;
    this.bytes += size;
    for (const [oldest, { bytes }] of this.previews) {
      if (this.bytes <= MAXIMUM_BYTES) return;
      if (bytes > 0) this.previews.delete(oldest);
      this.bytes -= bytes;
    }
  }
}

/** Bytes of a preview in memory: a text takes two a character at most. */
function sizeOf(drawn: Drawn): number {
  return typeof drawn === "string" ? drawn.length * 2 : drawn.byteLength;
}
