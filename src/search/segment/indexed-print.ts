import { FILTERED_FIELDS, type FilteredField, type PrintFields } from "../../contract/print-fields.ts";

/** What the index holds of a print. Times are epoch milliseconds. */
export interface IndexedPrint extends Pick<PrintFields, FilteredField> {
  readonly id: number;
  readonly ordinal: number;
  /** JSON text of the tags. */
  readonly tag: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
  /** `null` for a print that was not removed for good. */
  readonly removalId: number | null;
}

/** Characters of the text that searches have a filter for, without tags. */
export function fieldCharacters(print: IndexedPrint): number {
  let characters = 0;
  for (const name of FILTERED_FIELDS) characters += print[name]?.length ?? 0;
  return characters;
}

/** Bytes that a print weighs in memory, roughly. */
export function weightOf(print: IndexedPrint): number {
  return 200 + fieldCharacters(print) + print.tag.length * 2;
}
