import { type SQL, sql } from "drizzle-orm";
import { fold } from "../../domain/text.ts";

/*
 * Texts as they are compared. What is of ASCII all databases put into lower case alike, so it is folded where it is looked at.
 * Other texts are stored folded by us.
 */

// oxlint-disable-next-line no-control-regex -- these are what all databases put into lower case alike
const ASCII = /^[\x01-\x7f]*$/;

/** Whether a text is stored folded beside itself; so are all texts that hold it. */
export function isFoldedApart(text: string): boolean {
  return !ASCII.test(text);
}

/** A text folded, where it is stored so beside itself; `null` where it is not. */
export function foldedApart(text: string | null): string | null {
  return text === null || !isFoldedApart(text) ? null : fold(text);
}

/** The same as {@link isFoldedApart} of a stored text: U+0000 is stored as characters beyond ASCII. */
export function isStoredFolded(text: SQL): SQL {
  return sql`octet_length(${text}) <> char_length(${text})`;
}

/** A text of ASCII folded. */
export function foldedAscii(text: SQL): SQL {
  return sql`lower(${text} COLLATE "C")`;
}

/** A text folded, of its columns. @param stored the one that has it folded; NULL where it is not stored */
export function foldedColumn(stored: SQL, text: SQL): SQL {
  return sql`coalesce(${stored}, ${foldedAscii(text)})`;
}

/** Whether a folded text holds a part, which is folded too. */
export function holdsPart(text: SQL, part: string): SQL {
  return sql`strpos(${text}, ${part}) > 0`;
}
