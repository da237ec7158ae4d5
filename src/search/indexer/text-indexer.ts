import { collectAfter } from "../../platform/huge-bytes.ts";
import { SEGMENT_KINDS, type TextRows } from "../../storage/index-writer.ts";
import { decodeContent } from "../../storage/raw-content.ts";
import { ChunkCache } from "../chunk-cache.ts";
import { ChunkLoader, DamagedSegment } from "../chunk-loader.ts";
import type { ContentRow, IndexConnection, SegmentRow } from "../index-connection.ts";
import type { IndexSizes } from "../index-sizes.ts";
import { openLines } from "../segment/lines-segment.ts";
import { buildLineIndex, mergeLineIndexes } from "../text/line-index.ts";
import { LineIndexReader } from "../text/line-index-reader.ts";
import { type PrinterSettings, receiptLines } from "../text/receipt-lines.ts";
import type { TextSettings } from "../text/text-settings.ts";
import { type BuildStep, sealedEnd } from "./plan.ts";
import { overlapping, publish, type RunStep } from "./publish.ts";
import { planText, type TextStep } from "./text-plan.ts";

/** The newest prints decoded in one step, so that the first of a great many need not wait for the last. */
const NEWEST_PRINTS = 256;

/** The parts of a segment of lines, and how many prints it is of. */
interface BuiltLines {
  readonly parts: readonly Uint8Array[];
  readonly printCount: number;
}

/** What is known of a segment for as long as it is published. */
interface KnownLines {
  readonly byteLength: number;
  readonly isDamaged: boolean;
}

/** Decodes prints, after they were acknowledged, and builds the segments of their lines. */
export class TextIndexer {
  private readonly known = new Map<number, KnownLines>();
  private readonly loader = new ChunkLoader(new ChunkCache(0));

  constructor(
    private readonly connection: IndexConnection,
    private readonly run: RunStep,
    private readonly sizes: IndexSizes,
  ) {
    this.loader.connection = connection;
  }

  /** Notes that a search found a segment damaged. */
  noteDamage(segmentId: number): void {
    this.known.set(segmentId, { byteLength: 0, isDamaged: true });
  }

  /**
   * Does the next piece of work of a workspace.
   * @param settings of one moment: what is decoded with them is of their version, whatever becomes of them meanwhile
   * @returns how many prints it was about; 0 when there was nothing to do
   */
  async advance(settings: TextSettings): Promise<number> {
    const { workspaceId } = settings;
    const rows = this.connection.segments(workspaceId, SEGMENT_KINDS.lines);
    const planned = rows.map((row) => {
      const { byteLength, isDamaged } = this.look(row);
      return {
        ...row,
        byteLength,
        isStale: isDamaged || row.version !== settings.versionTo(row.firstOrdinal + row.printCount),
      };
    });
    const prints = this.connection.printCount(workspaceId);
    const undecoded = {
      prints,
      decoded: this.decodedTo(settings, sealedEnd(rows), prints),
      decodedCharacters: this.connection.decodedCharacters(workspaceId),
    };
    const step = planText(planned, undecoded, this.sizes);
    if (step === null) return 0;
    return this.perform(settings, step, rows);
  }

  /** Decodes the prints of the segments from an ordinal on anew. @returns where to go on; Infinity at the end */
  async rebuild(settings: TextSettings, firstOrdinal: number): Promise<number> {
    const rows = this.connection.segments(settings.workspaceId, SEGMENT_KINDS.lines);
    const row = rows.find((other) => other.firstOrdinal === firstOrdinal);
    if (row === undefined) return Infinity;
    const end = firstOrdinal + row.printCount;
    await this.perform(settings, { do: "decode", firstOrdinal, end }, rows);
    return end;
  }

  /** The ordinal up to which the newest prints, from an ordinal on, are decoded one by one. */
  private decodedTo(settings: TextSettings, from: number, prints: number): number {
    for (const run of settings.runs(from, prints)) {
      const decoded = this.connection.decodedTo(settings.workspaceId, run);
      if (decoded < run.to) return decoded;
    }
    return Math.max(from, prints);
  }

  private async perform(
    settings: TextSettings,
    step: TextStep,
    rows: readonly SegmentRow[],
  ): Promise<number> {
    if (step.do === "newest") return this.decodeNewest(settings, step);
    const { firstOrdinal } = step;
    let lines: BuiltLines;
    try {
      lines =
        step.do === "merge"
          ? this.merge(overlapping(rows, firstOrdinal, step.end))
          : await this.decode(settings, step);
    } catch (error) {
      if (!(error instanceof DamagedSegment)) throw error;
      this.noteDamage(error.segmentId);
      return step.end - firstOrdinal;
    }
    // A damaged row may speak of prints that there are not.
    if (lines.printCount === 0) return 0;
    const segment = {
      workspaceId: settings.workspaceId,
      kind: SEGMENT_KINDS.lines,
      version: settings.versionTo(firstOrdinal + lines.printCount),
      firstOrdinal,
      printCount: lines.printCount,
      throughChange: 0,
    };
    const replaced = await publish(this.run, segment, lines.parts, rows);
    for (const id of replaced) this.known.delete(id);
    return lines.printCount;
  }

  private look(row: SegmentRow): KnownLines {
    let known = this.known.get(row.id);
    if (known === undefined) {
      known = { byteLength: this.connection.byteLength(row.id), isDamaged: this.isDamaged(row) };
      this.known.set(row.id, known);
    }
    return known;
  }

  private isDamaged(row: SegmentRow): boolean {
    try {
      this.reader(row);
      return false;
    } catch (error) {
      if (!(error instanceof DamagedSegment)) throw error;
      return true;
    }
  }

  private merge(rows: readonly SegmentRow[]): BuiltLines {
    const printCount = rows.reduce((sum, row) => sum + row.printCount, 0);
    return { parts: mergeLineIndexes(rows.map((row) => this.reader(row))), printCount };
  }

  /**
   * Decodes prints into the parts of a segment; of many, a small one at a time, so that little is in memory. With much
   * text it ends before the last of them.
   */
  private async decode(settings: TextSettings, { firstOrdinal, end }: BuildStep): Promise<BuiltLines> {
    const pieces: Uint8Array[][] = [];
    let next = firstOrdinal;
    let bytes = 0;
    while (next < end && bytes < this.sizes.mergedLinesBytes) {
      const lines = this.linesOf(settings, next, Math.min(next + this.sizes.smallSegmentPrints, end));
      // A damaged row may speak of prints that there are not.
      if (lines.length === 0) break;
      const parts = buildLineIndex(lines.map(({ lines: own }) => own));
      pieces.push(parts);
      next += lines.length;
      bytes += parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
      // Other messages come in between: a search's report of damage, or the order to stop.
      await Bun.sleep(0);
    }
    const printCount = next - firstOrdinal;
    const [only] = pieces;
    if (pieces.length === 1 && only !== undefined) return { parts: only, printCount };
    const readers = pieces.map((parts) => new LineIndexReader((part) => parts[part] ?? new Uint8Array()));
    return { parts: mergeLineIndexes(readers), printCount };
  }

  private async decodeNewest(settings: TextSettings, { firstOrdinal, end }: BuildStep): Promise<number> {
    const { workspaceId } = settings;
    for (const { from, to, version } of settings.runs(firstOrdinal, end)) {
      for (let next = from; next < to;) {
        const lines = this.linesOf(settings, next, Math.min(next + NEWEST_PRINTS, to));
        next += lines.length;
        const texts: TextRows = lines.map(({ ordinal, lines: own }) => ({ ordinal, lines: own.join("\n") }));
        await this.run({ do: "text", workspaceId, version, texts });
      }
    }
    return end - firstOrdinal;
  }

  /** The lines of prints; with much text not of all of them. */
  private linesOf(settings: TextSettings, from: number, to: number): { ordinal: number; lines: string[] }[] {
    const found: { ordinal: number; lines: string[] }[] = [];
    let characters = 0;
    for (const row of this.connection.eachContent(settings.workspaceId, from, to)) {
      const lines = linesOrNone(row, settings.of(row.printerId));
      found.push({ ordinal: row.ordinal, lines });
      characters += lines.reduce((sum, { length }) => sum + length, 0);
      if (characters >= this.sizes.smallSegmentTextBytes) break;
    }
    return found;
  }

  private reader(row: SegmentRow): LineIndexReader {
    return openLines(this.loader, row);
  }
}

/** Bytes that are missing or damaged have no text; the print itself tells of it when it is read. */
function linesOrNone(row: ContentRow, settings: PrinterSettings): string[] {
  try {
    return receiptLines(decodeContent(row.id, row), settings);
  } catch {
    return [];
  } finally {
    collectAfter(row.byteLength);
  }
}
