import { TillrollError } from "../domain/errors.ts";
import type { FacetsQuery } from "../domain/facets-query.ts";
import type { SearchQuery } from "../domain/search-query.ts";
import type { Log } from "../operations/log.ts";
import type { Sent } from "../platform/worker-channel.ts";
import { WorkerThread } from "../platform/worker-thread.ts";
import { type SearchEffort, type SlowQueries, tellSlowQuery } from "./search-effort.ts";
import {
  type IndexAnswer,
  type IndexWork,
  type Json,
  NO_ANSWER,
  type SearchQuestion,
  type Wanted,
} from "./search-question.ts";

export interface SearchOptions {
  readonly databasePath: string;
  /** Memory for chunks of the index, bytes. */
  readonly cacheBytes: number;
  /** Builds the index. */
  readonly background: {
    /** There may be something to index. */
    wake(operations: number): void;
    noteDamage(workspaceId: number, segmentId: number): void;
  };
  readonly log: Log;
  /** Which searches are told of; `null` for none. */
  readonly slowQueries?: SlowQueries | null;
  /** Told what each search cost. */
  readonly onSearched?: (kind: Wanted["kind"], effort: SearchEffort) => void;
}

/** Finds prints, off the main thread: in the index, or with SQL while the index cannot answer. */
export class Search {
  private readonly index = new WorkerThread<Sent<SearchQuestion, IndexAnswer>>({
    entry: "search/search-worker",
  });
  private readonly sql = new WorkerThread<Sent<SearchQuestion, string>>({
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
    return this.ask(workspaceId, { kind: "page", query }, requestId);
  }

  /**
   * Counts prints by what they have; sees every print that was acknowledged before the call.
   * @param requestId the request's, for the log
   * @returns the counts as JSON
   * @throws TillrollError BAD_REQUEST when there would be too many buckets of time
   */
  facets(workspaceId: number, query: FacetsQuery, requestId: string | null = null): Promise<Json> {
    return this.ask(workspaceId, { kind: "facets", query }, requestId);
  }

  close(): void {
    this.index.end("the service is stopping");
    this.sql.end("the service is stopping");
  }

  private async ask(workspaceId: number, wanted: Wanted, requestId: string | null): Promise<Json> {
    const { databasePath, cacheBytes, background, log, slowQueries = null, onSearched } = this.options;
    const { erasures } = this;
    const question: SearchQuestion = { databasePath, workspaceId, wanted, cacheBytes, erasures };
    const begun = performance.now();
    const note = (work: IndexWork | null) => {
      const { milliseconds: workMilliseconds = null, runs = null } = work ?? {};
      const plan = work === null ? "sql" : "index";
      const effort = { plan, milliseconds: performance.now() - begun, workMilliseconds, runs } as const;
      onSearched?.(wanted.kind, effort);
      if (slowQueries !== null) tellSlowQuery(log, slowQueries, { workspaceId, wanted, requestId }, effort);
    };
    const { json, isTextPending, damagedSegment, fault, work } = await this.askIndex(question);
    // The index may have fallen behind without a print: a workspace's settings are changed by another process.
    if (json === null || isTextPending) background.wake(0);
    if (json !== null) {
      note(work);
      return json;
    }
    if (fault !== null) log.write("warning", "the search index could not answer; SQL does", { fault });
    if (damagedSegment !== null) background.noteDamage(workspaceId, damagedSegment);
    const answered = await this.sql.ask(question);
    note(null);
    return answered;
  }

  /** A Worker that dies leaves its questions to SQL; the next question starts another. */
  private async askIndex(question: SearchQuestion): Promise<IndexAnswer> {
    try {
      return await this.index.ask(question);
    } catch (error) {
      if (error instanceof TillrollError) throw error;
      return { ...NO_ANSWER, fault: String(error) };
    }
  }
}
