import { expect, test } from "bun:test";
import fc from "fast-check";
import { readSearchQuery } from "../../src/contract/search.ts";
import { Decimal } from "../../src/domain/decimal.ts";
import { isDecimal } from "../../src/search-language/meaning.ts";
import { readSearch } from "../../src/search-language/search.ts";
import { OPERATORS, type Term, tokensOf } from "../../src/search-language/tokens.ts";
import { type Expression, expressionOf, readTree } from "../../src/search-language/tree.ts";
import { writeExpression } from "../../src/search-language/write.ts";
import { CONTEXT } from "./search-context.ts";

/** What searches are made of, and what could be taken for it. */
const PIECES = [
  ..."ab1 \t\"'()-:~=<>!*.|,",
  "OR",
  "AND",
  "NOT",
  "..",
  '""',
  "tag:",
  "device:",
  "total",
  "is:deleted",
  "on:",
  "yesterday",
  "2026-11-22",
  "7d",
  "-(",
  "😀",
  "ß",
  "\u00a0",
];

const anyText = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(""));

const value = fc.oneof(
  anyText,
  fc.constantFrom("till-2", "flat white", "OR", "-5", "-x", '"', ")", "(", "a:b", "*", "1..2", ">5"),
);
const key = fc.oneof(
  fc.constantFrom("device", "order", "total", "from", "is", "a.b", "Straße"),
  anyText.filter((text) => text !== ""),
);

const term: fc.Arbitrary<Term> = fc.oneof(
  value.map((text): Term => ({ kind: "word", key: "", operator: "", value: text })),
  fc
    .record({
      kind: fc.constant("key" as const),
      key: key.filter((name) => name !== "tag"),
      operator: fc.constantFrom(...OPERATORS.filter((operator) => operator !== ".." && operator !== "*")),
      value,
    })
    .map((made): Term => made),
  fc.record({
    kind: fc.constant("tag" as const),
    key,
    operator: fc.constantFrom(
      "=" as const,
      "~" as const,
      ">" as const,
      ">=" as const,
      "<" as const,
      "<=" as const,
    ),
    value,
  }),
  key.map((name): Term => ({ kind: "tag", key: name, operator: "*", value: "" })),
  fc
    .constantFrom("device", "total")
    .map((name): Term => ({ kind: "key", key: name, operator: "*", value: "" })),
  fc
    .constantFrom("1..2", "2026-01..2026-03")
    .map((range): Term => ({ kind: "key", key: "on", operator: "..", value: range })),
);

const expression: fc.Arbitrary<Expression> = fc.letrec<{ any: Expression }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    term.map((made): Expression => ({ kind: "term", term: made })),
    fc.record({ kind: fc.constant("not" as const), entry: tie("any") }),
    fc.record({
      kind: fc.constant("group" as const),
      join: fc.constantFrom("and" as const, "or" as const),
      entries: fc.array(tie("any"), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).any;

/** A group within one of its kind says the same as one group. */
function flat(given: Expression): Expression {
  if (given.kind === "term") return given;
  if (given.kind === "not") return { kind: "not", entry: flat(given.entry) };
  return { kind: "group", join: given.join, entries: given.entries.map(flat) };
}

test("what is written is read as it was", () => {
  fc.assert(
    fc.property(expression, (given) => {
      const text = writeExpression(given);
      const { tree, faults } = readTree(text);
      expect(faults).toEqual([]);
      expect(tree === null ? null : expressionOf(tree)).toEqual(flat(given));
    }),
    { numRuns: 3000 },
  );
});

test("any text is read, asks for what the service takes, and its places are those of the text", () => {
  let asked = 0;
  fc.assert(
    fc.property(fc.oneof(anyText, fc.string({ unit: "binary" })), (text) => {
      const tokens = tokensOf(text);
      let at = 0;
      for (const { from, to } of tokens) {
        expect(text.slice(at, from).trim()).toBe("");
        expect(to).toBeGreaterThan(from);
        at = to;
      }
      expect(text.slice(at).trim()).toBe("");
      const { wanted, faults, parts } = readSearch(text, CONTEXT);
      expect(() => readSearchQuery(wanted)).not.toThrow();
      for (const { from, to } of [...faults, ...parts]) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(text.length);
      }
      if (Object.keys(wanted).length > 0) asked++;
    }),
    { numRuns: 4000 },
  );
  expect(asked).toBeGreaterThan(1000);
});

test("numbers are what ranges take for numbers", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."+-.019,e ") }), (text) => {
      const bytes = Buffer.from(text);
      expect(isDecimal(text)).toBe(new Decimal().read(bytes, 0, bytes.length));
    }),
    { numRuns: 2000 },
  );
});
