import { CATALOGUE_KIND, SEGMENT_KINDS } from "../../storage/index-writer.ts";
import { type ChunkLoader, DamagedSegment } from "../chunk-loader.ts";
import type { IndexConnection } from "../index-connection.ts";
import type { IndexSizes } from "../index-sizes.ts";
import { type ItemCache, newItemOwner } from "../item-cache.ts";
import { SealedSegment } from "../segment/sealed-segment.ts";
import type { IndexedPrint } from "../segment/indexed-print.ts";
import { endOf, overlapping, sealedEnd } from "../segment/segment-row.ts";
import { CataloguedRuns } from "./catalogued-runs.ts";
import { Overlays } from "./overlays.ts";
import { RemovedPrints } from "./removed-prints.ts";
import { Tail } from "./tail.ts";
import { type Run, type View } from "./view.ts";

/** Bytes that a sealed segment's directory takes in memory, roughly. */
const DIRECTORY_BYTES = 4096;

const EMPTY: View = { runs: [], catalogued: null, prints: 0 };

/**
 * The index of a workspace as the search holds it: directories of the sealed segments, what was changed in them since,
 * and the tail. Brought up to date before each search from what the database has by then, so that a search finds
 * whatever was acknowledged before it, and the writer need not know that searches exist.
 */
export class WorkspaceIndex {
  private segments: SealedSegment[] = [];
  private overlays = new Overlays();
  private tail: Tail;
  private lastPublished = 0;
  private catalogued: CataloguedRuns | null = null;
  private lastCatalogue = 0;
  private seenChange: number | null = null;
  private removed = new RemovedPrints();
  private seenRemoval: number | null = null;
  /** Whose the items in the cache are, for as long as all changes are seen. */
  itemOwner = newItemOwner();
  private view: View = EMPTY;
  private versions = new WeakMap<IndexConnection, number>();

  constructor(
    private readonly workspaceId: number,
    private readonly loader: ChunkLoader,
    private readonly items: ItemCache,
    private readonly sizes: IndexSizes,
  ) {
    this.tail = new Tail(0, sizes.tailBlockPrints);
  }

  /** Whether nothing newer than a view was seen. */
  isLatest(view: View): boolean {
    return view === this.view;
  }

  /** Bytes in memory, roughly. */
  get weight(): number {
    return this.segments.length * DIRECTORY_BYTES + this.overlays.weight + this.tail.weight;
  }

  /**
   * The workspace's prints in the snapshot of a connection, which must not be older than that of the call before.
   * @returns `null` when too many prints are in no segment yet, or changed since
   * @throws DamagedSegment
   */
  refresh(connection: IndexConnection): View | null {
    const version = connection.version();
    // Nobody has written anything since.
    if (this.versions.get(connection) === version) return this.view;
    // From here on no older view is the latest, whatever becomes of this one.
    this.view = EMPTY;
    this.versions = new WeakMap();
    if (this.hasTooManyChanges(connection)) return null;
    try {
      if (!this.catchUp(connection)) return null;
    } catch (error) {
      // A damaged segment is met before anything is taken over; what else fails may leave half of what is new.
      if (!(error instanceof DamagedSegment)) this.forget();
      throw error;
    }
    this.view = this.newView();
    this.versions.set(connection, version);
    return this.view;
  }

  /** @returns whether there was room for all that is new */
  private catchUp(connection: IndexConnection): boolean {
    const published = connection.lastPublished(this.workspaceId, SEGMENT_KINDS.columns);
    const catalogue = connection.lastPublished(this.workspaceId, CATALOGUE_KIND);
    const isNew = published !== this.lastPublished;
    if (isNew) this.loadSegments(connection, published);
    if (isNew || catalogue !== this.lastCatalogue) this.loadCatalogues(connection, catalogue);
    this.applyChanges(connection);
    this.applyRemovals(connection);
    const prints = connection.printCount(this.workspaceId);
    return prints - this.sealedEnd <= this.sizes.tailPrints && this.loadTail(connection, prints);
  }

  /** Before any of them is read: they are only counted when there may be too many. */
  private hasTooManyChanges(connection: IndexConnection): boolean {
    const { overlayPrints } = this.sizes;
    const news = connection.lastChange() - (this.seenChange ?? 0);
    if (this.overlays.count + news <= overlayPrints) return false;
    return connection.changeCount(this.workspaceId, overlayPrints + 1) > overlayPrints;
  }

  private forget(): void {
    this.segments = [];
    this.overlays = new Overlays();
    this.tail = new Tail(0, this.sizes.tailBlockPrints);
    this.lastPublished = 0;
    this.catalogued = null;
    this.lastCatalogue = 0;
    this.seenChange = null;
    this.removed = new RemovedPrints();
    this.seenRemoval = null;
    this.itemOwner = newItemOwner();
  }

  private get sealedEnd(): number {
    return sealedEnd(this.segments.map(({ row }) => row));
  }

  private loadSegments(connection: IndexConnection, published: number): void {
    const known = new Map(this.segments.map((segment) => [segment.row.id, segment]));
    const segments: SealedSegment[] = [];
    let end = 0;
    for (const row of connection.segments(this.workspaceId, SEGMENT_KINDS.columns)) {
      // Behind a gap nothing is of use: it will be filled.
      if (row.firstOrdinal !== end) break;
      const same = known.get(row.id);
      const isSame = same !== undefined && same.row.printCount === row.printCount;
      segments.push(isSame ? same : new SealedSegment(row, this.loader));
      end += row.printCount;
    }
    this.segments = segments;
    this.overlays.keepOnly(new Set(segments.map(({ row }) => row.id)));
    for (const { row } of segments) {
      if (known.has(row.id)) continue;
      this.loadOverlay(connection, row);
      // It has changes in it that no list has any more, of prints whose items may be kept.
      if (row.throughChange > (this.seenChange ?? 0)) this.itemOwner = newItemOwner();
      if (row.throughRemoval > (this.seenRemoval ?? 0)) this.itemOwner = newItemOwner();
    }
    this.removed.keepFor(
      segments.map(({ row }) => row),
      end,
    );
    this.tail.dropBelow(end);
    this.lastPublished = published;
  }

  private loadCatalogues(connection: IndexConnection, last: number): void {
    const ids = this.segments.map(({ row }) => row.id);
    const rows = connection.segments(this.workspaceId, CATALOGUE_KIND);
    const catalogued = new CataloguedRuns(ids, rows, this.loader);
    this.catalogued = catalogued.count === 0 ? null : catalogued;
    this.lastCatalogue = last;
  }

  private loadOverlay(connection: IndexConnection, row: SealedSegment["row"]): void {
    const { id, firstOrdinal, printCount, throughChange } = row;
    const ordinals = connection
      .changesWithin(this.workspaceId, firstOrdinal, firstOrdinal + printCount)
      .flatMap(({ sequence, ordinal }) => (sequence > throughChange ? [ordinal] : []));
    if (ordinals.length === 0) return;
    for (const print of connection.printsAt(this.workspaceId, ordinals)) this.overlays.set(id, print);
  }

  private applyChanges(connection: IndexConnection): void {
    const seen = this.seenChange;
    this.seenChange = connection.lastChange();
    // What was changed before the first look is in the rows that have just been read.
    if (seen === null) return;
    const ordinals = connection.changesAfter(this.workspaceId, seen).map(({ ordinal }) => ordinal);
    if (ordinals.length === 0) return;
    const inTail = new Map<number, IndexedPrint>();
    for (const print of connection.printsAt(this.workspaceId, ordinals)) {
      this.items.remove(print.id);
      const segment = this.segmentOf(print.ordinal);
      if (segment === null) inTail.set(print.ordinal, print);
      else this.overlays.set(segment.row.id, print);
    }
    if (inTail.size > 0) this.tail.change(inTail);
  }

  private applyRemovals(connection: IndexConnection): void {
    const last = connection.lastRemoval();
    const seen = this.seenRemoval;
    if (last === seen) return;
    const runs = connection.removalsAfter(this.workspaceId, SEGMENT_KINDS.columns, seen ?? 0);
    this.seenRemoval = last;
    this.removed.add(runs);
    // What was removed before the first look is in no row that has been read.
    if (seen === null) return;
    for (const run of runs) this.forgetPrints(connection, run.firstOrdinal, endOf(run));
  }

  /** Forgets what is in memory of prints that were removed: nothing finds them any more. */
  private forgetPrints(connection: IndexConnection, from: number, to: number): void {
    for (const { id } of connection.idsWithin(this.workspaceId, from, to)) this.items.remove(id);
    const rows = this.segments.map(({ row }) => row);
    for (const { id } of overlapping(rows, from, to)) this.overlays.remove(id, from, to);
    if (to <= this.tail.firstOrdinal) return;
    const inTail = connection.prints(this.workspaceId, Math.max(from, this.tail.firstOrdinal), to);
    this.tail.change(new Map(inTail.map((print) => [print.ordinal, print])));
  }

  private segmentOf(ordinal: number): SealedSegment | null {
    if (ordinal >= this.sealedEnd) return null;
    return this.segments.findLast(({ row }) => row.firstOrdinal <= ordinal) ?? null;
  }

  /** @returns whether there was room for all of it */
  private loadTail(connection: IndexConnection, prints: number): boolean {
    const { tailBlockPrints, tailBytes } = this.sizes;
    for (let from = this.tail.nextOrdinal; from < prints; from += tailBlockPrints) {
      // Before, not after: each search that finds no room would else load some more.
      if (this.tail.weight > tailBytes) return false;
      const to = Math.min(from + tailBlockPrints, prints);
      for (const print of connection.prints(this.workspaceId, from, to)) this.tail.add(print);
    }
    return this.tail.weight <= tailBytes;
  }

  private newView(): View {
    const sealed = this.segments.map((segment): Run => {
      const { id, firstOrdinal, printCount } = segment.row;
      const overlay = this.overlays.of(id, firstOrdinal);
      const removed = this.removed.of(segment.row);
      return { first: firstOrdinal, prints: printCount, segment, overlay, removed };
    });
    return {
      runs: [...sealed, ...this.tail.runs],
      catalogued: this.catalogued,
      prints: this.tail.nextOrdinal,
    };
  }
}
