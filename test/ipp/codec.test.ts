import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decodeMessage, findEnd, IppMalformed } from "../../src/ipp/decode.ts";
import { encodeMessage } from "../../src/ipp/encode.ts";
import type { IppAttribute, IppGroup, IppMessage, IppValue } from "../../src/ipp/message.ts";
import { GROUP, TAG } from "../../src/ipp/tags.ts";
import * as is from "../../src/ipp/values.ts";

const { attribute } = is;

function message(...groups: readonly IppGroup[]): IppMessage {
  return { version: { major: 1, minor: 1 }, code: 2, requestId: 1, groups };
}

const withValue = (value: IppValue) => message({ tag: GROUP.operation, attributes: [attribute("x", value)] });

/** Octets as RFC 8010 writes them, from hex with spaces. */
const octets = (hex: string) => Uint8Array.fromHex(hex.replaceAll(/\s/g, ""));

test("a Print-Job request is written and read as in RFC 8010, appendix A.1", () => {
  const bytes = octets(`
    01 01 00 02 00 00 00 01 01
    47 00 12 ${Buffer.from("attributes-charset").toString("hex")} 00 05 ${Buffer.from("utf-8").toString("hex")}
    48 00 1b ${Buffer.from("attributes-natural-language").toString("hex")} 00 05 ${Buffer.from("en-us").toString("hex")}
    02 21 00 06 ${Buffer.from("copies").toString("hex")} 00 04 00 00 00 14
    44 00 05 ${Buffer.from("sides").toString("hex")} 00 13 ${Buffer.from("two-sided-long-edge").toString("hex")}
    03`);
  const request = message(
    {
      tag: GROUP.operation,
      attributes: [
        attribute("attributes-charset", is.charset("utf-8")),
        attribute("attributes-natural-language", is.naturalLanguage("en-us")),
      ],
    },
    {
      tag: GROUP.job,
      attributes: [
        attribute("copies", is.integer(20)),
        attribute("sides", is.keyword("two-sided-long-edge")),
      ],
    },
  );
  expect(decodeMessage(bytes)).toEqual(request);
  expect(encodeMessage(request)).toEqual(new Uint8Array(bytes));
});

test.each<[string, IppValue, string]>([
  ["integer", is.integer(-2), "21 0001 78 0004 ff ff ff fe"],
  ["enum", is.enumeration(3), "23 0001 78 0004 00 00 00 03"],
  ["boolean", is.boolean(true), "22 0001 78 0001 01"],
  ["range", is.range(1, 99), "33 0001 78 0008 00 00 00 01 00 00 00 63"],
  ["resolution", is.resolution(203, 180), "32 0001 78 0009 00 00 00 cb 00 00 00 b4 03"],
  ["text", is.text("é"), "41 0001 78 0002 c3 a9"],
  ["empty name", is.name(""), "42 0001 78 0000"],
  ["no value", is.noValue, "13 0001 78 0000"],
  [
    "dateTime",
    is.dateTime(Date.UTC(2026, 10, 20, 16, 23, 5, 900)),
    "31 0001 78 000b 07 ea 0b 14 10 17 05 09 2b 00 00",
  ],
  [
    "text with a language",
    { kind: "languageText", tag: TAG.textWithLanguage, language: "fr", value: "ou" },
    "35 0001 78 0008 0002 66 72 0002 6f 75",
  ],
  [
    "collection in a collection",
    is.collection(attribute("m", is.collection(attribute("n", is.integer(1), is.integer(2))))),
    "34 0001 78 0000 4a 0000 0001 6d 34 0000 0000 4a 0000 0001 6e 21 0000 0004 00000001 21 0000 0004 00000002 37 0000 0000 37 0000 0000",
  ],
  [
    "a tag that is not known",
    { kind: "bytes", tag: 0x2f, value: Uint8Array.of(1, 2) },
    "2f 0001 78 0002 01 02",
  ],
])("%s", (_name, value, hex) => {
  const bytes = octets(`01 01 0002 00000001 01 ${hex} 03`);
  expect(decodeMessage(bytes)).toEqual(withValue(value));
  expect(encodeMessage(withValue(value))).toEqual(new Uint8Array(bytes));
});

test("several values of an attribute, and text that is not UTF-8", () => {
  const bytes = octets("01 01 0002 00000001 01 42 0001 78 0001 e9 42 0000 0001 62 03");
  expect(decodeMessage(bytes).groups[0]?.attributes).toEqual([attribute("x", is.name("é"), is.name("b"))]);
});

describe("what is no message is refused", () => {
  test.each([
    ["nothing", ""],
    ["half a header", "01 01 0002"],
    ["no end", "01 01 0002 00000001 01"],
    ["an attribute before a group", "01 01 0002 00000001 21 0001 78 0004 00000001 03"],
    ["a value without an attribute", "01 01 0002 00000001 01 21 0000 0004 00000001 03"],
    ["a name longer than the rest", "01 01 0002 00000001 01 21 ffff 78 03"],
    ["a value longer than the rest", "01 01 0002 00000001 01 21 0001 78 0004 0000"],
    ["an integer of three bytes", "01 01 0002 00000001 01 21 0001 78 0003 000001 03"],
    ["a boolean of no bytes", "01 01 0002 00000001 01 22 0001 78 0000 03"],
    ["a broken text with a language", "01 01 0002 00000001 01 35 0001 78 0004 0009 6672 03"],
    ["a collection without an end", "01 01 0002 00000001 01 34 0001 78 0000 03"],
    ["a collection's end alone", "01 01 0002 00000001 01 37 0001 78 0000 03"],
    ["a member without a value", "01 01 0002 00000001 01 34 0001 78 0000 4a 0000 0001 6d 37 0000 0000 03"],
    [
      "a value in a collection without a name",
      "01 01 0002 00000001 01 34 0001 78 0000 21 0000 0004 00000001 37 0000 0000 03",
    ],
    [
      "collections nested without measure",
      `01 01 0002 00000001 01 34 0001 78 0000 ${"4a 0000 0001 6d 34 0000 0000".repeat(500)} 03`,
    ],
    ["values without measure", `01 01 0002 00000001 01 ${"21 0001 78 0004 00000001".repeat(20_000)} 03`],
  ])("%s", (_name, hex) => expect(() => decodeMessage(octets(hex))).toThrow(IppMalformed));
});

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const words = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => text.toWellFormed());
const textTags = [
  TAG.textWithoutLanguage,
  TAG.nameWithoutLanguage,
  TAG.keyword,
  TAG.uri,
  TAG.mimeMediaType,
  0x5f,
];
const otherTags = [TAG.unsupported, TAG.unknown, TAG.noValue, TAG.octetString, TAG.dateTime, 0x7f];
const attributeName = words.filter((text) => text !== "");

const { value } = fc.letrec<{ value: IppValue; members: IppAttribute[] }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({
      kind: fc.constant("number" as const),
      tag: fc.constantFrom(TAG.integer, TAG.enum),
      value: int32,
    }),
    fc.record({ kind: fc.constant("boolean" as const), tag: fc.constant(TAG.boolean), value: fc.boolean() }),
    fc.record({ kind: fc.constant("text" as const), tag: fc.constantFrom(...textTags), value: words }),
    fc.record({
      kind: fc.constant("languageText" as const),
      tag: fc.constantFrom(TAG.textWithLanguage, TAG.nameWithLanguage),
      language: words,
      value: words,
    }),
    fc.record({
      kind: fc.constant("range" as const),
      tag: fc.constant(TAG.rangeOfInteger),
      lower: int32,
      upper: int32,
    }),
    fc.record({
      kind: fc.constant("resolution" as const),
      tag: fc.constant(TAG.resolution),
      across: int32,
      feed: int32,
      units: fc.constantFrom(3, 4),
    }),
    fc.record({
      kind: fc.constant("bytes" as const),
      tag: fc.constantFrom(...otherTags),
      value: fc.uint8Array({ maxLength: 30 }).map((bytes) => new Uint8Array(bytes)),
    }),
    fc.record({
      kind: fc.constant("collection" as const),
      tag: fc.constant(TAG.begCollection),
      members: tie("members"),
    }),
  ),
  members: fc.array(
    fc.record({ name: attributeName, values: fc.array(tie("value"), { minLength: 1, maxLength: 3 }) }),
    { maxLength: 3 },
  ),
}));
const attributes = fc.array(
  fc.record({ name: attributeName, values: fc.array(value, { minLength: 1, maxLength: 3 }) }),
  { maxLength: 5 },
);
const messages = fc.record({
  version: fc.record({ major: fc.nat(255), minor: fc.nat(255) }),
  code: fc.nat(0xffff),
  requestId: fc.nat(0xffffffff),
  groups: fc.array(fc.record({ tag: fc.constantFrom(1, 2, 4, 5, 6, 15), attributes }), { maxLength: 3 }),
});

test("any message comes back, and its document begins where it ends, in whatever pieces it comes", () => {
  fc.assert(
    fc.property(messages, fc.uint8Array({ maxLength: 30 }), fc.nat(), (given, document, cut) => {
      const bytes = encodeMessage(given);
      expect(decodeMessage(bytes)).toEqual(given);
      const body = Buffer.concat([bytes, document]);
      expect(findEnd(body, 0)).toEqual({ end: bytes.byteLength });
      const first = findEnd(body.subarray(0, cut % bytes.byteLength), 0);
      expect(findEnd(body, "next" in first ? first.next : -1)).toEqual({ end: bytes.byteLength });
    }),
  );
});

test("any bytes are read or refused, and what is read comes back", () => {
  const damaged = fc
    .tuple(messages, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }))
    .map(([given, faults]) => {
      const bytes = encodeMessage(given);
      for (const [place, octet] of faults) bytes[place % bytes.byteLength] = octet;
      return bytes;
    });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged), (bytes) => {
      findEnd(bytes, 0);
      let read: IppMessage;
      try {
        read = decodeMessage(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(IppMalformed);
        return;
      }
      expect(decodeMessage(encodeMessage(read))).toEqual(read);
    }),
    { numRuns: 1000 },
  );
});
