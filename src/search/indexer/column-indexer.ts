import { Turns } from "../../platform/background-thread.ts";
import { SEGMENT_KINDS } from "../../storage/index-writer.ts";
import { ChunkCache } from "../chunk-cache.ts";
import { ChunkLoader, unlessDamaged } from "../chunk-loader.ts";
import type { IndexConnection } from "../index-connection.ts";
import { endOf, sealedEnd, type SegmentRow } from "../segment/segment-row.ts";
import { SealedSegment } from "../segment/sealed-segment.ts";
import { SEGMENT_FORMAT } from "../segment/segment-directory.ts";
import { SegmentBuilder } from "../segment/segment-builder.ts";
import type { IndexSizes } from "../index-sizes.ts";
import { TurnTaker } from "../turn-taker.ts";
import { type BuildStep, metadataLimit, planNext, type PlannedSegment, settledCount } from "./plan.ts";
import { publish, type RunStep } from "./publish.ts";
import { RemovalsOf } from "./removals-of.ts";

/** What is known of a segment for as long as it is published. */
interface KnownSegment {
  readonly metadataCharacters: number;
  /** Prints of it that had been removed for good when it was built. */
  readonly removedBefore: number;
  readonly isDamaged: boolean;
}

/** What was added up of the metadata of prints that no segment holds, from one ordinal up to, and without, another. */
interface UnsealedMetadata {
  readonly from: number;
  readonly to: number;
  readonly characters: number;
  /** The last change at that time. */
  readonly lastChange: number;
}

/** New prints that wait at most because they are about to be changed: searches look through them one by one. */
const UNSETTLED_PRINTS = 32_768;

/** With more changes than this, metadata is added up anew. */
const UNCOUNTED_CHANGES = 1024;

const DAMAGED: KnownSegment = { metadataCharacters: 0, removedBefore: 0, isDamaged: true };

/** Builds the segments of prints' metadata. */
export class ColumnIndexer {
  private readonly known = new Map<number, KnownSegment>();
  private readonly steps = new TurnTaker();
  private readonly unsealed = new Map<number, UnsealedMetadata>();
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
    this.known.set(segmentId, DAMAGED);
  }

  /**
   * Does the next piece of work of a workspace.
   * @param settledTo the ordinal from which new prints are about to be changed, and wait unless they are many
   * @returns how many prints were built into a segment; 0 when there was nothing to do
   */
  async advance(workspaceId: number, settledTo = Infinity): Promise<number> {
    const rows = this.connection.segments(workspaceId, SEGMENT_KINDS.columns);
    const sealed = sealedEnd(rows);
    const stored = this.connection.printCount(workspaceId);
    const prints = Math.max(sealed, Math.min(stored, Math.max(settledTo, stored - UNSETTLED_PRINTS)));
    const metadataCharacters = this.unsealedMetadata(workspaceId, sealed, prints);
    const step = planNext(this.planned(workspaceId, rows), { prints, metadataCharacters }, this.sizes);
    return step === null ? 0 : this.build(workspaceId, step, rows);
  }

  /**
   * Builds segments anew, from the first print on, in the place of those that are there and go on answering until then.
   * @returns where to go on, as `firstOrdinal`
   */
  async rebuild(workspaceId: number, firstOrdinal: number): Promise<number> {
    const rows = this.connection.segments(workspaceId, SEGMENT_KINDS.columns);
    const row = rows.find((other) => other.firstOrdinal === firstOrdinal);
    if (row === undefined) return Infinity;
    await this.build(workspaceId, { firstOrdinal, end: endOf(row) }, rows);
    return endOf(row);
  }

  /** The segments of a workspace that are not merged any more as prints come, by ordinal. */
  settled(workspaceId: number): SegmentRow[] {
    const rows = this.connection.segments(workspaceId, SEGMENT_KINDS.columns);
    const known = rows.map((row) => ({ ...row, ...this.look(row) }));
    return rows.slice(0, settledCount(known, this.sizes));
  }

  /** Characters of the metadata of new prints; of those added up before, changes count when they are many. */
  private unsealedMetadata(workspaceId: number, from: number, to: number): number {
    const lastChange = this.connection.lastChangeOf(workspaceId);
    let known = this.unsealed.get(workspaceId);
    const isKnown =
      known?.from === from && known.to <= to && lastChange - known.lastChange < UNCOUNTED_CHANGES;
    if (known === undefined || !isKnown) known = { from, to: from, characters: 0, lastChange };
    const more = Math.min(to, from + this.sizes.smallSegmentPrints) - known.to;
    if (more > 0) {
      const characters = known.characters + this.connection.metadataFrom(workspaceId, known.to, more);
      known = { ...known, to: known.to + more, characters };
    }
    this.unsealed.set(workspaceId, known);
    return known.characters;
  }

  private planned(workspaceId: number, rows: readonly SegmentRow[]): PlannedSegment[] {
    const changes = new Map<number, number>();
    // Those of prints that no segment holds wait until one does.
    for (const { ordinal, sequence } of this.connection.changesWithin(workspaceId, 0, sealedEnd(rows))) {
      const row = rows.findLast(({ firstOrdinal }) => firstOrdinal <= ordinal);
      if (row === undefined || ordinal >= endOf(row)) continue;
      if (sequence > row.throughChange) changes.set(row.id, (changes.get(row.id) ?? 0) + 1);
    }
    const removals = new RemovalsOf(this.connection, workspaceId, SEGMENT_KINDS.columns);
    return rows.map((row) => {
      return { ...row, ...this.look(row), ...removals.within(row), changes: changes.get(row.id) ?? 0 };
    });
  }

  private look(row: SegmentRow): KnownSegment {
    return this.known.getOrInsertComputed(row.id, () => {
      const directory = unlessDamaged(() => new SealedSegment(row, this.loader).directory);
      if (directory === null) return DAMAGED;
      const { metadataCharacters, removedPrints: removedBefore = 0 } = directory;
      return { metadataCharacters, removedBefore, isDamaged: false };
    });
  }

  private async build(workspaceId: number, step: BuildStep, rows: readonly SegmentRow[]): Promise<number> {
    const { firstOrdinal } = step;
    this.connection.begin();
    const builder = new SegmentBuilder();
    const turns = new Turns();
    let throughChange: number;
    let throughRemoval: number;
    try {
      throughRemoval = this.connection.lastRemoval();
      throughChange = this.connection.lastChange();
      const limit = metadataLimit(step, rows, this.sizes);
      for (const print of this.connection.eachPrint(workspaceId, firstOrdinal, step.end)) {
        builder.add(print);
        if (turns.isOver) await turns.pause();
        if (builder.metadataCharacters >= limit) break;
      }
    } finally {
      this.connection.end();
    }
    const printCount = builder.prints;
    // A damaged row may speak of prints that there are not.
    if (printCount === 0) return 0;
    const segment = {
      workspaceId,
      kind: SEGMENT_KINDS.columns,
      version: SEGMENT_FORMAT,
      firstOrdinal,
      printCount,
      throughChange,
      throughRemoval,
    };
    const replaced = await publish(this.run, segment, await this.steps.run(builder.finish()), rows);
    for (const id of replaced) this.known.delete(id);
    return printCount;
  }
}
