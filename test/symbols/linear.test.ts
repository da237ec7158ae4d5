import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { drawLinear, systemName } from "../../src/symbols/linear.ts";
import type { DrawnSymbol } from "../../src/symbols/symbol.ts";
import { bytes, type BytePart } from "../escpos/bytes.ts";
import { scanSymbol } from "./scan.ts";

const SETTINGS = { moduleWidth: 3, height: 80 };

function drawn(system: number, data: BytePart, settings = SETTINGS): DrawnSymbol {
  const drawing = drawLinear(system, bytes(data), settings);
  if ("problem" in drawing) throw new Error(`${systemName(system)}: ${drawing.problem}`);
  return drawing;
}

/** zxing reads UPC-A as the EAN13 that it is, and UPC-E as the EAN13 it stands for. */
const CODES: readonly (readonly [
  system: number,
  data: BytePart,
  format: string,
  read: string,
  printed: string,
])[] = [
  [65, "01234567890", "EAN13", "0012345678905", "012345678905"],
  [65, "012345678905", "EAN13", "0012345678905", "012345678905"],
  [66, "123456", "UPCE", "0012345000065", "01234565"],
  [66, "0123456", "UPCE", "0012345000065", "01234565"],
  [66, "01234565", "UPCE", "0012345000065", "01234565"],
  [66, "01234500006", "UPCE", "0012345000065", "01234565"],
  [66, "012345000065", "UPCE", "0012345000065", "01234565"],
  [66, "04210000526", "UPCE", "0042100005264", "04252614"],
  [66, "01230000045", "UPCE", "0012300000451", "01234531"],
  [66, "01234000005", "UPCE", "0012340000053", "01234543"],
  [67, "400638133393", "EAN13", "4006381333931", "4006381333931"],
  [67, "4006381333931", "EAN13", "4006381333931", "4006381333931"],
  [68, "7351353", "EAN8", "73513537", "73513537"],
  [68, "73513537", "EAN8", "73513537", "73513537"],
  [69, "ABC-12", "Code39", "ABC-12", "*ABC-12*"],
  [69, "*A $%+./Z*", "Code39", "A $%+./Z", "*A $%+./Z*"],
  [70, "123456", "ITF", "123456", "123456"],
  [70, "1234567", "ITF", "123456", "123456"],
  [71, "A40156B", "Codabar", "A40156B", "A40156B"],
  [71, "c123$-:/.+d", "Codabar", "C123$-:/.+D", "c123$-:/.+d"],
  [72, "CODE93", "Code93", "CODE93", "□CODE93□"],
  [72, "Full ascii\x01~", "Code93", "Full ascii\x01~", "□Full ascii■A~□"],
  [73, "{BCode128", "Code128", "Code128", "Code128"],
  [73, "{A012ABC\x01", "Code128", "012ABC\x01", "012ABC "],
  [73, "{C\x0c\x22\x38", "Code128", "123456", "123456"],
  [73, "{BAb{C\x0c\x22{AX\x02", "Code128", "Ab1234X\x02", "Ab1234X "],
  [73, "{AX{Sx{SyZ", "Code128", "XxyZ", "XxyZ"],
  [73, "{B{{brace}", "Code128", "{brace}", "{brace}"],
  [73, "{BAC{1B", "Code128", "AC\x1dB", "ACB"],
  [73, "{B{3menu", "Code128", "menu", "menu"],
  [74, "(01)0952123454321*{1(10)AB", "Code128", "0109521234543213\x1d10AB", "(01)09521234543213 (10)AB"],
  [74, "10AB{{", "Code128", "10AB{", "10AB{"],
  [75, "0952123454321", "DataBarOmni", "0109521234543213", "(01)09521234543213"],
  [76, "0952123454321", "DataBarOmni", "0109521234543213", "(01)09521234543213"],
  [77, "0952123454321", "DataBarLtd", "0109521234543213", "(01)09521234543213"],
  [78, "(01)09521234543213(10)ABC", "DataBarExp", "010952123454321310ABC", "(01)09521234543213(10)ABC"],
  [78, "0109521234543213", "DataBarExp", "0109521234543213", "0109521234543213"],
  [78, "(10)A1{1(21)x", "DataBarExp", "10A1\x1d21x", "(10)A1 (21)x"],
  [79, "Auto {A 12345678", "Code128", "Auto {A 12345678", "Auto {A 12345678"],
  [79, "caf\xe9\x00", "Code128", "café\x00", "café "],
  [7, "CODE93", "Code93", "CODE93", "□CODE93□"],
  [8, "plain 128", "Code128", "plain 128", "plain 128"],
  [8, "{C\x0c\x22", "Code128", "1234", "1234"],
];

describe("every system scans, and prints its characters", () => {
  test.each(CODES)("%d %s", async (system, data, format, read, printed) => {
    const drawing = drawn(system, data);
    expect(await scanSymbol(drawing)).toEqual([{ format, text: read }]);
    expect(drawing.interpretation).toBe(printed);
    if (format !== "UPCE" && system !== 65) expect(drawing.text).toBe(read);
  });

  test.each([0, 1, 2, 3, 4, 5, 6])("form A %d is form B", (system) => {
    const data = ["01234567890", "123456", "400638133393", "7351353", "A", "12", "A1B"][system] ?? "";
    expect(drawn(system, data)).toEqual(drawn(system + 65, data));
  });
});

describe("every module width scans", () => {
  const widths = [2, 3, 4, 5, 6, 2.5, 3.5, 4.5, 5.5];
  const systems: readonly (readonly [number, string, string])[] = [
    [67, "400638133393", "4006381333931"],
    [69, "AB-1", "AB-1"],
    [70, "1234", "1234"],
    [71, "A123B", "A123B"],
    [73, "{BCode", "Code"],
    [77, "0952123454321", "0109521234543213"],
  ];
  test.each(
    widths.flatMap((width) => systems.map(([system, data, read]) => [width, system, data, read] as const)),
  )("%d dots, system %d", async (moduleWidth, system, data, read) => {
    const [scan] = await scanSymbol(drawn(system, data, { moduleWidth, height: 60 }));
    expect(scan?.text).toBe(read);
  });
});

test("an EAN13 is 95 modules wide and one row high, to be stretched", () => {
  const { raster, scaleX, scaleY } = drawn(67, "400638133393");
  expect(raster).toMatchObject({ columns: 95 * 3, rows: 1 });
  expect([scaleX, scaleY]).toEqual([1, 80]);
});

test("wide elements have the widths of Epson's table (GS w)", () => {
  // CODE39: `*` and the gap after it are 12 narrow and 4 wide... for one character between two stars.
  const columns = [2, 3, 4, 5, 6].map(
    (moduleWidth) => drawn(69, "A", { moduleWidth, height: 1 }).raster.columns,
  );
  const narrow = 3 * 6 + 2;
  const wide = 3 * 3;
  expect(columns).toEqual([
    narrow * 2 + wide * 5,
    narrow * 3 + wide * 8,
    narrow * 4 + wide * 10,
    narrow * 5 + wide * 13,
    narrow * 6 + wide * 16,
  ]);
});

describe("data that the printer does not print", () => {
  test.each([
    [65, "1234567890"],
    [65, "0123456789A"],
    [66, "12345"],
    [66, "1234567"],
    [66, "01234567890"],
    [67, "40063813339"],
    [68, "735135"],
    [69, "lower"],
    [69, "A*B"],
    [70, "12A4"],
    [70, ""],
    [71, "40156"],
    [71, "A4X156B"],
    [72, "\x80"],
    [72, ""],
    [73, "no code set"],
    [73, "{B"],
    [73, "{Alower"],
    [73, "{C\x64"],
    [73, "{C{Sx"],
    [73, "{B{Q"],
    [73, "{B\x80"],
    [74, ""],
    [75, "123"],
    [76, "095212345432X"],
    [77, "9952123454321"],
    [78, ""],
    [79, ""],
    [80, "1"],
    [99, "1"],
  ])("%d %s", (system, data) => {
    expect(drawLinear(system, bytes(data), SETTINGS)).toEqual({ problem: expect.any(String) });
  });
});

test("a wrong check digit is drawn right, and said", () => {
  expect(drawn(67, "4006381333930")).toMatchObject({
    text: "4006381333931",
    note: "check digit 0 is wrong and drawn as 1",
  });
});

const digits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length });

const ascii = fc.string({
  unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 16,
});

test("property: what is drawn is read back", async () => {
  const anyCode = fc.oneof(
    digits(12).map((data) => [67, data] as const),
    digits(7).map((data) => [68, data] as const),
    digits(8).map((data) => [70, data] as const),
    digits(13).map((data) => [75, data] as const),
    ascii.map((data) => [72, data] as const),
    ascii.map((data) => [79, data] as const),
    ascii.map((data) => [73, `{B${data.replace(/\p{Cc}/gu, "").replaceAll("{", "{{")}x`] as const),
  );
  await fc.assert(
    fc.asyncProperty(anyCode, async ([system, data]) => {
      const drawing = drawn(system, data, { moduleWidth: 2, height: 40 });
      const [scan] = await scanSymbol(drawing);
      expect(scan?.text).toBe(drawing.text);
    }),
    { numRuns: 150 },
  );
});

test("property: no data makes it throw", () => {
  fc.assert(
    fc.property(fc.nat({ max: 255 }), fc.uint8Array({ maxLength: 60 }), (system, data) => {
      drawLinear(system, data, SETTINGS);
    }),
    { numRuns: 1500 },
  );
});
