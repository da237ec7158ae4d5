import { expect, test } from "bun:test";
import fc from "fast-check";
import { tagFromJson, tagToJson } from "../../src/domain/print.ts";
import { jsonValue } from "../../src/storage/postgres/recordset.ts";
import { tagColumns, tagOf, withTag } from "../../src/storage/postgres/stored-tags.ts";

/** The tags of a row as they come back: the order of `jsonb` is another one. */
function rowOf(tag: string) {
  const columns = tagColumns(tag);
  const stored = Object.entries(jsonValue(columns.tag_values) as Record<string, string>).toReversed();
  return { tagValues: Object.fromEntries(stored), tagOrder: columns.tag_order, tag: columns.tag };
}

test("tags come back letter by letter, whatever their keys and values", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "\0",
      "\ufdd0",
      "\ufdd1\ufdd2",
      "\ud800",
      "10",
      "9",
      "__proto__",
      "\u{1f600}",
      "\uff00",
      "\\u0000",
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 40 }), (entries) => {
      const tag = tagToJson(new Map(entries));
      expect(tagOf(rowOf(tag))).toBe(tag);
    }),
  );
});

test("the JSON itself is kept only where the order does not give it again", () => {
  expect(rowOf('{"table":"1","order":"A"}')).toMatchObject({ tagOrder: "10", tag: null });
  expect(rowOf("{}")).toMatchObject({ tagOrder: "", tag: null });
  for (const tag of [
    '{ "order": "A" }',
    '{"order":"\\u0041"}',
    '{"order":"\\ud800"}',
    tagToJson(new Map(Array.from({ length: 37 }, (_, number) => [`key ${number}`, ""]))),
  ])
    expect(rowOf(tag)).toMatchObject({ tagOrder: null, tag });
});

test("a row has its tags as one text", () => {
  const tag = '{"b":"1","a":"2"}';
  const row = withTag({ id: 7, ...rowOf(tag) });
  expect(row).toEqual({ id: 7, tag });
  expect([...tagFromJson(row.tag).keys()]).toEqual(["b", "a"]);
});
