import { isTagGroup, isRangeOperator, type TagQuery } from "../../../src/domain/tag-query.ts";
import type { SearchFilter } from "../../../src/domain/search-query.ts";
import type { ChainPrint } from "../data/chain.ts";
import { WORKSPACE_ID } from "../data/workload.ts";
import type { SearchInstance } from "../search/search-instance.ts";

type Field = string | number | boolean | null;

const COLUMNS = ["printKey", "deviceId", "label"] as const;
/** Filters that are asked of Lucene. */
const ASKED: ReadonlySet<string> = new Set(["deleted", "from", "to", "tag", ...COLUMNS]);

/** A number as tags are compared with by range; times are not asked of Lucene. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** A line of fields that tabs part. `\N` stands for nothing. */
export function lineOf(fields: readonly Field[]): string {
  return fields.map(escaped).join("\t");
}

/** A print as a row: the columns that are searched, the number of others and these, and keys and values of tags. */
export function rowOf(print: ChainPrint): string {
  const { id, workspaceId, createdAt, updatedAt, deletedAt, printKey, deviceId, label, tags } = print;
  const searched = [id, workspaceId, createdAt, updatedAt, deletedAt, printKey, deviceId, label];
  const others = [print.userId, print.quantity, print.width, print.testPrint];
  return lineOf([...searched, others.length, ...others, ...Object.entries(tags).flat()]);
}

/** A search as a question; `null` when it cannot be asked so that the answer is exact. */
export function questionOf({ query, offset, position }: SearchInstance): string | null {
  const { filter, orderBy, pageSize } = query;
  const { deleted, from = null, to = null, tag } = filter;
  if (!isAsked(filter)) return null;
  const fields: Field[] = ["find", WORKSPACE_ID, deleted, from, to, ...orderBy.split("."), offset, pageSize];
  fields.push(position?.value ?? null, position?.id ?? null);
  for (const name of COLUMNS) {
    const wanted = filter[name];
    if (wanted !== undefined) fields.push("field", name, wanted.op, wanted.value);
  }
  if (tag !== undefined) fields.push(...conditionOf(tag));
  return lineOf(fields);
}

function isAsked(filter: SearchFilter): boolean {
  const given = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : name));
  return given.every((name) => ASKED.has(name)) && (filter.tag === undefined || isExact(filter.tag));
}

function isExact(query: TagQuery): boolean {
  if (isTagGroup(query)) return query.entries.every(isExact);
  return !isRangeOperator(query.op) || NUMBER.test(query.value);
}

function conditionOf(query: TagQuery): Field[] {
  if (!isTagGroup(query)) return ["tag", query.key, query.op, query.value];
  return [query.join, query.entries.length, ...query.entries.flatMap(conditionOf)];
}

function escaped(field: Field): string {
  if (field === null) return String.raw`\N`;
  return String(field)
    .replaceAll("\\", String.raw`\\`)
    .replaceAll("\t", String.raw`\t`)
    .replaceAll("\n", String.raw`\n`)
    .replaceAll("\r", String.raw`\r`);
}
