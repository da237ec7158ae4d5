import { expect, test } from "bun:test";
import { table } from "../../src/cli/command.ts";

test("cells stand below each other", () => {
  expect(
    table(
      ["NAME", "STATE"],
      [
        ["counter", "online"],
        ["\u53a8\u623f", ""],
      ],
    ),
  ).toBe("NAME     STATE\ncounter  online\n\u53a8\u623f");
});

test("a terminal obeys nothing that stands in a cell", () => {
  const browser = "A\u001b[2J\u009b31mB\tC\nD\u007f";
  expect(table(["ID", "BROWSER"], [["1", browser]]).split("\n")[1]).toBe(
    "1   A\ufffd[2J\ufffd31mB\ufffdC\ufffdD\ufffd",
  );
});
