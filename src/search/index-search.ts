import type { FacetsQuery } from "../domain/facets-query.ts";
import type { SearchFilter, SearchQuery } from "../domain/search-query.ts";
import { ChunkCache } from "./chunk-cache.ts";
import { ChunkLoader } from "./chunk-loader.ts";
import { notACursor, readCursor } from "./cursor.ts";
import { conditionsOf } from "./evaluation/condition.ts";
import { evaluate, evaluateLazily, type LazySet, type PreparedFilter } from "./evaluation/evaluate.ts";
import { Matches } from "./evaluation/matches.ts";
import { selectPage, type WalkPosition } from "./evaluation/select-page.ts";
import { countFacets } from "./facets/count-facets.ts";
import { facetsToJson } from "./facets/facet-counts.ts";
import { IndexConnection } from "./index-connection.ts";
import { ItemCache } from "./item-cache.ts";
import { JsonWriter } from "./json-writer.ts";
import { itemOf, PAGE_BEGIN, pageEnd, type PageItem, type PagePlace, sortField } from "./page.ts";
import { INDEX_SIZES, type IndexSizes } from "./index-sizes.ts";
import {
  INDEX_CACHE_BYTES,
  CHUNK_CACHE_SHARE,
  ITEM_CACHE_SHARE,
  WORKSPACES_BYTES,
} from "./segment-limits.ts";
import { NONE, type PositionSet } from "./sets/position-set.ts";
import { type Run, runOf, type View } from "./view/view.ts";
import { TextCoverages } from "./view/text-coverages.ts";
import { WorkspaceText } from "./view/workspace-text.ts";
import { WorkspaceIndex } from "./view/workspace-index.ts";

export interface IndexSearchOptions {
  /** Memory for chunks, bytes. */
  readonly cacheBytes?: number;
  readonly sizes?: IndexSizes;
}

/** Answers searches from the segment index (src/search/INDEX.md). */
export class IndexSearch {
  private readonly loader: ChunkLoader;
  private readonly chunks: ChunkCache;
  private readonly items: ItemCache;
  private readonly writer = new JsonWriter();
  private readonly coverages = new TextCoverages();
  /** The longest unused first. */
  private readonly workspaces = new Map<number, WorkspaceIndex>();
  /** Bytes of each when it was last used, and of all. */
  private readonly weights = new Map<number, number>();
  private totalWeight = 0;
  private readonly connections: IndexConnection[] = [];
  private readonly idle: IndexConnection[] = [];
  /** The uses of the chunks by the searches that go on. */
  private readonly uses = new Map<IndexConnection, number>();
  private readonly sizes: IndexSizes;

  constructor(
    private readonly databasePath: string,
    { cacheBytes = INDEX_CACHE_BYTES, sizes = INDEX_SIZES }: IndexSearchOptions = {},
  ) {
    this.sizes = sizes;
    this.items = new ItemCache(cacheBytes * ITEM_CACHE_SHARE);
    this.chunks = new ChunkCache(cacheBytes * CHUNK_CACHE_SHARE);
    this.loader = new ChunkLoader(this.chunks);
  }

  /**
   * Finds a page of prints; sees every print that was acknowledged before the call.
   * @returns the page (contract, section 2.2) as JSON; `null` when the index cannot answer for the workspace yet
   * @throws TillrollError BAD_REQUEST for a cursor that is not of this search; DamagedSegment
   */
  find(workspaceId: number, query: SearchQuery): string | null {
    const steps = this.findInSteps(workspaceId, query);
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value === null ? null : Buffer.from(value.buffer).toString();
    }
  }

  /**
   * The same as {@link find}, in UTF-8, in steps of about a millisecond at most, between which other searches may go on:
   * each has a snapshot of its own.
   */
  *findInSteps(workspaceId: number, query: SearchQuery): Generator<void, Uint8Array<ArrayBuffer> | null> {
    const connection = this.beginSnapshot();
    try {
      const found = yield* this.matchesOf(
        connection,
        workspaceId,
        query.filter,
        sortField(query) !== "updatedAt",
      );
      if (found === null) return null;
      return this.pageOf(connection, workspaceId, query, found.matches, found.textPending);
    } finally {
      this.endSnapshot(connection);
    }
  }

  /**
   * Counts the prints that match a filter by what they have, in steps as {@link findInSteps}.
   * @returns the counts as JSON; `null` when the index cannot answer for the workspace yet
   * @throws TillrollError BAD_REQUEST when there would be too many buckets of time; DamagedSegment
   */
  *facetsInSteps(workspaceId: number, { filter, facets }: FacetsQuery): Generator<void, string | null> {
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

  close(): void {
    for (const connection of this.connections) connection.close();
  }

  private beginSnapshot(): IndexConnection {
    const connection = this.idle.pop() ?? this.connect();
    connection.begin();
    this.uses.set(connection, this.chunks.beginUse());
    return connection;
  }

  private endSnapshot(connection: IndexConnection): void {
    connection.end();
    this.chunks.endUse(this.uses.get(connection) ?? 0);
    this.idle.push(connection);
  }

  /**
   * The prints that match; `null` when the index cannot tell.
   * @param isLazy whether most of them will only be counted; else all are worked out in the steps
   */
  private *matchesOf(
    connection: IndexConnection,
    workspaceId: number,
    filter: SearchFilter,
    isLazy: boolean,
  ): Generator<void, { matches: Matches; textPending: number | null } | null> {
    this.loader.connection = connection;
    const view = this.viewOf(workspaceId, connection);
    if (view === null) return null;
    const coverage = filter.text === undefined ? null : this.coverages.of(connection, workspaceId, view);
    const text = coverage === null ? null : new WorkspaceText(connection, workspaceId, this.loader, coverage);
    const sets = yield* this.onConnection(connection, evaluateAll(view, filter, text, isLazy));
    return { matches: new Matches(view, sets), textPending: text?.pending ?? null };
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

  private pageOf(
    connection: IndexConnection,
    workspaceId: number,
    query: SearchQuery,
    matches: Matches,
    textPending: number | null,
  ): Uint8Array<ArrayBuffer> {
    const after = walkPosition(connection, workspaceId, query);
    const page = query.cursor === undefined ? query.page : (after?.page ?? 1);
    const { ordinals, goesOn } = selectPage(matches, query, page, after);
    this.writer.clear();
    this.writer.text(PAGE_BEGIN);
    const last = this.writeItems(connection, workspaceId, matches.view, idsOf(matches.view, ordinals));
    const { total } = matches;
    this.writer.text(pageEnd(workspaceId, query, { last, total, page, goesOn }, textPending));
    return this.writer.finish();
  }

  /** Writes the items with these ids. @returns the last one; `null` when there is none */
  private writeItems(
    connection: IndexConnection,
    workspaceId: number,
    view: View,
    ids: readonly number[],
  ): PagePlace | null {
    const { writer } = this;
    const workspace = this.workspaces.get(workspaceId);
    // A search that began before the last change was seen must not keep, nor be given, what is older or newer than it.
    const owner = workspace?.isLatest(view) === true ? workspace.itemOwner : null;
    const kept = ids.map((id) => (owner === null ? null : this.items.get(owner, id)));
    const missing = ids.filter((_, index) => kept[index] === null);
    const read = new Map<number, PageItem>();
    if (missing.length > 0) for (const row of connection.rows(missing)) read.set(row.id, itemOf(row));
    let last: PagePlace | null = null;
    const added: { item: PageItem; from: number; to: number }[] = [];
    for (const [index, id] of ids.entries()) {
      const old = kept[index] ?? null;
      const item = old ?? read.get(id);
      if (item === undefined) continue;
      if (last !== null) writer.text(",");
      last = item;
      if (old !== null) {
        writer.copy(old.memory, old.from, old.to);
        continue;
      }
      const from = writer.length;
      writer.text((item as PageItem).json);
      added.push({ item: item as PageItem, from, to: writer.length });
    }
    if (owner === null) return last;
    // Only now: what is kept may move when more is added.
    for (const { item, from, to } of added) {
      const { id, createdAt, updatedAt } = item;
      this.items.add(owner, { id, createdAt, updatedAt, memory: writer.written, from, to });
    }
    return last;
  }

  private viewOf(workspaceId: number, connection: IndexConnection): View | null {
    let workspace = this.workspaces.get(workspaceId);
    if (workspace === undefined)
      workspace = new WorkspaceIndex(workspaceId, this.loader, this.items, this.sizes);
    else this.workspaces.delete(workspaceId);
    this.workspaces.set(workspaceId, workspace);
    try {
      return workspace.refresh(connection);
    } finally {
      this.weigh(workspaceId, workspace.weight);
      this.forgetUnused();
    }
  }

  private weigh(workspaceId: number, weight: number): void {
    this.totalWeight += weight - (this.weights.get(workspaceId) ?? 0);
    this.weights.set(workspaceId, weight);
  }

  private forgetUnused(): void {
    for (const workspaceId of this.workspaces.keys()) {
      if (this.totalWeight <= WORKSPACES_BYTES || this.workspaces.size === 1) return;
      this.workspaces.delete(workspaceId);
      this.weigh(workspaceId, 0);
      this.weights.delete(workspaceId);
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
  filter: SearchFilter,
  text: WorkspaceText | null,
  isLazy: boolean,
): Generator<void, (PositionSet | LazySet)[]> {
  const { from, to, deleted } = filter;
  const prepared: PreparedFilter = { conditions: conditionsOf(filter), from, to, deleted };
  const findText = (run: Run, part: string) => text?.find(run, part) ?? NONE;
  const evaluateRun = isLazy ? evaluateLazily : evaluate;
  const sets: (PositionSet | LazySet)[] = [];
  for (const run of view.runs) {
    sets.push(evaluateRun(run, prepared, findText));
    yield;
  }
  return sets;
}

function walkPosition(
  connection: IndexConnection,
  workspaceId: number,
  query: SearchQuery,
): WalkPosition | null {
  if (query.cursor === undefined || query.cursor === null) return null;
  const position = readCursor(workspaceId, query, query.cursor);
  const ordinal = connection.ordinalOf(workspaceId, position.id);
  // To begin anew without a word would have a client walk in circles.
  if (ordinal === null) throw notACursor();
  return { ...position, ordinal };
}

/** The ids of prints; neighbours mostly are of one run. */
function idsOf(view: View, ordinals: readonly number[]): number[] {
  let run: Run | null = null;
  let idAt: (position: number) => number = () => 0;
  return ordinals.map((ordinal) => {
    if (run === null || ordinal < run.first || ordinal >= run.first + run.prints) {
      run = runOf(view, ordinal);
      idAt = run.segment.ids();
    }
    return idAt(ordinal - run.first);
  });
}
