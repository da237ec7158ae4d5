import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { fits, read } from "../../src/contract/check.ts";
import { jsonSchemaOf } from "../../src/contract/schema.ts";
import * as contract from "../../src/contract/schema.ts";
import { TillrollError } from "../../src/domain/errors.ts";

const { choice, dictionary, flag, integer, list, nullable, optional, refined, strict, text } = contract;

/** The faults of a body as `path: message`. */
function faultsOf(schema: contract.ContractSchema, body: unknown): string[] {
  try {
    read(schema, body);
    return [];
  } catch (error) {
    if (!(error instanceof TillrollError)) throw error;
    const { issues } = error.data as { issues: { path: string; message: string }[] };
    return issues.map(({ path, message }) => `${path}: ${message}`);
  }
}

const filter = Type.Union([
  contract.anyText(),
  strict({ op: choice(["eq", "neq"]), value: contract.anyText() }),
]);
const even = refined(integer(0, 10), (value) => (value % 2 === 0 ? null : "must be even."));
const body = strict(
  optional({
    name: text(1, 3),
    count: integer(1, 5),
    large: integer(1),
    even,
    on: flag(),
    word: choice(["red", "green"]),
    note: nullable(text(0, 2)),
    colour: nullable(choice(["red"])),
    filter,
    list: list(filter, 2),
    parts: Type.Union([filter, list(filter, 2)]),
    inner: nullable(strict({ port: integer(1, 9) })),
    tag: dictionary(text(1, 11), text(0, 1), 2, "strings"),
    patch: dictionary(text(1, 11), nullable(text(0, 1)), null, "strings and nulls"),
  }),
);

describe("a schema takes", () => {
  test.each([
    [{}],
    [{ name: "😀😀😀", count: 5, large: Number.MAX_SAFE_INTEGER, on: false, word: "green", even: 4 }],
    [{ note: null, colour: null, inner: null }],
    [{ filter: "x", list: ["x", { op: "eq", value: "" }], parts: ["x"] }],
    [{ tag: { constructor: "c" }, patch: { "a very long key": null } }],
    [JSON.parse('{"tag":{"__proto__":"p"}}')],
  ] as [unknown][])("%j", (value) => {
    expect(read(body, value)).toEqual(value as object);
    expect(fits(body, value)).toBe(true);
  });
});

describe("a schema refuses", () => {
  test.each([
    [null, [": The body must be a JSON object, not null."]],
    [[], [": The body must be a JSON object, not an array."]],
    [{ name: "" }, ["name: must have from 1 to 3 characters."]],
    [{ name: "😀😀😀😀" }, ["name: must have from 1 to 3 characters."]],
    [{ name: null }, ["name: must be a string, not null."]],
    [{ count: 6 }, ["count: must be an integer from 1 to 5."]],
    [{ large: 0.5 }, ["large: must be an integer from 1 up."]],
    [{ even: 3 }, ["even: must be even."]],
    [{ even: "3" }, ["even: must be an integer from 0 to 10."]],
    [{ on: 1 }, ["on: must be true or false, not a number."]],
    [{ word: "blue" }, ["word: must be one of red, green."]],
    [{ note: 5 }, ["note: must be a string, not a number."]],
    [{ note: "abc" }, ["note: must have at most 2 characters."]],
    [{ filter: null }, ["filter: must be a string or {op, value}, not null."]],
    [
      { filter: { value: 1 } },
      ["filter.op: must be one of eq, neq.", "filter.value: must be a string, not a number."],
    ],
    [{ list: {} }, ["list: must be an array, not an object."]],
    [
      { list: ["", "", 1] },
      ["list: must have at most 2 entries, not 3.", "list.2: must be a string or {op, value}, not a number."],
    ],
    [{ parts: [{ op: "eq" }] }, ["parts.0.value: must be a string, not missing."]],
    [{ parts: 5 }, ["parts: must be a string, {op, value} or an array, not a number."]],
    [{ inner: 5 }, ["inner: must be {port} or null, not a number."]],
    [{ inner: {} }, ["inner.port: must be an integer from 1 to 9."]],
    [{ inner: { port: 1, "a/b": 1 } }, ["inner.a/b: is not a field here; the fields are port."]],
    [{ tag: 1 }, ["tag: must be an object of strings, not a number."]],
    [
      { tag: { a: 1, "": "x", ["k".repeat(12)]: "" } },
      [
        "tag: must have at most 2 keys, not 3.",
        "tag.a: must be a string, not a number.",
        "tag.: the key must have from 1 to 11 characters.",
        "tag.kkkkkkkkkkkk: the key must have from 1 to 11 characters.",
      ],
    ],
    [
      JSON.parse('{"__proto__":1,"constructor":2}'),
      [
        expect.stringMatching(/^__proto__: is not a field here; the fields are name, /),
        expect.stringMatching(/^constructor: is not a field here/),
      ],
    ],
  ] as [unknown, string[]][])("%j", (value, faults) => {
    expect(faultsOf(body, value)).toEqual(faults);
  });

  test("a body of a million fields, with some of the faults", () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, 0]));
    expect(faultsOf(body, many).length).toBe(1000);
  });
});

test("lone surrogates become U+FFFD in what the schema names", () => {
  const given = { name: "\ud800", tag: { "\udfff": "\ud800" }, list: ["x", "\ud800"], other: "\ud800" };
  const { name, tag, list: entries } = body.properties;
  const open = Type.Object({ name, tag, list: entries });
  expect(read(open, given)).toEqual({
    name: "\ufffd",
    tag: { "\ufffd": "\ufffd" },
    list: ["x", "\ufffd"],
    other: "\ud800",
  } as never);
});

test("fields that only make sense together are looked at beside all other faults", () => {
  const schema = strict(
    { a: integer(), b: integer() },
    {
      together({ a, b }, issues) {
        if (a === b) issues.add("b", "must not be a.");
      },
    },
  );
  expect(faultsOf(schema, { a: 1, b: 1 })).toEqual(["b: must not be a."]);
  expect(faultsOf(schema, { a: 1, b: 1, c: 1 })).toEqual([
    "c: is not a field here; the fields are a, b.",
    "b: must not be a.",
  ]);
});

test("the reference shows plain JSON Schema, and a named schema by its name", () => {
  const port = integer(1, 9, { name: "Port", description: "A port." });
  const schema = strict(
    { port, name: nullable(text(1, 3)), word: nullable(choice(["a"])), ports: list(port, 2) },
    { name: "Row" },
  );
  expect(JSON.parse(JSON.stringify(jsonSchemaOf(schema)))).toEqual({
    type: "object",
    additionalProperties: false,
    required: ["port", "name", "word", "ports"],
    properties: {
      port: { $ref: "#/components/schemas/Port" },
      name: { type: ["string", "null"], minLength: 1, maxLength: 3 },
      word: { type: ["string", "null"], enum: ["a", null] },
      ports: { type: "array", items: { $ref: "#/components/schemas/Port" }, maxItems: 2 },
    },
  });
});
