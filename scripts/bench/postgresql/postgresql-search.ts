import type { SQL } from "bun";
import type { SearchFilter, StringFilter } from "../../../src/domain/search-query.ts";
import {
  isRangeOperator,
  isTagGroup,
  type TagCondition,
  type TagQuery,
} from "../../../src/domain/tag-query.ts";
import { WORKSPACE_ID } from "../data/workload.ts";
import type { Answer, SearchInstance } from "../search/search-instance.ts";
import { KEYS_OF_ALL } from "./load-prints.ts";

type Parameter = string | number;

interface Row {
  readonly id: unknown;
}

/** The search in the SQL that suits PostgreSQL and the indexes of `load-prints.ts` best. */
export class PostgresqlSearch {
  constructor(private readonly sql: SQL) {}

  /** Finds a page; its rows are read, and no JSON is made of them. */
  async find({ query, offset, position }: SearchInstance): Promise<Answer> {
    const parameters: Parameter[] = [WORKSPACE_ID];
    const where = whereOf(query.filter, parameters);
    const [field = "", direction = ""] = query.orderBy.split(".");
    const column = field === "id" ? "id" : field === "updatedAt" ? "updated_at" : "created_at";
    const count = this.sql
      .unsafe(`SELECT count(*) AS total FROM print WHERE ${where}`, [...parameters])
      .execute();
    let bounded = where;
    if (position !== null) {
      const beyond = direction === "desc" ? "<" : ">";
      bounded += ` AND (${column}, id) ${beyond} ($${parameters.length + 1}, $${parameters.length + 2})`;
      parameters.push(position.value, position.id);
    }
    const total = async () => Number(((await count) as { total: unknown }[])[0]?.total);
    const page = {
      where: bounded,
      parameters,
      column,
      isDescending: direction === "desc",
      limit: query.pageSize,
    };
    if (position !== null || offset === 0) {
      // Sent together: the second does not wait for the first one's answer.
      const rows = this.rows({ ...page, offset: 0 });
      return { total: await total(), ids: idsOf(await rows) };
    }
    return this.deepPage(page, offset, await total());
  }

  /** Counted from whichever end is nearer: from the other one the last page would be a walk over everything. */
  private async deepPage(page: Omit<PageQuery, "offset">, offset: number, total: number): Promise<Answer> {
    const limit = Math.min(page.limit, total - offset);
    if (limit <= 0) return { total, ids: [] };
    const behind = total - offset - limit;
    if (offset <= behind) return { total, ids: idsOf(await this.rows({ ...page, limit, offset })) };
    const rows = await this.rows({ ...page, limit, offset: behind, isDescending: !page.isDescending });
    return { total, ids: idsOf(rows).toReversed() };
  }

  private async rows({ where, parameters, column, isDescending, limit, offset }: PageQuery): Promise<Row[]> {
    const direction = isDescending ? "DESC" : "ASC";
    const order = column === "id" ? `id ${direction}` : `${column} ${direction}, id ${direction}`;
    const end = `WHERE ${where} ORDER BY ${order} LIMIT ${limit}`;
    // The rows in front of a deep page are not read, as long as an index alone can tell their order.
    const text =
      offset === 0
        ? `SELECT * FROM print ${end}`
        : `SELECT * FROM print WHERE id = ANY(ARRAY(SELECT id FROM print ${end} OFFSET ${offset})) ORDER BY ${order}`;
    return (await this.sql.unsafe(text, [...parameters]).execute()) as Row[];
  }
}

interface PageQuery {
  readonly where: string;
  readonly parameters: readonly Parameter[];
  readonly column: string;
  readonly isDescending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** PostgreSQL's bigint comes as text. */
function idsOf(rows: readonly Row[]): number[] {
  return rows.map(({ id }) => Number(id));
}

/** Operators of ranges in SQL. */
const SIGNS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

function whereOf(filter: SearchFilter, parameters: Parameter[]): string {
  const { deleted, from, to, tag } = filter;
  const bind = (value: Parameter) => `$${parameters.push(value)}`;
  const parts = ["workspace_id = $1"];
  if (deleted !== "any") parts.push(`deleted_at IS ${deleted ? "NOT NULL" : "NULL"}`);
  if (from !== undefined) parts.push(`created_at >= ${bind(from)}`);
  if (to !== undefined) parts.push(`created_at <= ${bind(to)}`);
  const columns = { printKey: "print_key", label: "label", deviceId: "device_id" } as const;
  for (const [field, column] of Object.entries(columns)) {
    const wanted = filter[field as keyof typeof columns];
    if (wanted !== undefined) parts.push(comparison(column, wanted, bind));
  }
  if (tag !== undefined) parts.push(tagText(tag, bind));
  return parts.join(" AND ");
}

function tagText(query: TagQuery, bind: (value: Parameter) => string): string {
  if (isTagGroup(query)) {
    return `(${query.entries.map((entry) => tagText(entry, bind)).join(` ${query.join} `)})`;
  }
  if (query.op === "eq") return `tag @> ${bind(JSON.stringify({ [query.key]: query.value }))}::text::jsonb`;
  // The key as it stands in the indexes' expressions; a parameter would not be recognised.
  const text = comparison(`(tag ->> '${query.key.replaceAll("'", "''")}')`, query, bind);
  const isRare = query.op === "neq" && !KEYS_OF_ALL.includes(query.key);
  return isRare ? `(tag ? ${bind(query.key)} AND ${text})` : text;
}

function comparison(
  left: string,
  { op, value }: StringFilter | TagCondition,
  bind: (value: Parameter) => string,
): string {
  if (isRangeOperator(op)) return `${left}::numeric ${SIGNS[op]} ${bind(value)}::text::numeric`;
  if (op === "contains")
    return `lower(${left}) LIKE lower(${bind(`%${value.replaceAll(/[\\%_]/g, "\\$&")}%`)})`;
  return `${left} ${op === "eq" ? "=" : "<>"} ${bind(value)}`;
}
