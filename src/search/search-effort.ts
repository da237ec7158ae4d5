import type { SearchFilter, SearchQuery } from "../domain/search-query.ts";
import { isTagGroup, type TagQuery } from "../domain/tag-query.ts";
import { isWhereGroup, isWhereNot, type Where, type WhereCondition } from "../domain/where.ts";
import type { Log } from "../operations/log.ts";
import type { Wanted } from "./search-question.ts";

/** What is asked about prints, of one workspace or of several. */
type Asked =
  | Wanted
  | { readonly kind: "page"; readonly query: SearchQuery<string> }
  | { readonly kind: "count"; readonly query: { readonly filter: SearchFilter } };

/** A search, and who asked for it. */
export interface AskedSearch {
  /** Whose prints are searched: the id of a workspace, or how many workspaces. */
  readonly scope: { readonly workspaceId: number } | { readonly workspaces: number };
  readonly wanted: Asked;
  /** The request's. */
  readonly requestId: string | null;
}

/** Who is told what searches cost. */
export interface SearchWatch {
  readonly log: Log;
  /** Which searches are told of; `null` for none. */
  readonly slowQueries?: SlowQueries | null;
  /** Told what each search cost. */
  readonly onSearched?: (kind: Asked["kind"], effort: SearchEffort) => void;
}

/** What a search cost. */
export interface SearchEffort {
  /** Which answered: the index, or SQL where the index could not. */
  readonly plan: "index" | "sql";
  /** From the question to the answer. */
  readonly milliseconds: number;
  /** Of these, the time spent on it; the rest waited for its turn. `null` where that is not known. */
  readonly workMilliseconds: number | null;
  /** The runs of prints that were asked: segments and the tail. `null` where that is not known. */
  readonly runs: number | null;
}

/** Which searches are told of. */
export interface SlowQueries {
  /** How long one takes that is told of. */
  readonly milliseconds: number;
  /** Whether what was looked for is told, too: it may be what is on a receipt. */
  readonly withValues: boolean;
}

/** Tells what a search cost, and logs one that took long: what it was like, without what was looked for. */
export function noteSearch(
  { log, slowQueries = null, onSearched }: SearchWatch,
  { scope, wanted, requestId }: AskedSearch,
  effort: SearchEffort,
): void {
  onSearched?.(wanted.kind, effort);
  if (slowQueries === null || effort.milliseconds < slowQueries.milliseconds) return;
  const { plan, workMilliseconds, runs } = effort;
  const took = Math.round(effort.milliseconds);
  const worked = workMilliseconds === null ? null : Math.round(workMilliseconds);
  log.write("warning", "a search took long", {
    milliseconds: took,
    workMilliseconds: worked,
    plan,
    runs,
    ...scope,
    requestId,
    ...shapeOf(wanted),
    ...(slowQueries.withValues && { query: wanted.query }),
  });
}

/** What a question is like, without a word of what it looks for: which fields by which operators, and how long the values are. */
export function shapeOf(wanted: Asked): Readonly<Record<string, unknown>> {
  const filter = filterShape(wanted.query.filter);
  if (wanted.kind === "facets") {
    const { facets } = wanted.query;
    const counted = Object.entries(facets).filter(([, value]) => value !== false && value !== null);
    return { kind: "facets", filter, counted: counted.map(([name]) => name) };
  }
  if (wanted.kind === "count") return { kind: "count", filter };
  if (wanted.kind === "gaps") return { kind: "gaps", filter, by: wanted.query.by };
  const { orderBy, page, pageSize, cursor } = wanted.query;
  return {
    kind: "page",
    filter,
    orderBy,
    pageSize,
    ...(cursor === undefined ? { page } : { byCursor: true }),
  };
}

function filterShape({
  tag,
  text,
  from,
  to,
  deleted,
  where,
  ...fields
}: SearchFilter): Readonly<Record<string, unknown>> {
  return {
    ...conditionShape({ ...fields, ...given({ tag, text, from, to }) }),
    ...(where !== undefined && { where: whereShape(where) }),
    ...(deleted !== false && { deleted }),
  };
}

function conditionShape({ tag, text, from, to, is, ...fields }: WhereCondition) {
  const shapes = Object.entries(fields).flatMap(([name, filter]) =>
    filter === undefined ? [] : [[name, `${filter.op} ${filter.value.length} characters`] as const],
  );
  return {
    ...Object.fromEntries(shapes),
    ...(tag !== undefined && { tag: tagShape(tag) }),
    ...(text !== undefined && { text: text.map((part) => `${part.length} characters`) }),
    ...given({ from, to, is }),
  };
}

/** The fields that have a value. */
function given<Fields extends object>(fields: Fields) {
  const some = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(some) as { [Name in keyof Fields]: NonNullable<Fields[Name]> };
}

function whereShape(where: Where): object {
  if (isWhereGroup(where)) return { [where.join]: where.entries.map(whereShape) };
  return isWhereNot(where) ? { not: whereShape(where.not) } : conditionShape(where);
}

function tagShape(query: TagQuery): string {
  if (isTagGroup(query)) return `(${query.entries.map(tagShape).join(` ${query.join} `)})`;
  return `${query.op} ${query.value.length} characters`;
}
