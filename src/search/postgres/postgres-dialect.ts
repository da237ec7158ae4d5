import { type SQL, sql } from "drizzle-orm";
import type { FilteredField } from "../../contract/print-fields.ts";
import { isRangeOperator, type TagCondition } from "../../domain/tag-query.ts";
import { fold } from "../../domain/text.ts";
import { columnName } from "../../storage/column-name.ts";
import { foldedColumn, holdsPart, isFoldedApart } from "../../storage/postgres/folded-text.ts";
import { jsonbOf } from "../../storage/postgres/text-escape.ts";
import type { SearchDialect } from "../search-dialect.ts";
import { isInRange } from "./range-sql.ts";

/** U+0000 and what sorts between it and the next character, as `escapeText` stores the one, and as a text sorts. */
const STORED_ZERO = sql.raw("chr(64976) || chr(64977) || chr(64977)");

/** How texts are searched for a part: by an index of trigrams, or print by print. */
export type ContainsBy = "trigrams" | "scan";

/** What a search's SQL is of PostgreSQL's own: columns that were folded by us, and tags as `jsonb`. */
export function postgresDialect(containsBy: ContainsBy): SearchDialect {
  return {
    isThere: sql`print.removed_at IS NULL`,
    contains: (field, part) => fieldContains(field, fold(part), containsBy),
    tagHolds: (condition) => tagHolds(condition, containsBy),
    textHolds: (
      folded,
    ) => sql`EXISTS (SELECT 1 FROM print_text WHERE print_text.workspace_id = print.workspace_id
    AND print_text.print_id = print.id AND ${textContains(sql`print_text.lines`, folded, containsBy)})`,
    // An archive delivers nothing.
    isIn: (state) => (state === "test" ? sql`print.test_print = 1` : sql`false`),
    inOrder,
  };
}

/** A text as it is sorted: by code points. */
export function inOrder(text: SQL): SQL {
  return sql`replace(replace(${text}, chr(1), chr(1) || chr(2)), ${STORED_ZERO}, chr(1) || chr(1)) COLLATE "C"`;
}

function fieldContains(field: FilteredField, folded: string, containsBy: ContainsBy): SQL {
  const name = columnName(field);
  const holds = foldedHolds(sql.raw(`print.${name}_folded`), sql.raw(`print.${name}`), folded);
  return field === "label" ? narrowed(indexHolds(SEARCH_TEXT, folded, containsBy), holds) : holds;
}

/** The label and the values of the tags, in one text. */
const SEARCH_TEXT = sql`print.search_text`;

/**
 * Whether a text holds a part, which is folded. Where the text is not stored folded, each letter from A to Z makes the
 * difference, and nothing else does.
 * @param stored the text folded; NULL where it is not stored
 */
function foldedHolds(stored: SQL, text: SQL, part: string): SQL {
  if (isFoldedApart(part)) return holdsPart(stored, part);
  return holdsPart(foldedColumn(stored, text), part);
}

/** Whether a folded text holds a part. */
function textContains(text: SQL, folded: string, containsBy: ContainsBy): SQL {
  return narrowed(indexHolds(text, folded, containsBy), holdsPart(text, folded));
}

/** A condition that is looked at only where an index leaves it open. @param byIndex `null` where none is to be asked */
function narrowed(byIndex: SQL | null, holds: SQL): SQL {
  return byIndex === null ? holds : sql`(${byIndex} AND ${holds})`;
}

/**
 * Whether a folded text holds a part, or is one of the few of which an index of trigrams cannot tell.
 * @returns `null` where no index is to be asked: LIKE takes twice the time of `strpos` then. A part without three letters or digits in
 *   a row has no trigram: the whole index would be gone over for it
 */
function indexHolds(text: SQL, folded: string, containsBy: ContainsBy): SQL | null {
  if (containsBy !== "trigrams" || !/[a-z0-9]{3}/.test(folded)) return null;
  return sql`${text} LIKE ${likeAll(soughtWords(folded) ?? [folded])}`;
}

/**
 * The words of a part, where an index of trigrams is asked for these alone; `null` where it is asked for the whole part. The edges of
 * words are trigrams too, such as two blanks and a digit, and in most texts: to go over these takes three to twenty times as long as
 * all others. Of a part with a long number, which is in few texts, nothing else is asked for. Without its short words a part may be in
 * many more texts than with them.
 */
function soughtWords(folded: string): readonly string[] | null {
  const numbers = folded.match(/[0-9]{3,}/g) ?? [];
  if (numbers.some((number) => LONG_NUMBER.test(number))) return numbers;
  const words = folded.split(BETWEEN_WORDS).filter((word) => word !== "");
  return words[0] !== folded && words.every((word) => word.length >= 3) ? words : null;
}

/** Four digits or more, but for years: they are in all receipts. */
const LONG_NUMBER = /^(?!(19|20)..$)[0-9]{4,}$/;

/** What is no letter and no digit, whatever the database's locale says of the characters beyond ASCII. */
const BETWEEN_WORDS = /[^a-z0-9\u0080-\uffff]+/;

/** The pattern of a text that has all of some parts, in their order. */
function likeAll(parts: readonly string[]): string {
  return `%${parts.map((part) => part.replace(/[\\%_]/g, "\\$&")).join("%")}%`;
}

/** A print without the key has NULL for its value. */
function tagHolds({ op, key, value }: TagCondition, containsBy: ContainsBy): SQL {
  const own = tagValue(key);
  if (op === "eq") return sql`print.tag_values @> ${jsonbOf([[key, value]])}::text::jsonb`;
  if (op === "neq") return sql`${own} <> ${value}`;
  if (isRangeOperator(op)) return isInRange(own, op, value);
  const folded = fold(value);
  // Most prints are told by the one text that has all values: JSON is looked into for few.
  const holds = foldedHolds(sql`(print.tag_folded ->> ${key}::text)`, own, folded);
  const mayHold = indexHolds(SEARCH_TEXT, folded, containsBy) ?? holdsPart(SEARCH_TEXT, folded);
  return sql`(${mayHold} AND ${holds})`;
}

/** The value that prints have for a key; NULL for those without. */
export function tagValue(key: string): SQL {
  return sql`(print.tag_values ->> ${key}::text)`;
}
