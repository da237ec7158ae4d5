import { describe, expect, test } from "bun:test";
import {
  printsAddress,
  readRoute,
  type Route,
  serviceAddress,
  workspaceAddress,
} from "../../../src/web/browser/app/route.ts";

/** A route as it is expected, with the search in its query. */
type Expected = Omit<Route, "query"> & { readonly q: string | null };

const prints: Expected = {
  slug: "default",
  page: "prints",
  printId: null,
  parts: [] as string[],
  q: null as string | null,
};

describe("an address is read", () => {
  const cases: readonly (readonly [hash: string, expected: Expected | null])[] = [
    ["#/default", prints],
    ["#/default/", prints],
    ["#/default?q=tea+%22a+b%22", { ...prints, q: 'tea "a b"' }],
    ["#/default/123", { ...prints, printId: 123 }],
    ["#/default/123?q=a%3Fb", { ...prints, printId: 123, q: "a?b" }],
    ["#/Shop-2/printers/Bar%2F1", { ...prints, slug: "Shop-2", page: "printers", parts: ["Bar/1"] }],
    ["#/~/system", { ...prints, slug: null, page: "system" }],
    ["#/default/0", { ...prints, page: "0" }],
    ["#/default/%zz", { ...prints, page: "%zz" }],
    ["", null],
    ["#/", null],
    ["#/~", null],
    ["#/../123", null],
    ["#/a%2Fb/1", null],
    ["#javascript:alert(1)", null],
  ];
  test.each(cases)("%j", (hash, expected) => {
    const route = readRoute(hash);
    const { query, ...others } = route ?? {};
    expect(route === null ? null : { ...others, q: query?.get("q") }).toEqual(expected);
  });
});

test.each([
  [printsAddress("shop"), "#/shop"],
  [printsAddress("shop", 7, 'a&b "c"'), "#/shop/7?q=a%26b+%22c%22"],
  [workspaceAddress("shop", "prints"), "#/shop"],
  [workspaceAddress("shop", "printers", "Bar/1 ü"), "#/shop/printers/Bar%2F1%20%C3%BC"],
  [serviceAddress("system"), "#/~/system"],
])("%s is written", (written, expected) => {
  expect(written).toBe(expected);
  expect(readRoute(written)).not.toBeNull();
});
