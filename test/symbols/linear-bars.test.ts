import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { encode, type EncoderOptions } from "../../src/symbols/encoder.ts";
import {
  type Bars,
  codabarBars,
  code128Bars,
  code39Bars,
  code93Bars,
  ean13Bars,
  ean8Bars,
  itfBars,
  upcABars,
  upcEBars,
} from "../../src/symbols/linear-bars.ts";
import { checkDigit, upcE } from "../../src/symbols/retail.ts";
import { FNC1, shortestCode128 } from "../../src/symbols/shortest-code128.ts";

function widthsOf(bars: Bars): readonly number[] {
  if ("problem" in bars) throw new Error(bars.problem);
  return bars.widths;
}

function others(symbology: string, data: string, options: EncoderOptions = {}): readonly number[] {
  const encoded = encode(symbology, data, options);
  if ("problem" in encoded) throw new Error(encoded.problem);
  return encoded.encoding.widths;
}

/** Bars and spaces without the space behind the last bar, if there is one. */
function withoutGap(widths: readonly number[]): readonly number[] {
  return widths.length % 2 === 0 ? widths.slice(0, -1) : widths;
}

const digits = (length: number): fc.Arbitrary<string> =>
  fc.stringMatching(new RegExp(`^\\d{${length}}$`)).map((some) => some + checkDigit(some));

const upcEDigits = fc.stringMatching(/^\d{6}$/).map((six) => {
  const code = upcE(six);
  return "digits" in code ? code.digits : "";
});

const ascii = fc.string({
  unit: fc.integer({ min: 1, max: 127 }).map((code) => String.fromCharCode(code)),
  minLength: 1,
});

test.each([
  ["EAN13", digits(12), ean13Bars, "ean13", {}],
  ["EAN8", digits(7), ean8Bars, "ean8", {}],
  ["UPC-A", digits(11), upcABars, "upca", {}],
  ["UPC-E", upcEDigits, upcEBars, "upce", {}],
  ["CODE39", fc.stringMatching(/^[A-Z0-9 $%+./-]{1,30}$/), code39Bars, "code39", {}],
  ["ITF", fc.stringMatching(/^(?:\d\d){1,15}$/), itfBars, "interleaved2of5", {}],
  ["CODABAR", fc.stringMatching(/^[A-D][\d$+./:-]{1,20}[A-D]$/), codabarBars, "rationalizedCodabar", {}],
  ["CODE93", fc.stringMatching(/^[A-Z0-9 -]{1,30}$/), code93Bars, "code93", { includecheck: true }],
  ["CODE93 of ASCII", ascii, code93Bars, "code93ext", { includecheck: true }],
] as const)("property: %s has the bars of another encoder", (_name, data, barsOf, symbology, options) => {
  fc.assert(
    fc.property(data as fc.Arbitrary<string>, (some) => {
      expect(withoutGap(widthsOf(barsOf(some)))).toEqual(withoutGap(others(symbology, some, options)));
    }),
  );
});

test.each([
  [code39Bars, "abc"],
  [code39Bars, ""],
  [itfBars, "12A4"],
  [itfBars, ""],
  [codabarBars, "1234"],
  [codabarBars, "A12B3C"],
  [codabarBars, "A"],
  [codabarBars, ""],
  [code93Bars, "\x80"],
  [code93Bars, ""],
])("%p: %j is not printed", (barsOf, data) => {
  expect(barsOf(data)).toEqual({ problem: expect.any(String) });
});

describe("CODE128", () => {
  test("property: the bars of its characters are those of another encoder", () => {
    const characters = fc.array(fc.integer({ min: 0, max: 95 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(characters, (some) => {
        const all = [104, ...some];
        const raw = all.map((value) => `^${String(value).padStart(3, "0")}`).join("");
        expect(widthsOf(code128Bars(all))).toEqual(others("code128", raw, { raw: true }));
      }),
    );
  });

  test.each([
    ["12345678", [105, 12, 34, 56, 78]],
    ["ABC", [103, 33, 34, 35]],
    ["abc", [104, 65, 66, 67]],
    ["ab123456", [104, 65, 66, 99, 12, 34, 56]],
    ["a\tb", [104, 65, 98, 73, 66]],
    ["12345", [105, 12, 34, 101, 21]],
    ["\xe4", [104, 100, 68]],
    ["\x80", [103, 101, 64]],
  ])("%j is written as %j", (data, expected) => {
    expect(shortestCode128(Array.from(data, (character) => character.charCodeAt(0)))).toEqual(expected);
  });

  test("FNC1 stands in any code set", () => {
    expect(shortestCode128([FNC1, 0x31, 0x32, FNC1, 0x33, 0x34])).toEqual([105, 102, 12, 102, 34]);
    expect(shortestCode128([FNC1, 0x61])).toEqual([104, 102, 65]);
  });

  test("property: never longer than what another encoder writes", () => {
    fc.assert(
      fc.property(fc.oneof(ascii, fc.stringMatching(/^[\d a-z]{1,30}$/)), (data) => {
        const bytes = Array.from(data, (character) => character.charCodeAt(0));
        const widths = widthsOf(code128Bars(shortestCode128(bytes)));
        expect(widths.length).toBeLessThanOrEqual(others("code128", data).length);
      }),
    );
  });
});
