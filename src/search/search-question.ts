import type { FacetsQuery } from "../domain/facets-query.ts";
import type { SearchQuery } from "../domain/search-query.ts";

/** JSON as text, or encoded in UTF-8 already; such bytes fill their buffer. */
export type Json = string | Uint8Array<ArrayBuffer>;

/** What is asked about the prints of a workspace: a page of them, or counts over them. */
export type Wanted =
  | { readonly kind: "page"; readonly query: SearchQuery }
  | { readonly kind: "facets"; readonly query: FacetsQuery };

/** A question to a Worker that searches. */
export interface SearchQuestion {
  readonly databasePath: string;
  readonly workspaceId: number;
  readonly wanted: Wanted;
  /** Memory for chunks of the index, bytes. */
  readonly cacheBytes: number;
  /** How often prints were erased: with another number, what is kept of the text of prints is forgotten first. */
  readonly erasures: number;
}

/** What the index answers. */
export interface IndexAnswer {
  /** The answer as JSON in UTF-8, encoded where it does not hold up other requests; `null`: it cannot answer now. */
  readonly json: Uint8Array<ArrayBuffer> | null;
  /** The text of some prints could not be searched yet. */
  readonly isTextPending: boolean;
  /** The segment that was found damaged. */
  readonly damagedSegment: number | null;
  /** What else went wrong, for the log. */
  readonly fault: string | null;
  /** What it cost; `null` when it could not answer. */
  readonly work: IndexWork | null;
}

/** What an answer of the index cost. */
export interface IndexWork {
  milliseconds: number;
  /** The runs of prints that were asked: segments and the tail. */
  runs: number;
}

/** What it says when it cannot answer. */
export const NO_ANSWER: IndexAnswer = {
  json: null,
  isTextPending: false,
  damagedSegment: null,
  fault: null,
  work: null,
};
