/*
 * CSV as RFC 4180 has it: commas, quotes where they are needed, CRLF. Spreadsheets run what begins like a formula, so a text
 * that does gets an apostrophe before it. One that begins with an apostrophe gets one too: who takes one away from the
 * beginning of each text has what was stored.
 */

/** What spreadsheets take for the beginning of a formula, some after characters that they leave out; and our own mark. */
const DANGEROUS = /^[=+\-@\t\r\n'\uff1d\uff0b\uff0d\uff20]/;

/** A number is calculated with, and is no formula. */
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;

/** The byte order mark, by which Excel knows UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** A text of a client that a spreadsheet can open without running it. */
export function guarded(text: string): string {
  return DANGEROUS.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** The text before {@link guarded}. */
export function unguarded(text: string): string {
  return text.startsWith("'") ? text.slice(1) : text;
}

/** A record with its line end. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
