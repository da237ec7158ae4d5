import { collectAfter } from "../../platform/huge-bytes.ts";
import { Turns } from "../../platform/background-thread.ts";
import { SEGMENT_KINDS } from "../../storage/index-writer.ts";
import { decodeContent } from "../../storage/raw-content.ts";
import { ChunkCache } from "../chunk-cache.ts";
import { ChunkLoader, DamagedSegment, openLines, unlessDamaged } from "../chunk-loader.ts";
import type { ContentRow, IndexConnection } from "../index-connection.ts";
import { endOf, overlapping, printsOf, sealedEnd, type SegmentRow } from "../segment/segment-row.ts";
import type { IndexSizes } from "../index-sizes.ts";
import { buildLineIndex, mergeLineIndexes } from "../text/line-index.ts";
import { LineIndexReader } from "../text/line-index-reader.ts";
import { type PrinterSettings, readWords, type ReceiptWords, searchedLines } from "../text/receipt-lines.ts";
import type { TextSettings } from "../text/text-settings.ts";
import { TurnTaker } from "../turn-taker.ts";
import { CharsetHistory } from "./charset-history.ts";
import { type BuildStep, isToForget } from "./plan.ts";
import type { PrintListener } from "./print-listener.ts";
import { publish, type RunStep } from "./publish.ts";
import { RemovalsOf } from "./removals-of.ts";
import { planText, type TextStep } from "./text-plan.ts";

/** The newest prints decoded in one step: what is written of them shares a transaction with new prints. */
const NEWEST_PRINTS = 64;

/** The parts of a segment of lines, and how many prints it is of. */
interface BuiltLines {
  /** Up to which recognised lines they have all that there are. */
  readonly throughChange: number;
  readonly parts: readonly Uint8Array[];
  readonly printCount: number;
}

/** What is known of a segment for as long as it is published. */
interface KnownLines {
  readonly byteLength: number;
  readonly isDamaged: boolean;
}

/** The newest prints of a workspace, behind all segments, as far as they are decoded one by one. */
interface DecodedNewest {
  /** What it was counted for: with another version or another first ordinal it is counted again. */
  readonly version: number;
  readonly from: number;
  /** The ordinal up to which they are decoded, without a gap. */
  to: number;
  /** Characters of their lines. */
  characters: number;
}

/** Decodes prints, after they were acknowledged, and builds the segments of their lines. */
export class TextIndexer {
  private readonly known = new Map<number, KnownLines>();
  private readonly steps = new TurnTaker();
  private readonly newest = new Map<number, DecodedNewest>();
  private readonly loader = new ChunkLoader(new ChunkCache(0));

  constructor(
    private readonly connection: IndexConnection,
    private readonly run: RunStep,
    private readonly sizes: IndexSizes,
    private readonly listener: PrintListener,
  ) {
    this.loader.connection = connection;
  }

  /** Notes that a search found a segment damaged. */
  noteDamage(segmentId: number): void {
    this.known.set(segmentId, { byteLength: 0, isDamaged: true });
  }

  /**
   * Does the next piece of work of a workspace.
   * @param settings as of one moment: text that is decoded with them has their version, also when they change meanwhile
   * @returns how many prints it was about; 0 when there was nothing to do
   */
  async advance(settings: TextSettings): Promise<number> {
    const { workspaceId } = settings;
    const rows = this.connection.segments(workspaceId, SEGMENT_KINDS.lines);
    const removals = new RemovalsOf(this.connection, workspaceId, SEGMENT_KINDS.lines);
    const planned = rows.map((row) => {
      const known = this.look(row);
      const isOutdated =
        row.version !== settings.versionTo(endOf(row)) || this.hasManyRecognised(row, workspaceId);
      const removed = { ...removals.within(row), printCount: row.printCount, removedBefore: 0 };
      const isForgetting = isToForget(removed, this.sizes);
      return { ...row, ...known, isStale: known.isDamaged || isOutdated, isToForget: isForgetting };
    });
    const prints = this.connection.printCount(workspaceId);
    const { to: decoded, characters: decodedCharacters } = this.newestOf(settings, sealedEnd(rows), prints);
    const step = planText(planned, { prints, decoded, decodedCharacters }, this.sizes);
    if (step === null) return 0;
    return this.perform(settings, step, rows);
  }

  /** Decodes the prints of the segment that begins with an ordinal again. @returns where to go on; Infinity at the end */
  async rebuild(settings: TextSettings, firstOrdinal: number): Promise<number> {
    const rows = this.connection.segments(settings.workspaceId, SEGMENT_KINDS.lines);
    const row = rows.find((other) => other.firstOrdinal === firstOrdinal);
    if (row === undefined) return Infinity;
    const end = endOf(row);
    await this.perform(settings, { do: "decode", firstOrdinal, end }, rows);
    return end;
  }

  /** What of the newest prints is decoded: counted once, then kept, because nobody else decodes. */
  private newestOf(settings: TextSettings, from: number, prints: number): DecodedNewest {
    const { workspaceId, version } = settings;
    const known = this.newest.get(workspaceId);
    if (known?.version === version && known.from === from) return known;
    let to = Math.max(from, prints);
    for (const run of settings.runs(from, prints)) {
      const decoded = this.connection.decodedTo(workspaceId, run);
      if (decoded >= run.to) continue;
      to = decoded;
      break;
    }
    const found = { version, from, to, characters: this.connection.decodedCharacters(workspaceId) };
    this.newest.set(workspaceId, found);
    return found;
  }

  private async perform(
    settings: TextSettings,
    step: TextStep,
    rows: readonly SegmentRow[],
  ): Promise<number> {
    if (step.do === "newest") return this.decodeNewest(settings, step);
    const { firstOrdinal } = step;
    const { workspaceId } = settings;
    // Before anything is read: of what is removed meanwhile it may have something.
    const throughRemoval = this.connection.lastRemoval();
    let lines: BuiltLines;
    try {
      lines =
        step.do === "merge"
          ? await this.merge(workspaceId, overlapping(rows, firstOrdinal, step.end))
          : await this.decode(settings, step);
    } catch (error) {
      if (!(error instanceof DamagedSegment)) throw error;
      this.noteDamage(error.segmentId);
      return step.end - firstOrdinal;
    }
    // A damaged row may speak of prints that there are not.
    if (lines.printCount === 0) return 0;
    const { parts, printCount, throughChange } = lines;
    const version = settings.versionTo(firstOrdinal + printCount);
    const through = { version, throughChange, throughRemoval };
    const of = { workspaceId, kind: SEGMENT_KINDS.lines, firstOrdinal, printCount, ...through };
    const replaced = await publish(this.run, of, parts, rows);
    for (const id of replaced) this.known.delete(id);
    return printCount;
  }

  /** Whether so much was recognised in its pictures since it was built that searches are better off with another. */
  private hasManyRecognised({ firstOrdinal, printCount }: SegmentRow, workspaceId: number): boolean {
    const count = this.connection.recognisedCount(workspaceId, firstOrdinal, firstOrdinal + printCount);
    return count > this.sizes.segmentChanges;
  }

  private look(row: SegmentRow): KnownLines {
    return this.known.getOrInsertComputed(row.id, (id) => ({
      byteLength: this.connection.byteLength(id),
      isDamaged: unlessDamaged(() => openLines(this.loader, row)) === null,
    }));
  }

  /** Without the lines of prints that were removed. */
  private async merge(workspaceId: number, rows: readonly SegmentRow[]): Promise<BuiltLines> {
    const removed = new RemovalsOf(this.connection, workspaceId, SEGMENT_KINDS.lines).positions(rows);
    const readers = rows.map((row) => openLines(this.loader, row));
    const parts = await this.steps.run(mergeLineIndexes(readers, removed));
    // Lines that were recognised since stay where they are.
    return { parts, printCount: printsOf(rows), throughChange: 0 };
  }

  /**
   * Decodes prints into the parts of a segment; of many, a small one at a time, so that little is in memory. With much
   * text it ends before the last of them.
   */
  private async decode(settings: TextSettings, { firstOrdinal, end }: BuildStep): Promise<BuiltLines> {
    const throughChange = this.connection.lastRecognised();
    const pieces: Uint8Array[][] = [];
    let next = firstOrdinal;
    let bytes = 0;
    while (next < end && bytes < this.sizes.mergedLinesBytes) {
      const to = Math.min(next + this.sizes.smallSegmentPrints, end);
      const lines = await this.linesOf(settings, next, to);
      this.addRecognised(settings.workspaceId, next, lines);
      // A damaged row may speak of prints that there are not.
      if (lines.length === 0) break;
      const parts = buildLineIndex(lines);
      pieces.push(parts);
      next += lines.length;
      bytes += parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
    }
    const printCount = next - firstOrdinal;
    const [only] = pieces;
    if (pieces.length === 1 && only !== undefined) return { parts: only, printCount, throughChange };
    const readers = pieces.map((parts) => new LineIndexReader((part) => parts[part] ?? new Uint8Array()));
    return { parts: await this.steps.run(mergeLineIndexes(readers)), printCount, throughChange };
  }

  /** Adds what was recognised in the pictures of prints to their lines. */
  private addRecognised(workspaceId: number, firstOrdinal: number, prints: string[][]): void {
    const end = firstOrdinal + prints.length;
    for (const { ordinal, lines } of this.connection.recognisedLines(workspaceId, firstOrdinal, end)) {
      const printed = prints[ordinal - firstOrdinal] ?? [];
      if (lines !== "") prints[ordinal - firstOrdinal] = [...new Set([...printed, ...lines.split("\n")])];
    }
  }

  private async decodeNewest(settings: TextSettings, { firstOrdinal, end }: BuildStep): Promise<number> {
    const { workspaceId } = settings;
    const newest = this.newest.get(workspaceId);
    // Should it end before, what is decoded is counted again.
    this.newest.delete(workspaceId);
    for (const { from, to, version } of settings.runs(firstOrdinal, end)) {
      for (let next = from; next < to;) {
        const decoded = await this.decodePrints(settings, next, Math.min(next + NEWEST_PRINTS, to));
        // A damaged row may speak of prints that there are not.
        if (decoded.length === 0) break;
        const texts = decoded.map((lines, index) => ({ ordinal: next + index, lines: lines.join("\n") }));
        next += decoded.length;
        await this.run({ do: "text", workspaceId, version, texts });
        if (newest !== undefined)
          newest.characters += texts.reduce((sum, { lines }) => sum + lines.length, 0);
      }
    }
    if (newest !== undefined) this.newest.set(workspaceId, { ...newest, to: end });
    return end - firstOrdinal;
  }

  /** The lines of prints, those that are decoded one by one as they are; with much text not of all prints. */
  private async linesOf(settings: TextSettings, from: number, to: number): Promise<string[][]> {
    const found: string[][] = [];
    let characters = 0;
    for (const run of settings.runs(from, to)) {
      for (const text of this.connection.decodedLines(settings.workspaceId, run)) {
        found.push(text === "" ? [] : text.split("\n"));
        characters += text.length;
        if (characters >= this.sizes.smallSegmentTextBytes) return found;
      }
      if (from + found.length < run.to) break;
    }
    const rest = await this.decodePrints(settings, from + found.length, to, characters);
    return [...found, ...rest];
  }

  /**
   * Decodes prints, until their lines have too many characters. What they tell of their devices is durable before what
   * was made of them is written.
   *
   * @param before characters of the prints before them
   */
  private async decodePrints(
    settings: TextSettings,
    from: number,
    to: number,
    before = 0,
  ): Promise<string[][]> {
    const history = new CharsetHistory(settings.workspaceId);
    const found = await this.decodeAll(settings, from, to, before, history);
    const { findings } = history;
    if (findings !== null) await this.run({ do: "charsets", ...findings });
    return found;
  }

  private async decodeAll(
    settings: TextSettings,
    from: number,
    to: number,
    before: number,
    history: CharsetHistory,
  ): Promise<string[][]> {
    const { workspaceId } = settings;
    const turns = new Turns();
    const found: string[][] = [];
    let characters = before;
    for (let next = from; next < to; next = from + found.length) {
      const rows = this.connection.contents(workspaceId, next, to);
      if (rows.length === 0) return found;
      for (const row of rows) {
        const earlier = history.earlierOf(row);
        const words = wordsOf(row, { ...settings.of(row.printerId), earlier });
        history.take(row, words);
        this.listener.onPrint(workspaceId, row, words);
        const lines = words === null ? [] : searchedLines(words);
        found.push(lines);
        characters += lines.reduce((sum, { length }) => sum + length, 0);
        if (characters >= this.sizes.smallSegmentTextBytes) return found;
        if (turns.isOver) await turns.pause();
      }
      if (next + rows.length < to) await this.listener.afterPrints();
    }
    return found;
  }
}

/** Bytes that are missing or damaged have no words; the print itself tells of it when it is read. */
function wordsOf(row: ContentRow, settings: PrinterSettings): ReceiptWords | null {
  try {
    return readWords(decodeContent(row.id, row), settings);
  } catch {
    return null;
  } finally {
    collectAfter(row.byteLength);
  }
}
