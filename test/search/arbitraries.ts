import fc from "fast-check";
import { ORDERS, type SearchFilter, type SearchQuery } from "../../src/domain/search-query.ts";
import type { Where, WhereCondition } from "../../src/domain/where.ts";
import { FILTER_OPERATORS, RANGE_OPERATORS, type TagQuery } from "../../src/domain/tag-query.ts";

/** Texts that have broken searches before: quotes, wildcards, escapes, case pairs, emoji, CJK, controls. */
const CHARACTERS =
  "aAbB01 '\"%_*?\\/.$[](){},:;=+&<>#@!|~^`-éÉèÈüÜßẞñÑçÇøØÅåİıſKΣσςΑαΆάέΫϋЖжЁёИи日本語漢字한국어ไทย😀👍🏽🇦🇹";
const SEQUENCES = [
  "e\u0301",
  "u\u0308",
  "\u0308",
  "J\u030c",
  "ǰ",
  "\u1112\u1161\u11ab",
  "ﬁ",
  "\u0000",
  "\t",
  "\n",
  "\u200d",
  "\ufeff",
  "\u2028",
];
const WORDS = [
  "order",
  "Order",
  "ORDER",
  "STRASSE",
  "straße",
  "ΣΊΣΥΦΟΣ",
  "σίσυφος",
  "CAFÉ",
  "café",
  "cafe\u0301",
  "Küche",
  "KU\u0308CHE",
  "null",
  "undefined",
  "10013",
  "2001",
  "200-1",
];
const PARTS = [...CHARACTERS, ...SEQUENCES, ...WORDS];

/** A text of a few such parts; often short, often empty, so that equal values and substrings are common. */
export const text = fc
  .array(fc.constantFrom(...PARTS), { maxLength: 4 })
  .map((parts) => parts.join("").toWellFormed());

/** Tag keys that have meant something else to someone: object prototypes, JSON paths, quotes. */
const PROTOTYPE_KEYS = ["__proto__", "constructor", "toString", "hasOwnProperty"];
const PATH_KEYS = ["a.b", "$", "$.a", "x[0]", "[0]", "0", "10", '"', "'", "\\", "%", "_", "\u0000", "value"];
const PLAIN_KEYS = ["a", "A", "é", "É", "σ", "ς", "😀", "日本", "key with space"];

export const tagKey = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PROTOTYPE_KEYS, ...PATH_KEYS, ...PLAIN_KEYS) },
  { weight: 1, arbitrary: text.filter((key) => key.length > 0) },
);

/** Values that have an order, written in several ways, and some that nearly have one. */
const NUMBERS = [
  "0",
  "-0",
  "00.0",
  "1",
  "01",
  "1.0",
  "+1",
  "10",
  "9",
  "9.99",
  "-1",
  "-1.5",
  "0.30000000000000001",
  "0.3",
];
const LARGE_NUMBERS = ["9007199254740993", "9007199254740992", "123456789012345678901234567890.5"];
const DATES = [
  "2026-11-22",
  "2026-11-22T00:00Z",
  "2026-11-22T01:00+01:00",
  "2026-11-21",
  "2026-11-22T00:00:00.0019Z",
];
const NEARLY = ["1.", ".5", "1e3", "1,5", "--1", "+", "", "2026-02-30", "2026-11", "1 ", "١"];

const ordered = fc.constantFrom(...NUMBERS, ...LARGE_NUMBERS, ...DATES);

/** The value of a tag. */
export const tagValue = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: fc.oneof(ordered, fc.constantFrom(...NEARLY)) },
);

export const tags = fc.uniqueArray(fc.tuple(tagKey, tagValue), { maxLength: 6, selector: ([key]) => key });

/** Milliseconds of a short day, so that bounds often hit a print exactly. */
export const instant = fc.integer({ min: 1_000_000, max: 1_000_400 });

const operator = fc.constantFrom(...FILTER_OPERATORS);
const stringFilter = fc.record({ op: operator, value: text });
const condition = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: operator, key: tagKey, value: tagValue }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constantFrom(...RANGE_OPERATORS), key: tagKey, value: ordered }),
  },
);

const group = (entry: fc.Arbitrary<TagQuery>): fc.Arbitrary<TagQuery> =>
  fc.record({ join: fc.constantFrom("and", "or"), entries: fc.array(entry, { maxLength: 4 }) });

const levelThree = group(condition);
const levelTwo = group(fc.oneof(condition, levelThree));
export const tagQuery: fc.Arbitrary<TagQuery> = fc.oneof(
  condition,
  group(condition),
  group(fc.oneof(condition, levelTwo)),
);

const PRINT_FILTERS = {
  printKey: stringFilter,
  label: stringFilter,
  deviceId: stringFilter,
  tag: tagQuery,
  from: instant,
  to: instant,
};

/** One or two filters at a time. */
const whereCondition: fc.Arbitrary<WhereCondition> = fc
  .tuple(
    fc.record({ ...PRINT_FILTERS, is: fc.constantFrom("deleted" as const, "test" as const) }),
    fc.subarray(["printKey", "label", "deviceId", "tag", "from", "to", "is"] as const, { maxLength: 2 }),
  )
  .map(([all, kept]) => Object.fromEntries(kept.map((name) => [name, all[name]])));

/** Groups and opposites of conditions, some levels deep. */
export const where: fc.Arbitrary<Where> = fc.letrec<{ any: Where }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    whereCondition,
    fc.record({
      join: fc.constantFrom("and" as const, "or" as const),
      entries: fc.array(tie("any"), { maxLength: 3 }),
    }),
    fc.record({ not: tie("any") }),
  ),
})).any;

const filter: fc.Arbitrary<SearchFilter> = fc.record(
  { ...PRINT_FILTERS, where, deleted: fc.constantFrom(true, false, "any" as const) },
  { requiredKeys: ["deleted"] },
);

/** Few filters at a time: with all of them nothing would ever match. */
const sparseFilter = fc
  .tuple(
    filter,
    fc.subarray(["printKey", "label", "deviceId", "tag", "from", "to", "where"] as const, { maxLength: 2 }),
  )
  .map(([all, kept]): SearchFilter => {
    const sparse: Record<string, unknown> = { deleted: all.deleted };
    for (const name of kept) if (all[name] !== undefined) sparse[name] = all[name];
    return sparse as unknown as SearchFilter;
  });

/** Words of receipts, some with white space of several kinds around them, and letters with cases. */
const RECEIPT_WORDS = [
  "flat",
  "White",
  "FLAT  WHITE",
  "7.50",
  "\t",
  " ",
  "x",
  "1",
  "total:",
  "É",
  "no\u00a0",
  "20013",
  "7001-x",
];

const receiptWords = fc.array(fc.constantFrom(...RECEIPT_WORDS), { maxLength: 4 });

/** A part of a receipt's text. */
export const textPart = receiptWords.map((some) => some.join(""));

/** The lines of a receipt; none has white space that a printer would not print as blanks. */
export const paper = fc.array(
  receiptWords.map((some) => some.join(" ").replace(/[\t\u00a0]/g, "  ")),
  { maxLength: 3 },
);

export const searchQuery: fc.Arbitrary<SearchQuery> = fc.record({
  filter: sparseFilter,
  orderBy: fc.constantFrom(...ORDERS),
  page: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 9 })),
  pageSize: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 7 })),
});

const withText = (query: SearchQuery, parts: readonly string[]): SearchQuery => ({
  ...query,
  filter: { ...query.filter, text: parts },
});

/** The same parts as conditions of a `where`: on the receipt or in the label, and now and then not. */
const withWords = (query: SearchQuery, parts: readonly string[], isNot: boolean): SearchQuery => {
  const words = parts.map((part): Where => {
    const label = { op: "contains" as const, value: part };
    return { join: "or", entries: [{ text: [part] }, { label }] };
  });
  const all: Where = { join: "and", entries: words };
  return { ...query, filter: { ...query.filter, where: isNot ? { not: all } : all } };
};

/** A search in the text of receipts, among other filters. */
export const textQuery: fc.Arbitrary<SearchQuery> = fc
  .tuple(
    searchQuery,
    fc.array(textPart, { minLength: 1, maxLength: 2 }),
    fc.constantFrom("text", "words", "not" as const),
  )
  .map(([query, parts, form]) =>
    form === "text" ? withText(query, parts) : withWords(query, parts, form === "not"),
  );
