import { expect, test } from "bun:test";
import { DEFAULT_FACETS } from "../../src/domain/facets-query.ts";
import { shapeOf, noteSearch } from "../../src/search/search-effort.ts";
import type { Wanted } from "../../src/search/search-question.ts";

const SECRET = "geheim";
const PAGE: Wanted = {
  kind: "page",
  query: {
    filter: {
      label: { op: "contains", value: SECRET },
      tag: {
        join: "and",
        entries: [
          { op: "eq", key: SECRET, value: SECRET },
          { join: "or", entries: [{ op: "neq", key: SECRET, value: "x" }] },
        ],
      },
      text: [SECRET, "two words"],
      from: 1000,
      deleted: "any",
    },
    orderBy: "updatedAt.desc",
    page: 3,
    pageSize: 50,
  },
};

test("what a search is like is told, without a word of what it looks for", () => {
  const shape = shapeOf(PAGE);
  expect(shape).toEqual({
    kind: "page",
    filter: {
      label: "contains 6 characters",
      tag: "(eq 6 characters and (neq 1 characters))",
      text: ["6 characters", "9 characters"],
      from: 1000,
      deleted: "any",
    },
    orderBy: "updatedAt.desc",
    page: 3,
    pageSize: 50,
  });
  const facets: Wanted = {
    kind: "facets",
    query: { filter: PAGE.query.filter, facets: { ...DEFAULT_FACETS, tagValues: SECRET } },
  };
  expect(shapeOf(facets)).toMatchObject({
    kind: "facets",
    counted: expect.arrayContaining(["tagKeys", "tagValues"]),
  });
  expect(JSON.stringify([shape, shapeOf(facets)])).not.toContain(SECRET);
});

test.each([
  [99, false, null],
  [100, false, false],
  [100, true, true],
])("a search of %s ms is told where 100 are slow, with values: %s", (milliseconds, withValues, isTold) => {
  const lines: string[] = [];
  const log = { write: (...line: unknown[]) => void lines.push(JSON.stringify(line)) };
  const asked = { scope: { workspaceId: 1 }, wanted: PAGE, requestId: "7" };
  const effort = { plan: "index", milliseconds, workMilliseconds: 12.4, runs: 9 } as const;
  noteSearch({ log, slowQueries: { milliseconds: 100, withValues } }, asked, effort);
  expect(lines.length).toBe(isTold === null ? 0 : 1);
  if (isTold === null) return;
  expect(lines[0]?.includes(SECRET)).toBe(isTold);
  expect(lines[0]).toContain('"workMilliseconds":12,"plan":"index","runs":9,"workspaceId":1,"requestId":"7"');
});
