import { CATALOGUE_KIND } from "../../storage/index-writer.ts";
import { Catalogue } from "../catalogue/catalogue.ts";
import { CATALOGUE_FORMAT } from "../catalogue/catalogue-head.ts";
import { CatalogueWriter } from "../catalogue/catalogue-writer.ts";
import { ChunkCache } from "../chunk-cache.ts";
import { ChunkLoader, DamagedSegment, unlessDamaged } from "../chunk-loader.ts";
import type { IndexConnection } from "../index-connection.ts";
import type { IndexSizes } from "../index-sizes.ts";
import { SealedSegment } from "../segment/sealed-segment.ts";
import { printsOf, type SegmentRow } from "../segment/segment-row.ts";
import { TurnTaker } from "../turn-taker.ts";
import { planCatalogue } from "./catalogue-plan.ts";
import { dropChunks, publish, type RunStep } from "./publish.ts";

const NONE: ReadonlySet<number> = new Set();

/** Builds the catalogues of the segments of prints' metadata. */
export class CatalogueIndexer {
  /** By catalogue: the segments that it is about. */
  private readonly known = new Map<number, ReadonlySet<number>>();
  /** By workspace: the catalogues that there were. */
  private readonly published = new Map<number, readonly SegmentRow[]>();
  private readonly steps = new TurnTaker();
  private readonly loader = new ChunkLoader(new ChunkCache(0));

  constructor(
    private readonly connection: IndexConnection,
    private readonly run: RunStep,
    private readonly sizes: IndexSizes,
  ) {
    this.loader.connection = connection;
  }

  /** Notes that a search found a catalogue damaged. */
  noteDamage(segmentId: number): void {
    this.known.set(segmentId, NONE);
  }

  /**
   * Builds the next catalogue of a workspace.
   * @param segments those that are not merged any more, by ordinal
   * @returns how many prints it is about; 0 when there was nothing to do
   * @throws DamagedSegment of one of the segments
   */
  async advance(workspaceId: number, segments: readonly SegmentRow[]): Promise<number> {
    const rows = this.connection.segments(workspaceId, CATALOGUE_KIND);
    await this.dropRemoved(workspaceId, rows);
    const catalogues = rows.map((row) => ({ ...row, segmentIds: this.look(row) }));
    const group = planCatalogue(segments, catalogues, this.sizes.catalogueSegments);
    if (group === null) return 0;
    await this.build(workspaceId, group, rows);
    return printsOf(group);
  }

  /** Of those that went with a removed print, and those that others took the place of. */
  private async dropRemoved(workspaceId: number, rows: readonly SegmentRow[]): Promise<void> {
    const left = new Set(rows.map(({ id }) => id));
    for (const { id } of this.published.get(workspaceId) ?? []) {
      if (left.has(id)) continue;
      this.known.delete(id);
      await dropChunks(this.run, id);
    }
    this.published.set(workspaceId, rows);
  }

  private look(row: SegmentRow): ReadonlySet<number> {
    return this.known.getOrInsertComputed(row.id, () => {
      const catalogue = unlessDamaged(() => new Catalogue(row, this.loader));
      return catalogue === null ? NONE : new Set(catalogue.segmentIds);
    });
  }

  private async build(
    workspaceId: number,
    group: readonly SegmentRow[],
    rows: readonly SegmentRow[],
  ): Promise<void> {
    const catalogue = {
      workspaceId,
      kind: CATALOGUE_KIND,
      version: CATALOGUE_FORMAT,
      firstOrdinal: (group[0] as SegmentRow).firstOrdinal,
      printCount: printsOf(group),
      throughChange: 0,
      // It has of removed prints what any of the segments has.
      throughRemoval: Math.min(...group.map(({ throughRemoval }) => throughRemoval)),
    };
    try {
      const writer = new CatalogueWriter();
      await this.steps.run(writer.add(group.map((row) => new SealedSegment(row, this.loader))));
      await publish(this.run, catalogue, writer.parts(), rows);
    } catch (error) {
      // It was begun, perhaps.
      if (error instanceof DamagedSegment) await this.run({ do: "abandon" });
      throw error;
    }
  }
}
