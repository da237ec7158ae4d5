import { heapStats } from "bun:jsc";
import { describe, expect, spyOn, test } from "bun:test";
import { MEBIBYTE, RULE_LIMITS } from "../../src/domain/limits.ts";
import { InvalidPattern, Pattern } from "../../src/rules/pattern.ts";
import { type FillablePrint, RuleSet } from "../../src/rules/rule-set.ts";
import { InvalidRule, type NamedRule } from "../../src/rules/runnable-rule.ts";

let lastId = 0;

function rule(pattern: string, label: string | null, tag: Record<string, string> = {}, more = {}): NamedRule {
  const id = ++lastId;
  return {
    id,
    name: `rule ${id}`,
    pattern,
    label,
    tag: JSON.stringify(tag),
    appliesTo: "printers",
    enabled: true,
    ...more,
  };
}

const PRINT: FillablePrint = { label: null, tags: new Map(), isFromPrinter: true };

function fill(rules: readonly NamedRule[], text: string, print: Partial<FillablePrint> = {}) {
  const { label, tags } = RuleSet.of(rules).fill(text, { ...PRINT, ...print });
  return { label, tag: Object.fromEntries(tags) };
}

const ORDER = rule("Order\\s+#(\\S+)", "$1", { orderId: "$1" });

describe("what rules fill in", () => {
  test("a label and a tag", () => {
    expect(fill([ORDER], "SHOP\nOrder #1001 \nTotal")).toEqual({ label: "1001", tag: { orderId: "1001" } });
    expect(fill([ORDER], "SHOP\norder #1001")).toEqual({ label: null, tag: {} });
  });

  test("^ and $ are the ends of a line, and . does not go beyond it", () => {
    expect(fill([rule("^Table (.+)$", "$1")], "SHOP\nTable 5 / window\nOrder")).toEqual({
      label: "5 / window",
      tag: {},
    });
  });

  test("never what is there already", () => {
    const tags = new Map([["orderId", ""]]);
    expect(fill([ORDER], "Order #1", { tags })).toEqual({ label: "1", tag: {} });
    expect(fill([ORDER], "Order #1", { label: "mine" })).toEqual({ label: null, tag: { orderId: "1" } });
    expect(fill([ORDER], "Order #1", { label: "", tags })).toEqual({ label: null, tag: {} });
  });

  test("of each field, what the first rule gives that gives anything", () => {
    const rules = [
      rule("Order (\\d*)", "A$1", { a: "$1" }),
      rule("Ticket (\\d+)", "B$1", { a: "$1", b: "$1" }),
      rule("Ticket (\\d+)", "C$1", { c: "$1" }),
    ];
    expect(fill(rules, "Order \nTicket 7")).toEqual({ label: "B7", tag: { a: "7", b: "7", c: "7" } });
    expect(fill(rules, "Ticket 7\nOrder 3")).toEqual({ label: "A3", tag: { a: "3", b: "7", c: "7" } });
  });

  test("nothing by a rule that is switched off, or not for such prints", () => {
    expect(fill([{ ...ORDER, enabled: false }], "Order #1")).toEqual({ label: null, tag: {} });
    expect(fill([ORDER], "Order #1", { isFromPrinter: false })).toEqual({ label: null, tag: {} });
    expect(fill([{ ...ORDER, appliesTo: "all" }], "Order #1", { isFromPrinter: false }).label).toBe("1");
  });

  test("cut to what a print may have, not within a character", () => {
    const text = `Order #${"😀".repeat(300)}`;
    const { label, tag } = fill([ORDER], text);
    expect([label, tag["orderId"]]).toEqual(["😀".repeat(200), "😀".repeat(100)]);
    const blanks = `Order ${"x".repeat(199)}  y`;
    expect(fill([rule("Order (.*)", "$1")], blanks).label).toBe("x".repeat(199));
  });

  test("no lone surrogates", () => {
    const found = fill([rule("(x.)", "$1")], "x\ud83d\nnext").label;
    expect(found?.isWellFormed()).toBe(true);
  });

  test("where rules matched is told, in UTF-16 units", () => {
    const matches: unknown[] = [];
    RuleSet.of([rule("(?P<word>Order) (#)?(\\d+)", "$3")]).fill("😀 Order 12", PRINT, (_rule, groups) =>
      matches.push(...groups),
    );
    expect(matches).toEqual([
      { number: 0, name: null, start: 3, end: 11, text: "Order 12" },
      { number: 1, name: "word", start: 3, end: 8, text: "Order" },
      { number: 3, name: null, start: 9, end: 11, text: "12" },
    ]);
  });

  test("a print that lacks nothing rules could give need not be read", () => {
    const rules = RuleSet.of([ORDER]);
    const orderId = new Map([["orderId", "1"]]);
    expect(rules.couldFill(PRINT)).toBe(true);
    expect(rules.couldFill({ ...PRINT, isFromPrinter: false })).toBe(false);
    expect(rules.couldFill({ ...PRINT, label: "x" })).toBe(true);
    expect(rules.couldFill({ ...PRINT, label: "x", tags: orderId })).toBe(false);
  });
});

describe("rules that cannot be applied", () => {
  test.each<[NamedRule, string, RegExp]>([
    [rule("(", "x"), "pattern", /must be a regular expression of RE2: missing closing \) `\(`\./],
    [rule("a**", "x"), "pattern", /invalid nested repetition operator/],
    [rule("(?=a)", "x"), "pattern", /RE2/],
    [rule("(a)\\1", "x"), "pattern", /invalid escape sequence/],
    [rule("(a{1000}){2}", "x"), "pattern", /invalid repeat count/],
    [rule("(a{900}){1}(b{900})", "x"), "pattern", /too large when compiled/],
    [rule("(a)", "$2"), "label", /must not have \$\{2\}: the pattern has no such group/],
    [rule("(?P<a>a)", null, { k: "${b}" }), "tag.k", /\$\{b\}/],
  ])("%j", (wrong, path, message) => {
    expect(() => RuleSet.of([wrong])).toThrow(InvalidRule);
    try {
      RuleSet.of([wrong]);
    } catch (error) {
      expect((error as InvalidRule).path).toBe(path);
      expect((error as InvalidRule).message).toMatch(message);
    }
  });

  test("are left out where that is wanted", () => {
    const rules = RuleSet.of([rule("(", "x"), ORDER], "skip");
    expect(rules.fill("Order #1", PRINT).label).toBe("1");
  });
});

/** How often the engine reads a character of its text. */
function charactersRead(search: () => void): number {
  const spy = spyOn(String.prototype, "charCodeAt");
  try {
    search();
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}

describe("patterns that others would search for without end", () => {
  const longest = "a".repeat(RULE_LIMITS.textCharacters);

  test.each([
    ["(a+)+$", longest, true],
    ["(a+)+$", `${longest.slice(1)}!`, false],
    ["^(a|aa|aaa)*b?c", longest, false],
    ["(a*)*(a*)*(a*)*[^a]", longest, false],
    ["(.*)(.*)(.*)(.*)(.*)[^a\\n]", longest, false],
    ["(a?){100}a{100}$", longest, true],
    ["((a{1,10}){1,10}b?)+$", longest, true],
    ["(a|b)*a(a|b){60}[xy]", longest.replaceAll("aaa", "aba"), false],
  ])("%j ends", (pattern, text, isFound) => {
    const groups = Pattern.compile(pattern).find(text);
    expect(groups !== null).toBe(isFound);
  });

  test("twice the text takes about twice the steps, not four times", () => {
    const few = charactersRead(() => Pattern.compile("((a+)+)+[^a]").find("a".repeat(2000)));
    expect(few).toBeGreaterThanOrEqual(2000);
    const more = charactersRead(() => Pattern.compile("((a+)+)+[^a]").find("a".repeat(4000)));
    expect(more).toBeLessThanOrEqual(few * 2 + 100);
  });

  test("what a search leaves in memory does not pile up", () => {
    const text = Array.from({ length: RULE_LIMITS.textCharacters }, (_, index) =>
      (index * 2_654_435_761) % 7 > 3 ? "a" : "b",
    ).join("");
    Bun.gc(true);
    const before = heapStats().heapSize;
    const patterns = Array.from({ length: 30 }, (_, index) =>
      Pattern.compile(`(a|b)*a(a|b){${20 + index}}[xy]`),
    );
    for (const pattern of patterns) expect(pattern.find(text)).toBeNull();
    Bun.gc(true);
    const grown = heapStats().heapSize - before;
    expect(patterns.length).toBe(30);
    expect(grown).toBeLessThan(60 * MEBIBYTE);
  });
});

test("a pattern's size is bounded, and so is what is said about it", () => {
  expect(Pattern.compile("Order (\\d+)").instructions).toBeLessThan(30);
  expect(() => Pattern.compile("x{1000}y{1000}")).toThrow(InvalidPattern);
});

describe("numbers that are guesses", () => {
  const DEFAULTS = [
    rule("Grand (\\d+)", null, { total: "$1" }, { id: null }),
    rule("Total (\\d+)", null, { total: "$1" }, { id: null }),
    rule("Order (\\d+)", "Order $1", { orderId: "$1" }, { id: null }),
  ];
  const OWN = [rule("Grand (\\d+)", "Grand $1", { grand: "$1" })];
  const TEXT = "Grand 12 Total 7 Order 5";
  const filled = (rules: readonly NamedRule[], unsure: readonly { start: number; end: number }[]) => {
    const { label, tags } = RuleSet.of(rules).fill(TEXT, PRINT, undefined, unsure);
    return [label, Object.fromEntries(tags)];
  };

  test("are none for rules that come with Tillroll, which then take no other either", () => {
    expect(filled(DEFAULTS, [])).toEqual(["Order 5", { total: "12", orderId: "5" }]);
    expect(filled(DEFAULTS, [{ start: 6, end: 8 }])).toEqual(["Order 5", { orderId: "5" }]);
    expect(filled(DEFAULTS, [{ start: 23, end: 24 }])).toEqual([null, { total: "12" }]);
  });

  test("are numbers for those of a workspace", () => {
    expect(filled(OWN, [{ start: 6, end: 8 }])).toEqual(["Grand 12", { grand: "12" }]);
  });
});
