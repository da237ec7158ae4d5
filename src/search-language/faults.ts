import type { Place } from "./tokens.ts";

/**
 * What may be wrong with a search, or should be known of it, as sentences in English. What is in braces is given with the
 * fault. The dashboard's texts in other languages have the same keys.
 */
export const FAULT_SENTENCES = {
  unknownKey: 'There is no key "{key}". Did you mean {suggestion}?',
  wordNotKey: 'No print has a tag "{key}"; "{text}" is looked for as words.',
  missingValue: "Write what you look for after {key}, such as {example}.",
  missingTag: "Write a tag as tag:orderId=1001.",
  notADate: '"{value}" is no date. Write one such as 2026-01-31, yesterday, last-week or 7d.',
  notARange: 'Write a number or a date after {operator}, such as {key}:{operator}12.50; "{value}" is none.',
  notAWord: '"{value}" cannot stand after {key}: write one of {words}.',
  notAWordBut: '"{value}" cannot stand after {key}. Did you mean {suggestion}?',
  noSuchOperator: "{operator} cannot stand after {key}: write {example}.",
  noSuchValue: 'No print has {key} "{value}". Did you mean {suggestion}?',
  openBracket: "A bracket is open: it needs a ) at its end.",
  emptyGroup: "There is nothing in the brackets.",
  nothingToJoin: "{text} needs something on both sides; in quotes it is a word.",
  tooMany: "That is too much for one search: at most {most} conditions are looked for.",
  tooDeep: "Brackets can be at most {most} deep.",
  endsBeforeBegin: "Nothing can be found: the time ends before it begins.",
} as const;

export type FaultCode = keyof typeof FAULT_SENTENCES;

/** What is wrong with a search, or should be known of it. */
export interface SearchFault extends Place {
  readonly code: FaultCode;
  /** A hint does not keep the search from being done. */
  readonly isHint: boolean;
  /** What the sentence's braces hold. */
  readonly values: Readonly<Record<string, string>>;
  /** The whole text as it was most likely meant; `null` where that is not known. */
  readonly suggestion: string | null;
}

/** A fault in English. */
export function sentenceOf({ code, values }: SearchFault): string {
  return FAULT_SENTENCES[code].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}
