import { type SQL, sql } from "drizzle-orm";
import { isRangeOperator, type TagCondition } from "../../domain/tag-query.ts";
import { fold } from "../../domain/text.ts";
import { columnName } from "../../storage/column-name.ts";
import { jsonbOf } from "../../storage/postgres/text-escape.ts";
import type { SearchDialect } from "../search-dialect.ts";
import { isInRange } from "./range-sql.ts";

/** U+0000 and what sorts between it and the next character, as `escapeText` stores the one, and as a text sorts. */
const STORED_ZERO = sql.raw("chr(64976) || chr(64977) || chr(64977)");

/** What a search's SQL is of PostgreSQL's own: columns that were folded by us, and tags as `jsonb`. */
export const POSTGRES_SEARCH: SearchDialect = {
  isThere: sql`print.removed_at IS NULL`,
  // Not LIKE: it would have a whole index of trigrams gone over for the prints of a small shop.
  contains: (field, part) => sql`strpos(print.${sql.raw(columnName(field))}_folded, ${fold(part)}) > 0`,
  tagHolds,
  textHolds: (
    folded,
  ) => sql`EXISTS (SELECT 1 FROM print_text WHERE print_text.workspace_id = print.workspace_id
    AND print_text.print_id = print.id AND strpos(print_text.lines, ${folded}) > 0)`,
  // An archive delivers nothing.
  isIn: (state) => (state === "test" ? sql`print.test_print = 1` : sql`false`),
  inOrder: (text) =>
    sql`replace(replace(${text}, chr(1), chr(1) || chr(2)), ${STORED_ZERO}, chr(1) || chr(1)) COLLATE "C"`,
};

/** A print without the key has NULL for its value. */
function tagHolds({ op, key, value }: TagCondition): SQL {
  const own = tagValue(key);
  if (op === "eq") return sql`print.tag_values @> ${jsonbOf([[key, value]])}::text::jsonb`;
  if (op === "neq") return sql`${own} <> ${value}`;
  if (isRangeOperator(op)) return isInRange(own, op, value);
  return sql`strpos(print.tag_folded ->> ${key}::text, ${fold(value)}) > 0`;
}

/** The value that prints have for a key; NULL for those without. */
export function tagValue(key: string): SQL {
  return sql`(print.tag_values ->> ${key}::text)`;
}
