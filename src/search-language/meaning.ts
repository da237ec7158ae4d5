import type { TagCondition } from "../contract/tag-query.ts";
import type { GivenWhere } from "../contract/where.ts";
import { formatInstant } from "../domain/instant.ts";
import type { FilterOperator, RangeOperator } from "../domain/tag-query.ts";
import type { PrintState } from "../domain/where.ts";
import { isoDayOf, wallTimeOf } from "./calendar.ts";
import { type DateContext, type Period, readDate } from "./dates.ts";
import type { FaultCode } from "./faults.ts";
import {
  DELETED_WORDS,
  type KeyMeaning,
  PRESENCES,
  SEARCH_KEYS,
  type SearchKey,
  searchKey,
  type TimeBound,
} from "./keys.ts";
import { nearest } from "./nearest.ts";
import type { Operator, Term } from "./tokens.ts";

/** What is known of a workspace's prints, for reading a search and for offering what may come next. */
export interface SearchContext extends DateContext {
  /** Keys of tags; `null` where they are not known (yet). */
  readonly tagKeys: { readonly names: readonly string[]; readonly isComplete: boolean } | null;
  /** Printers, and the device that prints which came in by them have. */
  readonly printers: readonly { readonly name: string; readonly deviceId: string }[];
  /** Which of the words for a date are offered: those in English, or in German. Both are read. */
  readonly dateWords?: 0 | 1;
}

/** A fault of one term; where, and what it was meant to be, is for the caller to say. */
export interface TermFault {
  readonly code: FaultCode;
  readonly isHint: boolean;
  readonly values: Readonly<Record<string, string>>;
  /** The term as it was meant. */
  readonly meant: Term | null;
}

/** What a term asks for. */
export type Asked =
  | { readonly kind: "where"; readonly where: GivenWhere }
  | { readonly kind: "deleted"; readonly deleted: boolean | "any" };

export interface TermMeaning {
  /** `null` for what asks for nothing. */
  readonly asked: Asked | null;
  readonly faults: readonly TermFault[];
}

const FIELD_OPERATORS: Readonly<Partial<Record<Operator, FilterOperator>>> = {
  "=": "eq",
  "!=": "neq",
  "~": "contains",
};
const RANGES: Readonly<Partial<Record<Operator, RangeOperator>>> = {
  ">": "gt",
  ">=": "gte",
  "<": "lt",
  "<=": "lte",
};

/** What a term means. @param written the term's text */
export function meaningOf(term: Term, written: string, isBare: boolean, context: SearchContext): TermMeaning {
  if (term.kind === "word") return wordMeaning(term.value);
  if (term.kind === "tag") return tagMeaning(term, term.key, context);
  const row = isBare ? undefined : searchKey(term.key);
  const isEmpty = term.value === "" && term.operator !== "*";
  // Of "From: the kitchen" the colon is one of a sentence.
  if (row !== undefined && !(isEmpty && row.key !== term.key)) return keyMeaning(term, row, context);
  const known = knownTag(term.key, context);
  if (known !== null && !(isEmpty && known !== term.key)) return tagMeaning(term, known, context);
  return isBare ? wordMeaning(written) : unknownMeaning(term, written, context);
}

/** Words are on the receipt or in the label: a person does not know which of the two has them. */
function wordMeaning(text: string): TermMeaning {
  if (text === "") return { asked: null, faults: [] };
  return asks({ or: [{ text }, { label: { op: "contains", value: text } }] });
}

function asks(where: GivenWhere): TermMeaning {
  return { asked: { kind: "where", where }, faults: [] };
}

function isWrong(code: FaultCode, values: TermFault["values"], meant: Term | null = null): TermMeaning {
  return { asked: null, faults: [{ code, isHint: false, values, meant }] };
}

/** A tag by its key as prints have it: exactly so, or the only one that differs in case alone. */
function knownTag(key: string, { tagKeys }: SearchContext): string | null {
  const names = tagKeys?.names ?? [];
  if (names.includes(key)) return key;
  const alike = names.filter((name) => name.toLowerCase() === key.toLowerCase());
  return alike.length === 1 ? (alike[0] as string) : null;
}

/** A key that nothing has: mistyped, of a tag that is not known, or no key at all. */
function unknownMeaning(term: Term, written: string, context: SearchContext): TermMeaning {
  const { key, value } = term;
  // An address, a time, a sentence.
  const isSentence = value === "" && term.operator === "";
  if (isSentence || value.startsWith("//") || /^\d+$/.test(key)) return wordMeaning(plain(written));
  const { tagKeys } = context;
  const meant = nearest(key, [...KEYS, ...(tagKeys?.names ?? [])]);
  if (meant !== null) {
    const meantTerm: Term = { ...term, key: meant };
    return isWrong("unknownKey", { key, suggestion: `${meant}:` }, meantTerm);
  }
  if (tagKeys === null || !tagKeys.isComplete) return tagMeaning(term, key, context);
  const { asked } = wordMeaning(plain(written));
  return {
    asked,
    faults: [{ code: "wordNotKey", isHint: true, values: { key, text: written }, meant: null }],
  };
}

const KEYS = SEARCH_KEYS.map(({ key }) => key);

function plain(written: string): string {
  return written.replaceAll('"', "");
}

function keyMeaning(term: Term, row: SearchKey, context: SearchContext): TermMeaning {
  const { operator, value } = term;
  const { key, meaning, example } = row;
  if (operator !== "" && !row.operators.includes(operator)) {
    const values = { operator, key: `${key}:`, example };
    // Of a day that is to be after another, it is clear what was meant.
    const bound = meaning.kind === "time" ? TIME_OPERATORS[operator] : undefined;
    return isWrong(
      "noSuchOperator",
      values,
      bound === undefined ? null : { ...term, key: bound, operator: "" },
    );
  }
  if (value === "" && operator !== "*" && operator !== "=")
    return isWrong("missingValue", { key: `${key}:`, example });
  switch (meaning.kind) {
    case "field": {
      const op = operator === "*" ? "contains" : (FIELD_OPERATORS[operator] ?? meaning.byDefault);
      return asks({ [meaning.field]: { op, value } });
    }
    case "printer":
      return printerMeaning(term, context);
    case "text":
      return asks({ text: value });
    case "time":
      return timeMeaning(term, meaning.bound, context);
    case "state":
    case "presence":
    case "deleted":
      return wordedMeaning(term, key, meaning, context);
  }
}

const TIME_OPERATORS: Readonly<Partial<Record<Operator, TimeBound>>> = {
  ">": "after",
  ">=": "from",
  "<": "before",
  "<=": "to",
  "=": "on",
};

function printerMeaning(term: Term, { printers }: SearchContext): TermMeaning {
  const { value, operator } = term;
  const printer = printers.find(({ name }) => name.toLowerCase() === value.toLowerCase());
  const op = operator === "!=" ? "neq" : "eq";
  const meaning = asks({ deviceId: { op, value: printer?.deviceId ?? value } });
  const near =
    printer === undefined
      ? nearest(
          value,
          printers.map(({ name }) => name),
        )
      : null;
  if (near === null) return meaning;
  const meant = { ...term, value: near };
  const values = { key: "printer", value, suggestion: near };
  return { ...meaning, faults: [{ code: "noSuchValue", isHint: true, values, meant }] };
}

type Worded = Extract<KeyMeaning, { readonly words: readonly string[] }>;

function wordedMeaning(
  term: Term,
  key: string,
  { kind, words }: Worded,
  context: SearchContext,
): TermMeaning {
  const word = term.value.toLowerCase();
  if (words.includes(word)) {
    if (kind === "state") return asks({ is: word as PrintState });
    if (kind === "presence") return asks({ [PRESENCES[word] as string]: { op: "contains", value: "" } });
    const deleted = { no: false, only: true, any: "any" as const }[word as (typeof DELETED_WORDS)[number]];
    return { asked: { kind: "deleted", deleted }, faults: [] };
  }
  const others = kind === "presence" ? (context.tagKeys?.names ?? []) : [];
  const known = others.find((name) => name === term.value) ?? knownTag(term.value, context);
  if (kind === "presence" && (known !== null || context.tagKeys === null || !context.tagKeys.isComplete))
    return asks({ tag: { op: "contains", key: known ?? term.value, value: "" } });
  const near = nearest(word, [...words, ...others]);
  const values = { key: `${key}:`, value: term.value };
  return near === null
    ? isWrong("notAWord", { ...values, words: [...words, ...others].join(", ") })
    : isWrong("notAWordBut", { ...values, suggestion: `${key}:${near}` }, { ...term, value: near });
}

function timeMeaning(term: Term, bound: TimeBound, context: SearchContext): TermMeaning {
  const { value, operator } = term;
  const [first = "", last = first] = operator === ".." ? value.split("..") : [value];
  const [begin, end] = [readDate(first, context), readDate(last, context)];
  if (begin === null || end === null) return isWrong("notADate", { value: begin === null ? first : last });
  const { from, to } = boundsOf(bound, begin, end);
  return asks({
    ...(from !== null && { from: formatInstant(from) }),
    ...(to !== null && { to: formatInstant(to) }),
  });
}

/** The inclusive bounds of the time of creation, epoch milliseconds. */
function boundsOf(bound: TimeBound, begin: Period, end: Period): { from: number | null; to: number | null } {
  switch (bound) {
    case "from":
      return { from: begin.from, to: null };
    case "to":
      return { from: null, to: end.end - 1 };
    case "after":
      return { from: begin.end, to: null };
    case "before":
      return { from: null, to: begin.from - 1 };
    case "on":
      return { from: begin.from, to: end.end - 1 };
  }
}

function tagMeaning(term: Term, key: string, context: SearchContext): TermMeaning {
  const { operator, value, kind } = term;
  if (key === "") return isWrong("missingTag", {});
  if (operator === "*") return asks({ tag: { op: "contains", key, value: "" } });
  if (operator === "..") return rangeMeaning(term, key, context);
  const range = RANGES[operator];
  if (range !== undefined) {
    const ordered = orderedValue(value, context);
    if (ordered !== null) return asks({ tag: { op: range, key, value: ordered } });
    const point = value.replace(",", ".");
    const meant = isDecimal(point) ? { ...term, value: point } : null;
    return isWrong("notARange", { key, operator, value }, meant);
  }
  // Of `tag:orderId=` the empty value is meant.
  if (value === "" && kind === "key" && operator === "")
    return isWrong("missingValue", { key: `${key}:`, example: `${key}:1001` });
  return asks({ tag: { op: FIELD_OPERATORS[operator] ?? "eq", key, value } });
}

function rangeMeaning(term: Term, key: string, context: SearchContext): TermMeaning {
  const [first = "", last = ""] = term.value.split("..");
  const [from, to] = [orderedValue(first, context), orderedValue(last, context)];
  if (from === null || to === null)
    return isWrong("notARange", { key, operator: "", value: from === null ? first : last });
  const bounds: TagCondition[] = [
    { op: "gte", key, value: from },
    { op: "lte", key, value: to },
  ];
  return asks({ tag: { and: bounds } });
}

/** Whether a text is a number as searches compare them. */
export function isDecimal(text: string): boolean {
  return /^[+-]?[0-9]+(?:\.[0-9]+)?$/.test(text);
}

/** A value that has an order, as ranges of tags take it: a number, or a date. @returns `null` for any other */
function orderedValue(value: string, context: SearchContext): string | null {
  if (isDecimal(value)) return value;
  const period = readDate(value, context);
  if (period === null) return null;
  if (/^\d{4}-\d{2}-\d{2}(?:$|t)/i.test(value)) return value;
  return period.isMoment ? formatInstant(period.from) : isoDayOf(wallTimeOf(period.from, context.timeZone));
}
