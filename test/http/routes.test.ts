import { expect, test } from "bun:test";
import { allowedMethods, methodsToRefuse, patternOf, type Route } from "../../src/http/routes.ts";

const ROUTES: readonly Route[] = [
  { method: "GET", path: "/prints/:printId" },
  { method: "PATCH", path: "/prints/:printId" },
  { method: "POST", path: "/prints/search" },
  { method: "GET", path: "/prints/next" },
  { method: "POST", path: "/prints" },
  { method: "GET", path: "/prints/:printId/raw" },
  { method: "GET", path: "/:any/next" },
  { method: "GET", path: "/" },
];

test.each([
  ["/prints/12", "/prints/:printId"],
  ["/prints/search", "/prints/search"],
  ["/prints/next", "/prints/next"],
  ["/labels/next", "/:any/next"],
  ["/prints/search/raw", "/prints/:printId/raw"],
  ["/prints/", null],
  ["/prints//raw", null],
  ["/", "/"],
  ["/nowhere", null],
])("%s belongs to %p", (path, pattern) => {
  expect(patternOf(ROUTES, path)).toBe(pattern);
});

test.each([
  ["http://tillroll/prints/12?x=1", ["GET", "PATCH"]],
  ["http://tillroll/prints/search", ["POST"]],
  ["http://tillroll/prints/", ["POST"]],
  ["http://tillroll/nowhere", []],
  ["/prints", ["POST"]],
  ["http://[/", ["GET"]],
])("%s has %p", (url, methods) => {
  expect(allowedMethods(ROUTES, url)).toEqual(methods);
});

test("a path written out refuses what a parameter beside it would take", () => {
  expect(methodsToRefuse(ROUTES)).toEqual([
    { method: "GET", path: "/prints/search", allow: ["POST"] },
    { method: "PATCH", path: "/prints/search", allow: ["POST"] },
    { method: "PATCH", path: "/prints/next", allow: ["GET"] },
  ]);
});
