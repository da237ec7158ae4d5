import type { FacetsQuery } from "../domain/facets-query.ts";
import type { GapsQuery } from "../domain/gaps-query.ts";
import type { SearchQuery } from "../domain/search-query.ts";
import { KIBIBYTE } from "../domain/limits.ts";

/** JSON as text, or encoded in UTF-8 already; such bytes fill their buffer. */
export type Json = string | Uint8Array<ArrayBuffer>;

/** What is asked about the prints of a workspace: a page of them, counts over them, or gaps in their numbers. */
export type Wanted =
  | { readonly kind: "page"; readonly query: SearchQuery }
  | { readonly kind: "facets"; readonly query: FacetsQuery }
  | { readonly kind: "gaps"; readonly query: GapsQuery };

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

/** A question as it is sent: the clone of its objects would take longer than a text, on both sides, while somebody waits. */
export type SentQuestion = string;

export function packQuestion(question: SearchQuestion): SentQuestion {
  return JSON.stringify(question);
}

export function unpackQuestion(sent: SentQuestion): SearchQuestion {
  return JSON.parse(sent) as SearchQuestion;
}

/** What the index answers. */
export interface IndexAnswer {
  /** The answer as JSON; in UTF-8 if it is not short, encoded where it does not hold up other requests. `null`: it cannot answer now. */
  readonly json: Json | null;
  /** The text of some prints could not be searched yet. */
  readonly isTextPending: boolean;
  /** The prints of the page whose rows are damaged, by their ids. */
  readonly damagedPrints: readonly number[];
  /** The segment that was found damaged: where there is an answer, a catalogue that it has done without. */
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
  damagedPrints: [],
  damagedSegment: null,
  fault: null,
  work: null,
};

/** An answer as it is sent: a short one with nothing to tell beside is a text, quicker on its way than an object with bytes. */
export type SentAnswer = string | IndexAnswer;

/** Bytes up to here are decoded, and encoded again, in a few microseconds. So short a body leaves with its head. */
const SHORT_BYTES = 12 * KIBIBYTE;

// An answer may begin with a byte order mark of its own: a table for Excel.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Packs an answer. What it cost goes first, in a line of its own. */
export function packAnswer(answer: IndexAnswer): SentAnswer {
  const { json, isTextPending, damagedPrints, damagedSegment, fault, work } = answer;
  const isPlain = !isTextPending && damagedPrints.length === 0 && damagedSegment === null && fault === null;
  if (work === null || !isPlain || !(json instanceof Uint8Array) || json.length > SHORT_BYTES) return answer;
  return `${work.milliseconds} ${work.runs}\n${decoder.decode(json)}`;
}

export function unpackAnswer(sent: SentAnswer): IndexAnswer {
  if (typeof sent !== "string") return sent;
  const end = sent.indexOf("\n");
  const [milliseconds = 0, runs = 0] = sent.slice(0, end).split(" ").map(Number);
  return { ...NO_ANSWER, json: sent.slice(end + 1), work: { milliseconds, runs } };
}

/** The buffers of a sent answer that are handed over, not copied. */
export function buffersOf(sent: SentAnswer): ArrayBuffer[] {
  return typeof sent !== "string" && sent.json instanceof Uint8Array ? [sent.json.buffer] : [];
}
