import { describe, expect, test } from "bun:test";
import { columnName, selectList } from "../../src/storage/column-name.ts";

describe("columns", () => {
  test.each([
    ["id", "id"],
    ["printKey", "print_key"],
    ["allowOrigins", "allow_origins"],
    ["whenInterrupted", "when_interrupted"],
  ])("of %s is %s", (field, column) => {
    expect(columnName(field)).toBe(column);
  });

  test("of a SELECT have their field's name", () => {
    expect(selectList(["id", "printKey", "label"])).toBe("id, print_key AS printKey, label");
  });
});
