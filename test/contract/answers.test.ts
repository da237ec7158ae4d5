import { expect, test } from "bun:test";
import type { TSchema } from "@sinclair/typebox";
import { read } from "../../src/contract/check.ts";
import { NO_FIELDS } from "../../src/contract/print-fields.ts";
import { Print } from "../../src/contract/print.ts";
import { Rules } from "../../src/contract/rule.ts";
import { type Print as StoredPrint, printToJson } from "../../src/domain/print.ts";
import { DEFAULT_RULES } from "../../src/rules/defaults/default-rules.ts";

/* Answers that are written by hand, or for speed, are what their schemas say. */

const PRINT: StoredPrint = {
  ...NO_FIELDS,
  id: 1,
  printKey: "0199b6f2-6c1e-7000-8a53-0d9c8e2f4b11",
  workspaceId: 1,
  userId: 1,
  deviceId: null,
  label: null,
  tag: "{}",
  quantity: null,
  width: 48,
  testPrint: false,
  recognised: null,
  createdAt: Date.UTC(2026, 0, 31, 18, 30),
  updatedAt: Date.UTC(2026, 0, 31, 18, 30),
  deletedAt: null,
};

/** The value again; throws what is wrong with it. */
function checked(schema: TSchema, value: unknown): unknown {
  return read(schema, value);
}

test.each<[string, Partial<StoredPrint>]>([
  ["with nothing given", {}],
  ["with everything", { deviceId: 'till "2"', label: "\n", tag: '{"__proto__":"\\"","a":""}', quantity: 0 }],
  ["of the longest texts", { label: "😀".repeat(200), deviceId: "é".repeat(200), printKey: "k".repeat(200) }],
  [
    "changed and deleted",
    { updatedAt: Date.UTC(2026, 1, 1), deletedAt: Date.UTC(2026, 1, 1), testPrint: true },
  ],
])("a print %s is as its schema says, with no other field", (_name, given) => {
  const answer = JSON.parse(printToJson({ ...PRINT, ...given })) as object;
  expect(checked(Print, answer)).toEqual(answer);
  expect(Object.keys(answer)).toEqual(Object.keys(Print.properties));
});

test("the rules that come with Tillroll are as their schema says", () => {
  const items = DEFAULT_RULES.map(({ name, pattern, label, tag, appliesTo }) => {
    return { name, pattern, label, tag: JSON.parse(tag) as object, appliesTo };
  });
  expect(checked(Rules.properties.defaults, { enabled: true, items })).toEqual({ enabled: true, items });
});
