import { TillrollError } from "../domain/errors.ts";
import type { FacetsQuery } from "../domain/facets-query.ts";
import type { GapsQuery } from "../domain/gaps-query.ts";
import type { SearchFilter, SearchQuery } from "../domain/search-query.ts";
import { asksState, withHolds } from "../domain/where.ts";
import type { Sent } from "../platform/worker-channel.ts";
import { WorkerThread } from "../platform/worker-thread.ts";
import { noteSearch, type SearchWatch } from "./search-effort.ts";
import {
  type IndexAnswer,
  type IndexWork,
  type Json,
  NO_ANSWER,
  packQuestion,
  type SentAnswer,
  type SentQuestion,
  unpackAnswer,
  type Wanted,
} from "./search-question.ts";

export interface SearchOptions extends SearchWatch {
  readonly databasePath: string;
  /** Memory for chunks of the index, bytes. */
  readonly cacheBytes: number;
  /** Builds the index. */
  readonly background: {
    /** There may be something to index. */
    wake(operations: number): void;
    noteDamage(workspaceId: number, segmentId: number): void;
  };
  /** Told the prints whose rows a page has met damaged. */
  readonly onDamagedPrints?: (printIds: readonly number[]) => void;
  /** The conditions of the legal holds of a workspace. */
  holdsOf(workspaceId: number): readonly SearchFilter[];
}

/** Finds prints, off the main thread: in the index, or with SQL while the index cannot answer. */
export class Search {
  private readonly index = new WorkerThread<Sent<SentQuestion, SentAnswer>>({
    entry: "search/search-worker",
  });
  private readonly sql = new WorkerThread<Sent<SentQuestion, string>>({
    entry: "search/sql-search-worker",
  });

  private erasures = 0;

  constructor(private readonly options: SearchOptions) {}

  /** A print was erased: the text of prints is kept in memory no longer. */
  forgetTexts(): void {
    this.erasures++;
  }

  /**
   * Finds a page of prints; sees every print that was acknowledged before the call.
   * @param requestId the request's, for the log
   * @returns the page (contract, section 2.2) as JSON
   * @throws TillrollError BAD_REQUEST for a cursor that is not of this search
   */
  find(workspaceId: number, query: SearchQuery, requestId: string | null = null): Promise<Json> {
    return this.ask(workspaceId, { kind: "page", query: this.resolved(workspaceId, query) }, requestId);
  }

  /**
   * Counts prints by what they have; sees every print that was acknowledged before the call.
   * @param requestId the request's, for the log
   * @returns the counts as JSON
   * @throws TillrollError BAD_REQUEST when there would be too many buckets of time
   */
  facets(workspaceId: number, query: FacetsQuery, requestId: string | null = null): Promise<Json> {
    return this.ask(workspaceId, { kind: "facets", query: this.resolved(workspaceId, query) }, requestId);
  }

  /**
   * Finds the numbers of prints that are missing, doubled or out of order; sees every print that was acknowledged before.
   * @param requestId the request's, for the log
   * @returns a `GapReport` as JSON, or all findings as CSV
   * @throws TillrollError BAD_REQUEST for too many groups or runs of numbers
   */
  gaps(workspaceId: number, query: GapsQuery, requestId: string | null = null): Promise<Json> {
    return this.ask(workspaceId, { kind: "gaps", query: this.resolved(workspaceId, query) }, requestId);
  }

  close(): void {
    this.index.end("the service is stopping");
    this.sql.end("the service is stopping");
  }

  /** What is under a legal hold is what the holds are for. */
  private resolved<Query extends { readonly filter: SearchFilter }>(
    workspaceId: number,
    query: Query,
  ): Query {
    if (!asksState(query.filter, "kept")) return query;
    return { ...query, filter: withHolds(query.filter, this.options.holdsOf(workspaceId)) };
  }

  private async ask(workspaceId: number, wanted: Wanted, requestId: string | null): Promise<Json> {
    const { databasePath, cacheBytes, background, log } = this.options;
    const { erasures } = this;
    const question = packQuestion({ databasePath, workspaceId, wanted, cacheBytes, erasures });
    const begun = performance.now();
    const note = (work: IndexWork | null) => {
      const { milliseconds: workMilliseconds = null, runs = null } = work ?? {};
      const plan = work === null ? "sql" : "index";
      const effort = { plan, milliseconds: performance.now() - begun, workMilliseconds, runs } as const;
      noteSearch(this.options, { scope: { workspaceId }, wanted, requestId }, effort);
    };
    const { json, isTextPending, damagedPrints, damagedSegment, fault, work } = await this.askIndex(question);
    if (damagedPrints.length > 0) this.options.onDamagedPrints?.(damagedPrints);
    // The index may have fallen behind without a print: a workspace's settings are changed by another process.
    if (json === null || isTextPending) background.wake(0);
    // It may be one that answers can do without.
    if (damagedSegment !== null) background.noteDamage(workspaceId, damagedSegment);
    if (json !== null) {
      note(work);
      return json;
    }
    if (fault !== null) log.write("warning", "the search index could not answer; SQL does", { fault });
    const answered = await this.sql.ask(question);
    note(null);
    return answered;
  }

  /** A Worker that dies leaves its questions to SQL; the next question starts another. */
  private async askIndex(question: SentQuestion): Promise<IndexAnswer> {
    try {
      return unpackAnswer(await this.index.ask(question));
    } catch (error) {
      if (error instanceof TillrollError) throw error;
      return { ...NO_ANSWER, fault: String(error) };
    }
  }
}
