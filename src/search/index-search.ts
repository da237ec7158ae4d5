import type { FacetsQuery } from "../domain/facets-query.ts";
import type { GapsQuery } from "../domain/gaps-query.ts";
import type { SearchFilter, SearchQuery } from "../domain/search-query.ts";
import { asksText } from "../domain/where.ts";
import { gapReport, namedPrintIds } from "../gaps/gap-report.ts";
import { NumberCollector } from "../gaps/number-collector.ts";
import { PARTS_PER_SEGMENT } from "../storage/index-writer.ts";
import { ChunkCache } from "./chunk-cache.ts";
import { ChunkLoader } from "./chunk-loader.ts";
import { conditionsOf } from "./evaluation/condition.ts";
import { evaluate, evaluateLazily, type LazySet, type PreparedFilter } from "./evaluation/evaluate.ts";
import { Matches } from "./evaluation/matches.ts";
import { Narrowing } from "./evaluation/narrowing.ts";
import { countFacets } from "./facets/count-facets.ts";
import { facetsToJson } from "./facets/facet-counts.ts";
import { IndexConnection } from "./index-connection.ts";
import type { TextCoverage } from "./index-status.ts";
import { ItemCache } from "./item-cache.ts";
import { namedPrints } from "./numbers/named-prints.ts";
import { walkNumbers } from "./numbers/walk-numbers.ts";
import { type Found, PageWriter } from "./page-writer.ts";
import { INDEX_SIZES, type IndexSizes } from "./index-sizes.ts";
import { INDEX_CACHE_BYTES, CHUNK_CACHE_SHARE, ITEM_CACHE_SHARE } from "./segment-limits.ts";
import { NONE, type PositionSet } from "./sets/position-set.ts";
import type { Run, View } from "./view/view.ts";
import { WorkspaceText } from "./view/workspace-text.ts";
import { WorkspaceIndexes } from "./view/workspace-indexes.ts";

/** Answers searches from the segment index (src/search/INDEX.md). */
export class IndexSearch {
  private readonly loader: ChunkLoader;
  private readonly chunks: ChunkCache;
  private readonly pages: PageWriter;
  /** Where the text of a view's prints is: there is another view as soon as anything was written, settings too. */
  private readonly coverages = new WeakMap<View, TextCoverage>();
  private readonly workspaces: WorkspaceIndexes;
  private lastSegment = 0;
  private readonly connections: IndexConnection[] = [];
  private readonly idle: IndexConnection[] = [];
  /** The runs of the view that the last question was about; a question's own as soon as its first step is done. */
  runs = 0;
  /** The uses of the chunks by the searches that go on. */
  private readonly uses = new Map<IndexConnection, number>();

  /** @param options the memory for chunks, bytes, and the sizes of the index */
  constructor(
    private readonly databasePath: string,
    options: { readonly cacheBytes?: number; readonly sizes?: IndexSizes } = {},
  ) {
    const { cacheBytes = INDEX_CACHE_BYTES, sizes = INDEX_SIZES } = options;
    const items = new ItemCache(cacheBytes * ITEM_CACHE_SHARE);
    this.chunks = new ChunkCache(cacheBytes * CHUNK_CACHE_SHARE);
    this.loader = new ChunkLoader(this.chunks);
    this.pages = new PageWriter(items);
    this.workspaces = new WorkspaceIndexes(this.loader, items, sizes);
  }

  /**
   * Finds a page of prints in steps of about a millisecond at most, between which other searches may go on: each has a
   * snapshot of its own. Sees every print that was acknowledged before the first step.
   * @returns the page (contract, section 2.2) as JSON in UTF-8; `null` when the index cannot answer for the workspace yet
   * @throws TillrollError BAD_REQUEST for a cursor that is not of this search; DamagedSegment
   */
  *find(workspaceId: number, query: SearchQuery): Generator<void, Uint8Array<ArrayBuffer> | null> {
    const connection = this.beginSnapshot();
    try {
      const found = yield* this.matchesOf(connection, workspaceId, query.filter, true);
      if (found === null) return null;
      return this.pages.write(connection, workspaceId, this.workspaces.find(workspaceId), query, found);
    } finally {
      this.endSnapshot(connection);
    }
  }

  /**
   * Counts the prints that match a filter by what they have, in steps as {@link find}.
   * @returns the counts as JSON; `null` when the index cannot answer for the workspace yet
   * @throws TillrollError BAD_REQUEST when there would be too many buckets of time; DamagedSegment
   */
  *facets(workspaceId: number, { filter, facets }: FacetsQuery): Generator<void, string | null> {
    const connection = this.beginSnapshot();
    try {
      const found = yield* this.matchesOf(connection, workspaceId, filter, false);
      if (found === null) return null;
      const counts = yield* this.onConnection(connection, countFacets(found.matches, facets));
      return facetsToJson(counts, found.textPending);
    } finally {
      this.endSnapshot(connection);
    }
  }

  /**
   * Finds the numbers that are missing, doubled or out of order, in steps as {@link find}. It goes over the numbers once, and
   * once more where some are doubled, for the first prints that have these.
   * @returns a report as JSON, or CSV; `null` when the index cannot answer for the workspace yet
   * @throws TillrollError BAD_REQUEST for too many groups or runs of numbers; DamagedSegment
   */
  *gaps(workspaceId: number, query: GapsQuery): Generator<void, string | null> {
    const connection = this.beginSnapshot();
    try {
      const found = yield* this.matchesOf(connection, workspaceId, query.filter, false);
      if (found === null) return null;
      const { matches, textPending } = found;
      const collector = new NumberCollector(query);
      const walk = () => this.onConnection(connection, walkNumbers(matches, query, collector));
      yield* walk();
      if (collector.hasDoubled) {
        collector.beginAgain();
        yield* walk();
      }
      const prints = yield* namedPrints(connection.database, namedPrintIds(collector), query.of);
      return gapReport(collector, query, matches.total, prints, textPending);
    } finally {
      this.endSnapshot(connection);
    }
  }

  /** The prints of the page that was found last whose rows are damaged. */
  get damagedPrints(): readonly number[] {
    return this.pages.damaged;
  }

  /** The id of a part of the index that answers have done without because it is damaged; `null` for none. */
  takeDamaged(): number | null {
    return this.loader.takeDamaged();
  }

  close(): void {
    for (const connection of this.connections) connection.close();
  }

  private beginSnapshot(): IndexConnection {
    const connection = this.idle.pop() ?? this.connect();
    connection.begin();
    this.forgetSegments(connection);
    this.uses.set(connection, this.chunks.beginUse());
    return connection;
  }

  /** Forgets the chunks of segments that are no more: what was removed for good is not to stay in memory either. */
  private forgetSegments(connection: IndexConnection): void {
    const last = connection.lastSegment();
    if (last === this.lastSegment) return;
    this.lastSegment = last;
    const known = new Set(connection.allSegments().map(({ id }) => id));
    this.chunks.keepOnly((chunkId) => known.has(Math.floor(chunkId / PARTS_PER_SEGMENT)));
  }

  private endSnapshot(connection: IndexConnection): void {
    connection.end();
    this.chunks.endUse(this.uses.get(connection) ?? 0);
    this.idle.push(connection);
  }

  /** The prints that match; `null` when the index cannot tell. @param isLazy whether most will only be counted */
  private *matchesOf(
    connection: IndexConnection,
    workspaceId: number,
    filter: SearchFilter,
    isLazy: boolean,
  ): Generator<void, Found | null> {
    this.loader.connection = connection;
    const view = this.workspaces.view(workspaceId, connection);
    if (view === null) return null;
    this.runs = view.runs.length;
    const text = asksText(filter) ? this.textOf(connection, workspaceId, view) : null;
    const { from, to, deleted } = filter;
    const conditions = conditionsOf(filter, (state) => connection.ordinalsOf(workspaceId, state));
    const prepared: PreparedFilter = { conditions, from, to, deleted };
    const sets = yield* this.onConnection(connection, evaluateAll(view, prepared, text, isLazy));
    return { matches: new Matches(view, sets), textPending: text?.pending ?? null };
  }

  private textOf(connection: IndexConnection, workspaceId: number, view: View): WorkspaceText {
    const coverage = this.coverages.getOrInsertComputed(view, ({ prints }) =>
      connection.textCoverage(workspaceId, prints),
    );
    return new WorkspaceText(connection, workspaceId, this.loader, coverage);
  }

  /** Lets each step read from its own snapshot: other searches may have gone on since the last one. */
  private *onConnection<Result>(
    connection: IndexConnection,
    steps: Generator<void, Result>,
  ): Generator<void, Result> {
    for (;;) {
      this.loader.connection = connection;
      const { done, value } = steps.next();
      if (done === true) return value;
      yield;
    }
  }

  private connect(): IndexConnection {
    const connection = new IndexConnection(this.databasePath);
    this.connections.push(connection);
    return connection;
  }
}

function* evaluateAll(
  view: View,
  filter: PreparedFilter,
  text: WorkspaceText | null,
  isLazy: boolean,
): Generator<void, (PositionSet | LazySet)[]> {
  const findText = (run: Run, part: string) => text?.find(run, part) ?? NONE;
  const evaluateRun = isLazy ? evaluateLazily : evaluate;
  const sets: (PositionSet | LazySet)[] = [];
  const { conditions } = filter;
  const narrowing = view.catalogued === null ? null : new Narrowing(conditions, view.catalogued);
  for (const [index, run] of view.runs.entries()) {
    // What was changed since may be anything.
    const left = narrowing === null || run.overlay !== null ? conditions : narrowing.of(index);
    if (left === null) {
      sets.push(NONE);
      continue;
    }
    sets.push(evaluateRun(run, left === conditions ? filter : { ...filter, conditions: left }, findText));
    yield;
  }
  return sets;
}
