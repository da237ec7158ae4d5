import { expect, test } from "bun:test";
import {
  complete,
  completionPoint,
  completionsFor,
  type ValueCount,
} from "../../src/search-language/completion.ts";
import { CONTEXT } from "./search-context.ts";

const VALUES: readonly ValueCount[] = [
  { value: "till 2", count: 3 },
  { value: "bar-till", count: 2 },
  { value: "kitchen", count: 1 },
];

/** The caret is where the bar is. */
function offered(marked: string): { names: string[]; first: string | null; source: unknown } {
  const caret = marked.indexOf("|");
  const text = marked.replace("|", "");
  const point = completionPoint(text, caret, CONTEXT);
  if (point === null) return { names: [], first: null, source: null };
  const all = completionsFor(point, CONTEXT, VALUES);
  const [best] = all;
  const done = best === undefined ? null : complete(text, point, best);
  const first = done === null ? null : `${done.text.slice(0, done.caret)}|${done.text.slice(done.caret)}`;
  return { names: all.map(({ name }) => name), first, source: point.source };
}

const DEVICES = { kind: "facet", of: "deviceId" };

test.each<[marked: string, names: string[], first: string | null, source: unknown]>([
  ["de|", ["device", "deleted"], "device:|", null],
  ["x d|", ["due", "device", "deleted"], "x due:|", null],
  ["x ta| y", ["table"], "x table:| y", null],
  ["-dev|", ["device"], "-device:|", null],
  ["(pr|", ["printer"], "(printer:|", null],
  ["order |", ["orderId", "order", "total", "table", "due", "order id"], "order orderId:|", null],
  ["ord|", ["orderId", "order", "order id"], "orderId:|", null],
  ["device:t|", ["till 2", "bar-till", "kitchen"], 'device:"till 2" |', DEVICES],
  ['device:"til|', ["till 2", "bar-till"], 'device:"till 2" |', DEVICES],
  ["device:| x", ["till 2", "bar-till", "kitchen"], 'device:"till 2" |x', DEVICES],
  ["device:kitchen|", [], null, DEVICES],
  ["table:b|", ["bar-till"], "table:bar-till |", { kind: "facet", of: "tag", key: "table" }],
  ["tag:table=b|", ["bar-till"], "tag:table=bar-till |", { kind: "facet", of: "tag", key: "table" }],
  ["is:he|", ["held"], "is:held |", { kind: "known" }],
  ["printer:ki|", ["Kitchen"], "printer:Kitchen |", { kind: "known" }],
  ["after:yes|", ["yesterday"], "after:yesterday |", { kind: "known" }],
  ["text:x|", [], null, null],
  ["zzz|", [], null, null],
])("at %j there is %j", (marked, names, first, source) => {
  const found = offered(marked);
  expect(found.names.slice(0, names.length === 6 ? 6 : undefined)).toEqual(names);
  if (source === null) expect(found.source).toBeNull();
  else expect(found.source).toMatchObject(source as object);
  expect(found.first).toBe(first);
});
