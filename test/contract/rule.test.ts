import { describe, expect, test } from "bun:test";
import { read } from "../../src/contract/check.ts";
import {
  readNewRule,
  readReapplication,
  readRulePatch,
  readRuleTrial,
  RuleDefaults,
} from "../../src/contract/rule.ts";
import { TillrollError } from "../../src/domain/errors.ts";
import { RULE_LIMITS } from "../../src/domain/limits.ts";
import type { RuleSettings } from "../../src/domain/rule.ts";

/** The paths of the faults that reading a body throws. */
function faultsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (!(error instanceof TillrollError) || error.code !== "BAD_REQUEST") throw error;
    return (error.data["issues"] as { path: string }[]).map(({ path }) => path);
  }
  return [];
}

const RULE: RuleSettings = {
  name: "order",
  pattern: "Order (\\d+)",
  label: "Order $1",
  tag: '{"orderId":"$1","kind":"order"}',
  appliesTo: "printers",
  enabled: true,
};

const GIVEN = { name: "order", pattern: "Order (\\d+)", label: "Order $1" };

describe("a new rule", () => {
  test("has defaults for what is not given", () => {
    expect(readNewRule({ ...GIVEN, tag: null })).toEqual({
      settings: { ...GIVEN, tag: "{}", appliesTo: "printers", enabled: true },
      position: null,
    });
  });

  test("has what is given", () => {
    const given = { ...GIVEN, label: null, tag: { a: "$1" }, appliesTo: "all", enabled: false, position: 3 };
    expect(readNewRule(given)).toEqual({
      settings: { ...GIVEN, label: null, tag: '{"a":"$1"}', appliesTo: "all", enabled: false },
      position: 3,
    });
  });

  const long = "x".repeat(RULE_LIMITS.templateCharacters + 1);
  test.each<[unknown, string[]]>([
    [null, [""]],
    [[], [""]],
    [{}, ["name", "pattern"]],
    [{ name: "x", pattern: "x" }, [""]],
    [{ name: "x", pattern: "x", tag: {} }, [""]],
    [{ ...GIVEN, colour: "red" }, ["colour"]],
    [{ ...GIVEN, name: "" }, ["name"]],
    [{ ...GIVEN, name: "x".repeat(RULE_LIMITS.nameCharacters + 1) }, ["name"]],
    [{ ...GIVEN, pattern: "x".repeat(RULE_LIMITS.patternCharacters + 1) }, ["pattern"]],
    [{ ...GIVEN, label: 5 }, ["label"]],
    [{ ...GIVEN, label: "" }, ["label"]],
    [{ ...GIVEN, label: "costs 5 $" }, ["label"]],
    [{ ...GIVEN, label: long }, ["label"]],
    [{ ...GIVEN, tag: [] }, ["tag"]],
    [{ ...GIVEN, tag: { a: 1, "": "x", b: "$" } }, ["tag.a", "tag.", "tag.b"]],
    [{ ...GIVEN, tag: { ["k".repeat(101)]: "x" } }, [`tag.${"k".repeat(100)}`]],
    [
      { ...GIVEN, tag: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, "x"])) },
      ["tag"],
    ],
    [{ ...GIVEN, appliesTo: "some" }, ["appliesTo"]],
    [{ ...GIVEN, enabled: 1 }, ["enabled"]],
    [{ ...GIVEN, position: -1 }, ["position"]],
    [{ ...GIVEN, position: 1.5 }, ["position"]],
    [{ name: 1, pattern: 2, label: 3 }, ["name", "pattern", "label"]],
  ])("%j is refused", (body, paths) => {
    expect(faultsOf(() => readNewRule(body)).toSorted()).toEqual(paths.toSorted());
  });

  test("a tag named __proto__ is a tag", () => {
    const body = JSON.parse('{"name":"x","pattern":"x","tag":{"__proto__":"$0"}}') as unknown;
    expect(readNewRule(body).settings.tag).toBe('{"__proto__":"$0"}');
  });
});

describe("a changed rule", () => {
  test("keeps what the patch does not name, and merges tags key by key", () => {
    const patch = { pattern: "x", tag: { kind: null, table: "$1" }, position: 0 };
    expect(readRulePatch(patch, RULE)).toEqual({
      settings: { ...RULE, pattern: "x", tag: '{"orderId":"$1","table":"$1"}' },
      position: 0,
    });
  });

  test("null takes a label away, and all tags", () => {
    expect(readRulePatch({ label: null }, RULE).settings.label).toBeNull();
    expect(readRulePatch({ tag: null }, RULE).settings.tag).toBe("{}");
    expect(faultsOf(() => readRulePatch({ label: null, tag: null }, RULE))).toEqual([""]);
  });

  test("an unknown or read-only field is refused", () => {
    expect(faultsOf(() => readRulePatch({ id: 5 }, RULE))).toEqual(["id"]);
    expect(faultsOf(() => readRulePatch("x", RULE))).toEqual([""]);
  });
});

describe("a trial", () => {
  test("is of a rule or of those that there are, on a print or a text", () => {
    expect(readRuleTrial({ pattern: "x", text: "abc" })).toEqual({
      rule: { name: "", pattern: "x", label: null, tag: "{}", appliesTo: "all", enabled: true },
      printId: null,
      text: "abc",
    });
    expect(readRuleTrial({ printId: 5 })).toEqual({ rule: null, printId: 5, text: null });
  });

  test.each<[unknown, string[]]>([
    [{}, [""]],
    [{ pattern: "x" }, [""]],
    [{ printId: 1, text: "x" }, [""]],
    [{ label: "x", text: "x" }, ["pattern"]],
    [{ printId: 0 }, ["printId"]],
    [{ text: "x".repeat(RULE_LIMITS.textCharacters + 1) }, ["text"]],
    [{ text: "x", name: "y" }, ["name"]],
  ])("%# is refused", (body, paths) => {
    expect(faultsOf(() => readRuleTrial(body))).toEqual(paths);
  });
});

test("switching the default rules", () => {
  expect(read(RuleDefaults, { enabled: false })).toEqual({ enabled: false });
  expect(faultsOf(() => read(RuleDefaults, {}))).toEqual(["enabled"]);
  expect(faultsOf(() => read(RuleDefaults, { enabled: "no", on: true }))).toEqual(["on", "enabled"]);
});

test("the bounds of a re-application", () => {
  expect(readReapplication({})).toEqual({ from: null, to: null });
  expect(readReapplication({ from: "2026-01-31", to: "2026-01-31T18:30:00Z" })).toEqual({
    from: Date.UTC(2026, 0, 31),
    to: Date.UTC(2026, 0, 31, 18, 30),
  });
  expect(faultsOf(() => readReapplication({ from: "yesterday", to: 5, since: 1 }))).toEqual([
    "since",
    "from",
    "to",
  ]);
});
