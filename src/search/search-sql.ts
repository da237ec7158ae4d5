import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { FILTERED_FIELDS } from "../contract/print-fields.ts";
import type { SearchFilter, SearchQuery, StringFilter } from "../domain/search-query.ts";
import {
  isRangeOperator,
  isTagGroup,
  type RangeOperator,
  type TagCondition,
  type TagQuery,
} from "../domain/tag-query.ts";
import { fold } from "../domain/text.ts";
import {
  type DELIVERY_STATES_OF,
  deliveryStatesSql,
  isWhereGroup,
  isWhereNot,
  type PrintState,
  type Where,
  type WhereCondition,
} from "../domain/where.ts";
import { type InRange, valueRange } from "../domain/value-range.ts";
import { EARLIER_CHARSET } from "../storage/device-charsets.ts";
import { printerOfValues, READING_SETTINGS } from "../storage/paper-columns.ts";
import { printData, printers, prints, workspaces } from "../storage/schema.ts";
import type { CursorPosition } from "./cursor.ts";
import { isDescending, sortField } from "./page.ts";
import { foldLine } from "./text/fold-line.ts";
import type { PrintTexts, StoredPrint } from "./text/print-texts.ts";

/*
 * A search as SQL. Every value of a client is a bound parameter; the text of the statement is made of nothing but
 * what stands here. The segment index is tested against this, so it is written to be read, not to be fast.
 */

/**
 * The SQL function that `contains` needs, since LIKE and lower() fold ASCII only: whether the folded first argument
 * holds the second, which is folded already. Its definition is {@link containsFolded}.
 */
export const CONTAINS_FUNCTION = "contains_folded";

/** Defines {@link CONTAINS_FUNCTION}: 1 or 0, and 0 for NULL, which never matches. */
export function containsFolded(value: unknown, foldedPart: unknown): number {
  return typeof value === "string" && fold(value).includes(String(foldedPart)) ? 1 : 0;
}

/** The SQL function of ranges: whether the first argument is in the one of an operator and a value. */
export const RANGE_FUNCTION = "in_value_range";

/** Makes the definition of {@link RANGE_FUNCTION}: 1 or 0. It keeps the range asked for last. */
export function inValueRange(): (value: unknown, op: unknown, wanted: unknown) => number {
  let asked: readonly unknown[] = [];
  let inRange: InRange | null = null;
  return (value, op, wanted) => {
    if (asked[0] !== op || asked[1] !== wanted) {
      asked = [op, wanted];
      inRange = valueRange(op as RangeOperator, String(wanted));
    }
    const bytes = Buffer.from(String(value));
    return inRange?.(bytes, 0, bytes.length) === true ? 1 : 0;
  };
}

/**
 * The SQL function for the text of receipts: whether a line of a print holds the last argument, which is as `foldLine`
 * makes it. The others are what the text is made of, as columns: within a statement no other one can be run to read it.
 */
export const TEXT_CONTAINS_FUNCTION = "text_contains";

/** Makes the definition of {@link TEXT_CONTAINS_FUNCTION}: 1 or 0. @param texts keeps what was decoded last */
export function textContainsOf(texts: PrintTexts): (...columns: unknown[]) => number {
  return (printId, earlier, sha256, byteLength, encoding, content, part, ...reading) => {
    const printer = printerOfValues(reading);
    const print = { printId, earlier, sha256, byteLength, encoding, content, ...printer } as StoredPrint;
    return texts.linesOf(print).some((line) => line.includes(String(part))) ? 1 : 0;
  };
}

/** The WHERE of a search within a workspace. */
export function whereOf(workspaceId: number, filter: SearchFilter): SQL {
  const { deleted, where } = filter;
  const parts = [
    eq(prints.workspaceId, workspaceId),
    isNull(prints.removalId),
    deleted === "any" ? undefined : deleted ? isNotNull(prints.deletedAt) : isNull(prints.deletedAt),
    ...conditions(filter),
    where === undefined ? undefined : whereTree(where),
  ];
  return and(...parts) ?? sql`1`;
}

function conditions(filter: SearchFilter | WhereCondition): (SQL | undefined)[] {
  const { from, to, tag, text = [] } = filter;
  return [
    from === undefined ? undefined : gte(prints.createdAt, from),
    to === undefined ? undefined : lte(prints.createdAt, to),
    ...FILTERED_FIELDS.map((name) => stringFilter(prints[name], filter[name])),
    tag === undefined ? undefined : tagQuery(tag),
    ...text.map(textContains),
  ];
}

function whereTree(where: Where): SQL {
  if (isWhereGroup(where)) return group(where.join, where.entries.map(whereTree));
  // A comparison with NULL is NULL, and so would its opposite be.
  if (isWhereNot(where)) return sql`NOT coalesce(${whereTree(where.not)}, 0)`;
  const state = where.is === undefined ? undefined : STATES[where.is]();
  return sql`(${and(...conditions(where), state) ?? sql`1`})`;
}

const STATES: Readonly<Record<PrintState, () => SQL>> = {
  deleted: () => isNotNull(prints.deletedAt),
  test: () => sql`${prints.testPrint} = 1`,
  waiting: () => delivered("waiting"),
  held: () => delivered("held"),
  failed: () => delivered("failed"),
  kept: () => {
    throw new Error("the conditions of the legal holds stand for it");
  },
};

function delivered(state: keyof typeof DELIVERY_STATES_OF): SQL {
  const states = sql.raw(deliveryStatesSql(state));
  return sql`EXISTS (SELECT 1 FROM delivery WHERE delivery.print_id = ${prints.id} AND delivery.state IN (${states}))`;
}

/** `and` of nothing holds for all, `or` of nothing for none. */
function group(join: "and" | "or", entries: readonly SQL[]): SQL {
  if (entries.length === 0) return join === "and" ? sql`1` : sql`0`;
  return sql`(${join === "and" ? and(...entries) : or(...entries)})`;
}

/** NULL is neither equal nor unequal to anything, so a print without a label never matches, with `neq` either. */
function stringFilter(column: AnySQLiteColumn, filter: StringFilter | undefined): SQL | undefined {
  if (filter === undefined) return undefined;
  switch (filter.op) {
    case "eq":
      return eq(column, filter.value);
    case "neq":
      return ne(column, filter.value);
    case "contains":
      return contains(sql`${column}`, filter.value);
  }
}

function contains(value: SQL, part: string): SQL {
  return sql`${sql.raw(CONTAINS_FUNCTION)}(${value}, ${fold(part)})`;
}

/** Decoded as it is shown: with its printer's settings, else the workspace's. An empty part is in all; none is read for it. */
function textContains(part: string): SQL | undefined {
  const folded = foldLine(part);
  if (folded === "") return undefined;
  const { printId, sha256, byteLength, encoding, content } = printData;
  const earlier = sql.raw(EARLIER_CHARSET);
  const reading = [printers, workspaces].flatMap((table) => READING_SETTINGS.map((name) => table[name]));
  const columns = [printId, earlier, sha256, byteLength, encoding, content, sql`${folded}`, ...reading];
  const holds = sql`${sql.raw(TEXT_CONTAINS_FUNCTION)}(${sql.join(columns, sql`, `)})`;
  return sql`EXISTS (SELECT 1 FROM ${printData} JOIN ${workspaces} ON ${workspaces.id} = ${prints.workspaceId}
    LEFT JOIN ${printers} ON ${printers.id} = ${prints.printerId} WHERE ${printId} = ${prints.id} AND (${holds} OR EXISTS
    (SELECT 1 FROM print_recognition WHERE print_recognition.print_id = ${prints.id} AND instr(lines, ${folded}) > 0)))`;
}

function tagQuery(query: TagQuery): SQL {
  if (!isTagGroup(query)) return tagCondition(query);
  return group(query.join, query.entries.map(tagQuery));
}

/**
 * A key is looked for with json_each and a bound parameter, never as a JSON path: a path would read `a.b`, `x[0]`
 * or `"` in it as syntax. A print without the key has no row here, so it never matches (rule 5).
 */
function tagCondition(condition: TagCondition): SQL {
  const { op, key, value } = condition;
  const tagValue = sql`json_each.value`;
  const holds =
    op === "eq"
      ? sql`${tagValue} = ${value}`
      : op === "neq"
        ? sql`${tagValue} <> ${value}`
        : isRangeOperator(op)
          ? sql`${sql.raw(RANGE_FUNCTION)}(${tagValue}, ${op}, ${value})`
          : contains(tagValue, value);
  return sql`EXISTS (SELECT 1 FROM json_each(${prints.tag}) WHERE json_each.key = ${key} AND ${holds})`;
}

/** The ORDER BY of a search; ties are broken by id in the same direction. */
export function orderOf(query: SearchQuery): SQL {
  const direction = isDescending(query) ? desc : asc;
  return sql.join([direction(prints[sortField(query)]), direction(prints.id)], sql`, `);
}

/** Whether a print comes after a position in the order of a search: where a walk by cursor goes on. */
export function after(query: SearchQuery, { value, id }: CursorPosition): SQL | undefined {
  const column = prints[sortField(query)];
  const beyond = isDescending(query) ? lt : gt;
  return or(beyond(column, value), and(eq(column, value), beyond(prints.id, id)));
}
