import { expect, test } from "bun:test";
import { readRoute, writeRoute, type Route } from "../../src/web/browser/route.ts";

const ROUTES: [hash: string, route: Route | null][] = [
  ["#/default/123", { slug: "default", printId: 123 }],
  ["#/Shop-2", { slug: "Shop-2", printId: null }],
  ["", null],
  ["#/", null],
  ["#/default/0", null],
  ["#/default/12x", null],
  ["#/default/123/raw", null],
  ["#/../123", null],
  ["#/a%2Fb/1", null],
  ["#javascript:alert(1)", null],
];

test.each(ROUTES)("%j is read", (hash, route) => {
  expect(readRoute(hash)).toEqual(route);
  if (route !== null) expect(writeRoute(route)).toBe(hash);
});
