import { IndexConnection } from "../index-connection.ts";
import { INDEX_SIZES, type IndexSizes } from "../index-sizes.ts";
import { printsOf } from "../segment/segment-row.ts";
import type { TextSettings } from "../text/text-settings.ts";
import { DamagedSegment } from "../chunk-loader.ts";
import { CatalogueIndexer } from "./catalogue-indexer.ts";
import { ColumnIndexer } from "./column-indexer.ts";
import { NO_LISTENER, type PrintListener } from "./print-listener.ts";
import { dropChunks, type RunStep } from "./publish.ts";
import { TextIndexer } from "./text-indexer.ts";

/** How far a rebuild of a workspace has got, in prints. */
export interface RebuildProgress {
  readonly workspaceId: number;
  readonly done: number;
  readonly total: number;
}

/** Keeps the search index up to date with the prints. */
export class Indexer {
  private readonly connection: IndexConnection;
  private readonly columns: ColumnIndexer;
  private readonly catalogues: CatalogueIndexer;
  private readonly text: TextIndexer;
  /** By workspace: what its index was up to date with. */
  private readonly settled = new Map<number, string>();

  /** @param run has the one writer of the database run a step */
  constructor(
    databasePath: string,
    private readonly run: RunStep,
    sizes: IndexSizes = INDEX_SIZES,
    private readonly listener: PrintListener = NO_LISTENER,
  ) {
    this.connection = new IndexConnection(databasePath);
    this.columns = new ColumnIndexer(this.connection, run, sizes);
    this.catalogues = new CatalogueIndexer(this.connection, run, sizes);
    this.text = new TextIndexer(this.connection, run, sizes, listener);
  }

  /** Removes what a crash has left half done. To be called first, when nothing else builds. */
  async cleanUp(): Promise<void> {
    await this.run({ do: "abandon" });
    for (const segmentId of this.connection.orphans()) await dropChunks(this.run, segmentId);
  }

  /** Notes that a search found a segment damaged. */
  noteDamage(workspaceId: number, segmentId: number): void {
    this.columns.noteDamage(segmentId);
    this.catalogues.noteDamage(segmentId);
    this.text.noteDamage(segmentId);
    this.settled.delete(workspaceId);
  }

  /**
   * Does one piece of work of each workspace: first of the text, so that what is found in new prints is written before
   * their metadata becomes a segment, which would else be built twice.
   * @param withText whether to decode text, which takes many times as long
   * @returns how many prints it was about; 0 when all is done
   */
  async advance(withText = true): Promise<number> {
    const changed = this.connection.workspaces().filter((id) => this.isUnsettled(id));
    let prints = 0;
    for (const id of changed) {
      const settings = this.connection.textSettings(id);
      if (settings === null) continue;
      const state = this.stateOf(id, settings);
      const read = withText ? await this.text.advance(settings) : 0;
      if (withText) await this.listener.end();
      const sealed = await this.columns.advance(id, this.listener.settledTo(id));
      const listed = sealed > 0 ? 0 : await this.advanceCatalogues(id);
      const isWaited = this.listener.settledTo(id) < this.connection.printCount(id);
      // Under way there is text of several settings: changed back to those before, there is something to do as well.
      if (withText && read + sealed + listed === 0 && !isWaited) this.settled.set(id, state);
      else this.settled.delete(id);
      prints += read + sealed + listed;
    }
    return prints;
  }

  /** Whether no segment has anything of a print that is to be forgotten at once. */
  isForgotten(): boolean {
    return this.connection.unforgotten() === 0 && this.connection.orphans().length === 0;
  }

  /** Builds the whole index of a workspace anew, beside the one that goes on answering. */
  async *rebuild(workspaceId: number): AsyncGenerator<RebuildProgress> {
    const settings = this.connection.textSettings(workspaceId);
    if (settings === null) return;
    // Metadata and text are gone through one after the other.
    const total = this.connection.printCount(workspaceId) * 2;
    this.settled.delete(workspaceId);
    yield* rebuildPart(
      { workspaceId, done: 0, total },
      (ordinal) => this.columns.rebuild(workspaceId, ordinal),
      async () => (await this.columns.advance(workspaceId)) || this.advanceCatalogues(workspaceId),
    );
    yield* rebuildPart(
      { workspaceId, done: total / 2, total },
      (ordinal) => this.text.rebuild(settings, ordinal),
      () => this.text.advance(settings),
    );
    yield { workspaceId, done: total, total };
  }

  close(): void {
    this.connection.close();
  }

  /** Makes the next catalogue of a workspace's segments, which are all there are to be for now. */
  private async advanceCatalogues(workspaceId: number): Promise<number> {
    const settled = this.columns.settled(workspaceId);
    try {
      return await this.catalogues.advance(workspaceId, settled);
    } catch (error) {
      if (!(error instanceof DamagedSegment)) throw error;
      // It is built anew before anything else.
      this.columns.noteDamage(error.segmentId);
      for (const id of this.connection.orphans()) await dropChunks(this.run, id);
      return printsOf(settled);
    }
  }

  private isUnsettled(workspaceId: number): boolean {
    const settings = this.connection.textSettings(workspaceId);
    return settings !== null && this.settled.get(workspaceId) !== this.stateOf(workspaceId, settings);
  }

  /** Changes with everything that could make work. */
  private stateOf(id: number, { version }: TextSettings): string {
    const { connection } = this;
    const counts = [connection.printCount(id), connection.lastChangeOf(id), connection.segmentCount(id)];
    counts.push(connection.lastRecognised(), connection.lastRemoval(), connection.urgentRemovals(id));
    return [...counts, version].join("/");
  }
}

/** Rebuilds half of an index: its segments one by one, then what none held. @param from the progress before it */
async function* rebuildPart(
  from: RebuildProgress,
  rebuild: (firstOrdinal: number) => Promise<number>,
  advance: () => Promise<number>,
): AsyncGenerator<RebuildProgress> {
  for (let ordinal = 0; ordinal !== Infinity; ordinal = await rebuild(ordinal)) {
    yield { ...from, done: from.done + ordinal };
  }
  let { done } = from;
  for (let prints = await advance(); prints > 0; prints = await advance()) {
    // Merging goes over prints once more, so that the sum may be larger than all of them.
    done = Math.min(done + prints, from.done + from.total / 2 - 1);
    yield { ...from, done };
  }
}
