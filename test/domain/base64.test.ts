import { expect, test } from "bun:test";
import fc from "fast-check";
import { decodeBase64 } from "../../src/domain/base64.ts";

const bytes = (...values: number[]) => new Uint8Array(values);

test.each([
  ["aGk=", bytes(0x68, 0x69)],
  ["aGk", bytes(0x68, 0x69)],
  ["aGk=\n", bytes(0x68, 0x69)],
  ["aG\r\nk=", bytes(0x68, 0x69)],
  ["+/8=", bytes(0xfb, 0xff)],
  ["-_8=", bytes(0xfb, 0xff)],
  ["-_8", bytes(0xfb, 0xff)],
  ["", bytes()],
])("%j is read", (text, expected) => expect(decodeBase64(text)).toEqual(expected));

test.each([
  "a",
  "aGk=aGk=",
  "=",
  "aGk==",
  "a GVsbG8=",
  "aG\tk=",
  "aGk=!",
  "+_8=",
  "aGk\u00e9",
  "aGk\u0000",
  "😀",
])("%j is not base64", (text) => expect(decodeBase64(text)).toBeNull());

test("any bytes come back, in both alphabets, padded or not", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.boolean(), fc.boolean(), (given, urlSafe, omitPadding) => {
      const text = given.toBase64({ alphabet: urlSafe ? "base64url" : "base64", omitPadding });
      expect(decodeBase64(text)).toEqual(new Uint8Array(given));
    }),
  );
});

test("a long text that is nearly base64 is refused in linear time", () => {
  // Ten million line breaks and a wrong character: a backtracking pattern would never come back.
  expect(decodeBase64(`${"\n".repeat(10_000_000)}!`)).toBeNull();
});
