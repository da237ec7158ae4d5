import { describe, expect, test } from "bun:test";
import { readSearchQuery } from "../../src/contract/search.ts";
import { TillrollError } from "../../src/domain/errors.ts";

const CONDITION = { op: "eq", key: "a", value: "b" };

/** A condition within so many groups. */
function nested(levels: number, innermost: unknown = CONDITION): unknown {
  return levels === 0 ? innermost : { [levels % 2 === 0 ? "or" : "and"]: [nested(levels - 1, innermost)] };
}

function faultsOf(tag: unknown): string[] {
  try {
    readSearchQuery({ tag });
    return [];
  } catch (error) {
    if (!(error instanceof TillrollError)) throw error;
    const { issues } = error.data as { issues: { path: string; message: string }[] };
    return issues.map(({ path, message }) => `${path}: ${message}`);
  }
}

describe("a tag query is taken", () => {
  test.each([
    ["a condition", CONDITION, CONDITION],
    ["a group of nothing", { or: [] }, { join: "or", entries: [] }],
    ["a group", { and: [CONDITION] }, { join: "and", entries: [CONDITION] }],
  ])("%s", (_name, tag, query) => {
    expect(readSearchQuery({ tag }).filter.tag).toEqual(query as never);
  });

  test("three levels of groups", () => {
    expect(faultsOf(nested(3))).toEqual([]);
  });
});

const QUERY = "must be a condition {op, key, value} or a group {and} or {or}";

describe("a tag query is refused", () => {
  test.each<[string, unknown, string[]]>([
    ["null", null, [`tag: ${QUERY}, not null.`]],
    ["a string", "a=b", [`tag: ${QUERY}, not a string.`]],
    ["nothing", {}, ["tag.op: ", "tag.key: ", "tag.value: "]],
    ["another field", { ...CONDITION, x: 1 }, ["tag.x: is not a field here; the fields are op, key, value."]],
    ["both groups", { and: [], or: [] }, ['tag: A group must have exactly one field, "and" or "or".']],
    ["a condition in a group", { and: [], op: "eq" }, ["tag: A group must have exactly one field"]],
    ["a group of no list", { and: CONDITION }, ["tag.and: must be an array of tag queries, not an object."]],
    [
      "too many entries",
      { or: Array.from({ length: 11 }, () => CONDITION) },
      ["tag.or: must have at most 10"],
    ],
    [
      "entries that are none",
      { or: [1, nested(0), {}] },
      ["tag.or.0: ", "tag.or.2.op: ", "tag.or.2.key: ", "tag.or.2.value: "],
    ],
    ["four levels of groups", nested(4), ["tag.or.0.and.0.or.0: Groups nest at most 3 levels deep."]],
    [
      "no query in the deepest group",
      nested(3, { x: 1 }),
      [
        "tag.and.0.or.0.and.0.x: ",
        "tag.and.0.or.0.and.0.op: ",
        "tag.and.0.or.0.and.0.key: ",
        "tag.and.0.or.0.and.0.value: ",
      ],
    ],
    ["a thousand levels", nested(1000), ["tag.or.0.and.0.or.0: Groups nest at most 3 levels deep."]],
  ])("%s", (_name, tag, faults) => {
    const found = faultsOf(tag);
    expect(found.length).toBe(faults.length);
    for (const [index, fault] of faults.entries()) expect(found[index]).toStartWith(fault);
  });
});
