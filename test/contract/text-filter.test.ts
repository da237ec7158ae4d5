import { describe, expect, test } from "bun:test";
import { TillrollError } from "../../src/domain/errors.ts";
import { readSearchQuery } from "../../src/contract/search.ts";

const contains = (value: string) => ({ op: "contains", value });

describe("a filter on the text", () => {
  test.each([
    ["a bare string", "Flat White", ["Flat White"]],
    ["with its operator", contains("Flat White"), ["Flat White"]],
    ["several", [contains("Flat White"), "7.50"], ["Flat White", "7.50"]],
    ["an empty part", "", [""]],
    ["none of several", [], []],
    ["ten", Array.from({ length: 10 }, () => "x"), Array.from({ length: 10 }, () => "x")],
    ["a lone surrogate", "\ud800", ["\ufffd"]],
  ])("%s", (_name, text, parts) => {
    expect(readSearchQuery({ text }).filter.text).toEqual(parts);
  });

  test("is not there when none is given", () => {
    expect(readSearchQuery({}).filter).not.toHaveProperty("text");
  });
});

describe("a filter on the text that is refused", () => {
  test.each([
    ["eq", { op: "eq", value: "x" }, [["text.op", /must be contains/]]],
    ["neq in an array", ["x", { op: "neq", value: "x" }], [["text.1.op", /must be contains/]]],
    ["without an operator", { value: "x" }, [["text.op", /must be contains/]]],
    ["without a value", { op: "contains" }, [["text.value", /must be a string, not missing/]]],
    ["with an extra field", { ...contains("x"), line: 1 }, [["text.line", /is not a field/]]],
    ["a number", 5, [["text", /not a number/]]],
    ["null", null, [["text", /not null/]]],
    ["an array within an array", [["x"]], [["text.0", /not an array/]]],
    ["eleven", Array.from({ length: 11 }, () => "x"), [["text", /at most 10 entries, not 11/]]],
    [
      "several faults",
      [1, { op: "eq" }],
      [
        ["text.0", /number/],
        ["text.1.op", /contains/],
        ["text.1.value", /string/],
      ],
    ],
  ] as [string, unknown, [string, RegExp][]][])("%s", (_name, text, expected) => {
    try {
      readSearchQuery({ text });
      throw new Error("was taken");
    } catch (error) {
      if (!(error instanceof TillrollError)) throw error;
      expect(error.code).toBe("BAD_REQUEST");
      const { issues } = error.data as { issues: { path: string; message: string }[] };
      expect(issues.map(({ path }) => path)).toEqual(expected.map(([path]) => path));
      for (const [index, [, message]] of expected.entries()) expect(issues[index]?.message).toMatch(message);
    }
  });
});
