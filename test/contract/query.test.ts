import { expect, test } from "bun:test";
import fc from "fast-check";
import { QueryParameters } from "../../src/contract/query.ts";

const part = fc.constantFrom(
  "a",
  "b",
  "=",
  "&",
  "%",
  "%3D",
  "%26",
  "+",
  "%2B",
  "%20",
  "%",
  "%E9",
  "%C3%A9",
  "é",
  "😀",
  ",",
  ";",
  "#",
  "tag",
);

test("reads any query as URLSearchParams does", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const query = parts.join("");
      const parameters = new QueryParameters(query);
      const standard = new URLSearchParams(query);
      for (const name of ["a", "b", "", "tag", "é", "ab", "%", ...standard.keys()]) {
        expect(parameters.all(name)).toEqual(standard.getAll(name));
        expect(parameters.last(name)).toBe(standard.getAll(name).at(-1) ?? null);
      }
    }),
    { numRuns: 3000 },
  );
});

test("nothing is nothing", () => {
  expect(new QueryParameters("").last("a")).toBeNull();
  expect(new QueryParameters("&&").all("")).toEqual([]);
});
