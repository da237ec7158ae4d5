import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { FILTERED_FIELDS, type FilteredField } from "../contract/print-fields.ts";
import type { ChainOrder, Order, SearchFilter, StringFilter } from "../domain/search-query.ts";
import { isTagGroup, type TagQuery } from "../domain/tag-query.ts";
import {
  isWhereGroup,
  isWhereNot,
  type PrintState,
  type Where,
  type WhereCondition,
} from "../domain/where.ts";
import { prints } from "../storage/schema.ts";
import type { CursorPosition } from "./cursor.ts";
import { isDescending, sortField } from "./page.ts";
import type { SearchDialect } from "./search-dialect.ts";
import { foldLine } from "./text/fold-line.ts";

/*
 * A search as SQL, of SQLite and of PostgreSQL. Every value of a client is a bound parameter; the text of the statement is
 * made of nothing but what stands here and in the dialects. Whatever is faster is tested against this, so it is written to be
 * read, not to be fast.
 */

/** The WHERE of a search. @param scope what tells the prints of its workspaces from others */
export function whereIn(dialect: SearchDialect, scope: SQL, filter: SearchFilter): SQL {
  const { deleted, where } = filter;
  const parts = [
    scope,
    dialect.isThere,
    deleted === "any" ? undefined : deleted ? isNotNull(prints.deletedAt) : isNull(prints.deletedAt),
    ...conditions(dialect, filter),
    where === undefined ? undefined : whereTree(dialect, where),
  ];
  return and(...parts) ?? sql`true`;
}

function conditions(dialect: SearchDialect, filter: SearchFilter | WhereCondition): (SQL | undefined)[] {
  const { from, to, tag, text = [] } = filter;
  return [
    from === undefined ? undefined : gte(prints.createdAt, from),
    to === undefined ? undefined : lte(prints.createdAt, to),
    ...FILTERED_FIELDS.map((name) => stringFilter(dialect, name, filter[name])),
    tag === undefined ? undefined : tagQuery(dialect, tag),
    ...text.map((part) => textContains(dialect, part)),
  ];
}

function whereTree(dialect: SearchDialect, where: Where): SQL {
  const tree = (entry: Where) => whereTree(dialect, entry);
  if (isWhereGroup(where)) return group(where.join, where.entries.map(tree));
  // A comparison with NULL is NULL, and so would its opposite be.
  if (isWhereNot(where)) return sql`NOT coalesce(${tree(where.not)}, false)`;
  const state = where.is === undefined ? undefined : stateIs(dialect, where.is);
  return sql`(${and(...conditions(dialect, where), state) ?? sql`true`})`;
}

function stateIs(dialect: SearchDialect, state: PrintState): SQL {
  if (state === "deleted") return isNotNull(prints.deletedAt);
  if (state === "kept") throw new Error("the conditions of the legal holds stand for it");
  return dialect.isIn(state);
}

/** `and` of nothing holds for all, `or` of nothing for none. */
function group(join: "and" | "or", entries: readonly SQL[]): SQL {
  if (entries.length === 0) return join === "and" ? sql`true` : sql`false`;
  return sql`(${join === "and" ? and(...entries) : or(...entries)})`;
}

/** NULL is neither equal nor unequal to anything, so a print without a label never matches, with `neq` either. */
function stringFilter(
  dialect: SearchDialect,
  name: FilteredField,
  filter: StringFilter | undefined,
): SQL | undefined {
  if (filter === undefined) return undefined;
  switch (filter.op) {
    case "eq":
      return eq(prints[name], filter.value);
    case "neq":
      return ne(prints[name], filter.value);
    case "contains":
      return dialect.contains(name, filter.value);
  }
}

/** An empty part is in all; no text is read for it. */
function textContains(dialect: SearchDialect, part: string): SQL | undefined {
  const folded = foldLine(part);
  return folded === "" ? undefined : dialect.textHolds(folded);
}

function tagQuery(dialect: SearchDialect, query: TagQuery): SQL {
  if (!isTagGroup(query)) return dialect.tagHolds(query);
  return group(
    query.join,
    query.entries.map((entry) => tagQuery(dialect, entry)),
  );
}

/** What a search is sorted by. Only an archive's prints have a time when it had them. */
const SORTED = {
  id: prints.id,
  createdAt: prints.createdAt,
  updatedAt: prints.updatedAt,
  receivedAt: sql`print.received_at`,
};

/** The ORDER BY of a search; ties are broken by id in the same direction. */
export function orderOf<Sort extends Order | ChainOrder>(query: { readonly orderBy: Sort }): SQL {
  const direction = isDescending(query) ? desc : asc;
  return sql.join([direction(SORTED[sortField(query)]), direction(prints.id)], sql`, `);
}

/** Whether a print comes after a position in the order of a search: where a walk by cursor goes on. */
export function after<Sort extends Order | ChainOrder>(
  query: { readonly orderBy: Sort },
  { value, id }: CursorPosition,
): SQL | undefined {
  const column = sql`${SORTED[sortField(query)]}`;
  const [beyond, from] = isDescending(query) ? [lt, lte] : [gt, gte];
  // The first tells no more than the others, but it is what an index is entered by: an OR is not.
  return and(from(column, value), or(beyond(column, value), beyond(prints.id, id)));
}
