import { eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SearchFilter } from "../domain/search-query.ts";
import { isRangeOperator, type RangeOperator, type TagCondition } from "../domain/tag-query.ts";
import { fold } from "../domain/text.ts";
import { type DELIVERY_STATES_OF, deliveryStatesSql } from "../domain/where.ts";
import { type InRange, valueRange } from "../domain/value-range.ts";
import { EARLIER_CHARSET } from "../storage/device-charsets.ts";
import { printerOfValues, READING_SETTINGS } from "../storage/paper-columns.ts";
import { printData, printers, prints, workspaces } from "../storage/schema.ts";
import type { SearchDialect } from "./search-dialect.ts";
import type { PrintTexts, StoredPrint } from "./text/print-texts.ts";
import { whereIn } from "./where-sql.ts";

/* What a search's SQL is of SQLite's own: functions of ours, and JSON1. */

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
  return whereIn(SQLITE_SEARCH, eq(prints.workspaceId, workspaceId), filter);
}

export const SQLITE_SEARCH: SearchDialect = {
  isThere: isNull(prints.removalId),
  contains: (field, part) => contains(sql`${prints[field]}`, part),
  tagHolds: tagCondition,
  textHolds: textContains,
  isIn: (state) => (state === "test" ? sql`${prints.testPrint} = 1` : delivered(state)),
  inOrder: (text) => text,
};

function delivered(state: keyof typeof DELIVERY_STATES_OF): SQL {
  const states = sql.raw(deliveryStatesSql(state));
  return sql`EXISTS (SELECT 1 FROM delivery WHERE delivery.print_id = ${prints.id} AND delivery.state IN (${states}))`;
}

function contains(value: SQL, part: string): SQL {
  return sql`${sql.raw(CONTAINS_FUNCTION)}(${value}, ${fold(part)})`;
}

/** Decoded as it is shown: with its printer's settings, else the workspace's. */
function textContains(folded: string): SQL {
  const { printId, sha256, byteLength, encoding, content } = printData;
  const earlier = sql.raw(EARLIER_CHARSET);
  const reading = [printers, workspaces].flatMap((table) => READING_SETTINGS.map((name) => table[name]));
  const columns = [printId, earlier, sha256, byteLength, encoding, content, sql`${folded}`, ...reading];
  const holds = sql`${sql.raw(TEXT_CONTAINS_FUNCTION)}(${sql.join(columns, sql`, `)})`;
  return sql`EXISTS (SELECT 1 FROM ${printData} JOIN ${workspaces} ON ${workspaces.id} = ${prints.workspaceId}
    LEFT JOIN ${printers} ON ${printers.id} = ${prints.printerId} WHERE ${printId} = ${prints.id} AND (${holds} OR EXISTS
    (SELECT 1 FROM print_recognition WHERE print_recognition.print_id = ${prints.id} AND instr(lines, ${folded}) > 0)))`;
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
