import type { Database, SQLQueryBindings } from "bun:sqlite";
import type { StringFilter } from "../../../src/domain/search-query.ts";
import {
  isRangeOperator,
  isTagGroup,
  type TagCondition,
  type TagQuery,
} from "../../../src/domain/tag-query.ts";
import { WORKSPACE_ID } from "../data/workload.ts";
import type { Answer, SearchInstance } from "./search-instance.ts";

const COLUMNS =
  "id, print_key, workspace_id, user_id, device_id, label, tag, quantity, width, test_print, created_at, " +
  "updated_at, deleted_at";

/**
 * The search as one would first write it on the same table: `->>` for tags, LIKE for `contains`, COUNT(*) and
 * LIMIT with OFFSET. LIKE folds the case of ASCII only, so a few of its answers are wrong.
 */
export class NaiveSearch {
  constructor(private readonly database: Database) {}

  /** Finds a page; its rows are read, and no JSON is made of them. */
  find({ query, offset, position }: SearchInstance): Answer {
    const parameters: SQLQueryBindings[] = [WORKSPACE_ID];
    const where = whereOf(query.filter, parameters);
    const [field = "", direction = ""] = query.orderBy.split(".");
    const column = field === "id" ? "id" : field === "updatedAt" ? "updated_at" : "created_at";
    const counted = this.all<{ total: number }>(
      `SELECT COUNT(*) AS total FROM print WHERE ${where}`,
      parameters,
    );
    let bounded = where;
    if (position !== null) {
      bounded += ` AND (${column}, id) ${direction === "desc" ? "<" : ">"} (?, ?)`;
      parameters.push(position.value, position.id);
    }
    const rows = this.all<{ id: number }>(
      `SELECT ${COLUMNS} FROM print WHERE ${bounded} ORDER BY ${column} ${direction}, id ${direction} LIMIT ? OFFSET ?`,
      [...parameters, query.pageSize, position === null ? offset : 0],
    );
    return { total: counted[0]?.total ?? 0, ids: rows.map(({ id }) => id) };
  }

  private all<Row>(text: string, parameters: readonly SQLQueryBindings[]): Row[] {
    return this.database.query<Row, SQLQueryBindings[]>(text).all(...parameters);
  }
}

/** Operators of ranges in SQL. */
const SIGNS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

function whereOf(filter: SearchInstance["query"]["filter"], parameters: SQLQueryBindings[]): string {
  const { deleted, from, to, tag } = filter;
  const parts = ["workspace_id = ?"];
  if (deleted !== "any") parts.push(`deleted_at IS ${deleted ? "NOT NULL" : "NULL"}`);
  if (from !== undefined) parts.push(bound("created_at >= ?", from, parameters));
  if (to !== undefined) parts.push(bound("created_at <= ?", to, parameters));
  const columns = { printKey: "print_key", label: "label", deviceId: "device_id" } as const;
  for (const [field, column] of Object.entries(columns)) {
    const wanted = filter[field as keyof typeof columns];
    if (wanted !== undefined) parts.push(comparison(column, wanted, parameters));
  }
  if (tag !== undefined) parts.push(tagText(tag, parameters));
  return parts.join(" AND ");
}

function tagText(query: TagQuery, parameters: SQLQueryBindings[]): string {
  if (isTagGroup(query)) {
    return `(${query.entries.map((entry) => tagText(entry, parameters)).join(` ${query.join} `)})`;
  }
  return comparison(`tag ->> '$."${query.key}"'`, query, parameters);
}

function comparison(
  left: string,
  { op, value }: StringFilter | TagCondition,
  parameters: SQLQueryBindings[],
): string {
  if (isRangeOperator(op))
    return bound(`CAST(${left} AS REAL) ${SIGNS[op]} CAST(? AS REAL)`, value, parameters);
  if (op === "contains") return bound(`${left} LIKE ?`, `%${value}%`, parameters);
  return bound(`${left} ${op === "eq" ? "=" : "<>"} ?`, value, parameters);
}

function bound(text: string, value: SQLQueryBindings, parameters: SQLQueryBindings[]): string {
  parameters.push(value);
  return text;
}
