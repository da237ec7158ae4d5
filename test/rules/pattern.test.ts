import { describe, expect, test } from "bun:test";
import { RE2JS } from "re2js";
import { DEFAULT_RULES } from "../../src/rules/defaults/default-rules.ts";
import { Pattern } from "../../src/rules/pattern.ts";

/** What RE2 finds when it searches from the beginning. */
function foundFromTheBeginning(pattern: RE2JS, text: string): (string | null)[] | null {
  const matcher = pattern.matcher(text);
  if (!matcher.find()) return null;
  return [
    String(matcher.start()),
    ...Array.from({ length: matcher.groupCount() + 1 }, (_, n) => matcher.group(n)),
  ];
}

function found(pattern: Pattern, text: string, groups: number): (string | null)[] | null {
  const match = pattern.find(text);
  if (match === null) return null;
  const textOf = (wanted: number) => match.find(({ number }) => number === wanted)?.text ?? null;
  return [String(match[0]?.start), ...Array.from({ length: groups + 1 }, (_, n) => textOf(n))];
}

function expectSame(pattern: string, texts: Iterable<string>): void {
  const plain = RE2JS.compile(pattern, RE2JS.MULTILINE);
  const compiled = Pattern.compile(pattern);
  for (const text of texts) {
    const expected = foundFromTheBeginning(plain, text);
    expect([text, found(compiled, text, plain.groupCount())]).toEqual([text, expected]);
  }
}

/** All texts of some lines, of which there are few. */
function* textsOf(lines: readonly string[], count: number): Generator<string> {
  if (count === 0) return yield "";
  for (const rest of textsOf(lines, count - 1)) {
    for (const line of lines) yield count === 1 ? line : `${line}\n${rest}`;
  }
}

const LINES = ["", "a", "ab", "  b a", "x1 b"];

describe("the first match is the same as when the search begins at the beginning", () => {
  test.each([
    "a",
    "b$",
    "^b",
    "a\\nb",
    "a\\n(x)",
    "(a|b)\\n",
    "\\n(a)\\n",
    "[^c](b)",
    "(^|[^a-z])b",
    "a[^x]*b",
    "a\\s*(b)",
    "\\bb\\b",
    "a\\B",
    "\\Aab",
    "1 b\\z",
    "(?-m)b$",
    "(?-m)^(a)",
    "(?s)a.b",
    "(?s)a.{0,3}(b)",
    "x(\\d)",
    "a|b\\n\\n\\na",
    "(a*)*$",
    "",
    "\\n",
    "(a)(\\n\\n)?",
    "^$",
  ])("%j", (pattern) => {
    expectSame(pattern, textsOf(LINES, 4));
  });

  test("by the rules that come with Tillroll", () => {
    const lines = [
      "Order #12",
      "Total",
      "  12.50 EUR",
      "Total 3.00",
      "Date: 01.02.2026 12:00",
      "Invoice no. A-7",
    ];
    for (const { pattern } of DEFAULT_RULES) expectSame(pattern, textsOf(lines, 3));
  });
});
