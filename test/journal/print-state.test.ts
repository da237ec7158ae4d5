import { describe, expect, test } from "bun:test";
import { canonicalJson } from "../../src/journal/canonical-json.ts";
import { entryText, type JournalEntry } from "../../src/journal/entry.ts";
import { sha256 } from "../../src/journal/hash.ts";
import { type PrintFacts, printState, stateText } from "../../src/journal/print-state.ts";

const SALT = Uint8Array.fromHex("000102030405060708090a0b");
const BYTES_HASH = sha256("receipt");
const PRINT: PrintFacts = {
  id: 7,
  workspaceId: 2,
  ordinal: 3,
  userId: 1,
  printKey: "key",
  label: null,
  deviceId: null,
  quantity: null,
  width: 48,
  tag: "{}",
  testPrint: false,
  printerId: null,
  defaultWidth: 48,
  createdAt: 1_700_000_000_000,
  updatedAt: 1_700_000_000_000,
  deletedAt: null,
  sha256: BYTES_HASH,
  byteLength: 7,
};

describe("canonical JSON", () => {
  test.each([
    [{ b: 1, a: "x", c: undefined }, '{"a":"x","b":1}'],
    [
      { 10: "ten", 9: "nine", a: [1, { z: true, y: false }] },
      '{"10":"ten","9":"nine","a":[1,{"y":false,"z":true}]}',
    ],
    [{ "€": 1, "\u{1f600}": 2, "\ufb33": 3 }, '{"€":1,"\u{1f600}":2,"\ufb33":3}'],
    [{ line: 'a\n"b"\\\u0007' }, '{"line":"a\\n\\"b\\"\\\\\\u0007"}'],
    [{ ["__proto__"]: "kept" }, '{"__proto__":"kept"}'],
  ])("%j", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test("what not every reader holds is refused", () => {
    for (const number of [1.5, 2 ** 53, Number.NaN])
      expect(() => canonicalJson({ number })).toThrow(RangeError);
  });
});

describe("the state of a print", () => {
  test("is the hash of its facts as canonical JSON, without what is not there", () => {
    const text =
      `{"byteLength":7,"createdAt":1700000000000,"defaultWidth":48,"id":7,"ordinal":3,"printKey":"key",` +
      `"salt":"000102030405060708090a0b","sha256":"${BYTES_HASH.toHex()}","tag":{},"updatedAt":1700000000000,"userId":1,` +
      `"width":48,"workspaceId":2}`;
    expect(stateText(PRINT, SALT)).toBe(text);
    expect(printState(PRINT, SALT)).toEqual(sha256(text));
  });

  test("has the tags as they are stored", () => {
    const tag = '{"b":"1","a":"2","10":"x"}';
    expect(stateText({ ...PRINT, tag }, SALT)).toContain(`,"tag":${tag},"updatedAt"`);
  });

  const others: { readonly [Name in keyof PrintFacts]: PrintFacts[Name] } = {
    id: 8,
    workspaceId: 3,
    ordinal: 4,
    userId: 2,
    printKey: "other",
    label: "",
    deviceId: "till",
    quantity: 0,
    width: 42,
    tag: '{"":""}',
    testPrint: true,
    printerId: 1,
    defaultWidth: null,
    createdAt: 1,
    updatedAt: 1,
    deletedAt: 1,
    sha256: sha256("other"),
    byteLength: 8,
  };

  test.each(Object.keys(others) as (keyof PrintFacts)[])("another %s is another state", (name) => {
    expect(printState({ ...PRINT, [name]: others[name] }, SALT)).not.toEqual(printState(PRINT, SALT));
  });

  test("is canonical with all that a print can have", () => {
    for (const print of [
      { ...PRINT, ...others },
      { ...PRINT, ...others, testPrint: 1 },
      { ...PRINT, testPrint: 0 },
    ]) {
      const text = stateText(print, SALT);
      expect(canonicalJson(JSON.parse(text) as Record<string, string>)).toBe(text);
    }
    expect(stateText({ ...PRINT, testPrint: 1 }, SALT)).toBe(stateText({ ...PRINT, testPrint: true }, SALT));
    expect(stateText({ ...PRINT, testPrint: 0 }, SALT)).toBe(stateText(PRINT, SALT));
  });

  test("another salt is another state", () => {
    expect(printState(PRINT, SALT.toReversed())).not.toEqual(printState(PRINT, SALT));
  });
});

describe("the text of an entry", () => {
  const stored: JournalEntry = { kind: "stored", printId: 7, at: 5, state: BYTES_HASH, details: null };
  test.each<JournalEntry>([
    stored,
    { ...stored, kind: "changed", details: { by: { kind: "token", id: "a b" }, a: [1] } },
    { ...stored, kind: "erased", state: null, details: { reason: "he asked", how: "erased" } },
    { kind: "replaced", printId: null, at: 9, state: null, details: { through: 4 } },
  ])("$kind", (entry) => {
    const { kind, printId, at, state, details } = entry;
    const members = {
      entry: kind,
      at,
      print: printId ?? undefined,
      state: state?.toHex(),
      details: details ?? undefined,
    };
    expect(entryText(entry)).toBe(canonicalJson(members));
  });
});
