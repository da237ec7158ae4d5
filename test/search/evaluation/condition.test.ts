import { expect, test } from "bun:test";
import { conditionsOf } from "../../../src/search/evaluation/condition.ts";

test("which prints are something is read once, however often a search asks for it", () => {
  const asked: string[] = [];
  const where = {
    join: "or",
    entries: [{ is: "held" }, { not: { is: "held" } }, { is: "failed" }, { is: "held" }],
  } as const;
  const [condition] = conditionsOf({ deleted: "any", where }, (state) => {
    asked.push(state);
    return [asked.length];
  });
  expect(asked).toEqual(["held", "failed"]);
  expect(condition).toMatchObject({ kind: "or" });
});
