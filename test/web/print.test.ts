import { expect, test } from "bun:test";
import { patchOf } from "../../src/web/browser/print.ts";
import { printOf } from "./print-of.ts";

const print = printOf(1, { label: "Order 1", tag: { orderId: "1", table: "4" } });
const same = {
  label: "Order 1",
  deviceId: "",
  tags: [
    ["orderId", "1"],
    ["table", "4"],
  ] as [string, string][],
};

test("nothing edited is an empty patch", () => {
  expect(patchOf(print, same)).toEqual({});
});

test("only what was edited is in the patch; removed values are null", () => {
  const edited = { ...same, label: "", deviceId: "till-2", tags: [["orderId", "2"]] as [string, string][] };
  expect(patchOf(print, edited)).toEqual({
    label: null,
    deviceId: "till-2",
    tag: { orderId: "2", table: null },
  });
});

test("a renamed key goes and comes; rows without a key are left out; of a repeated key the last counts", () => {
  const tags: [string, string][] = [
    ["order", "1"],
    ["table", "4"],
    ["", ""],
    ["note", "a"],
    ["note", "b"],
  ];
  expect(patchOf(print, { ...same, tags }).tag).toEqual({ orderId: null, order: "1", note: "b" });
});

test("a tag named __proto__ is a tag", () => {
  const patch = patchOf(print, { ...same, tags: [...same.tags, ["__proto__", "x"]] });
  expect(JSON.stringify(patch)).toBe('{"tag":{"__proto__":"x"}}');
});
