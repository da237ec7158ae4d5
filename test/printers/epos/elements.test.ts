import { describe, expect, test } from "bun:test";
import { TillrollError } from "../../../src/domain/errors.ts";
import { encode, paper } from "./encode.ts";

/** What follows ESC @. */
function bytesOf(xml: string): string {
  const bytes = encode(xml).toHex();
  expect(bytes).toStartWith("1b40");
  return bytes.slice(4);
}

function ascii(text: string): string {
  return Buffer.from(text).toHex();
}

/** GS ( k. */
function symbol(...parameters: readonly (number | string)[]): string {
  const body = parameters.map((part) => (typeof part === "string" ? ascii(part) : hex(part))).join("");
  return `1d286b${hex(body.length / 2)}00${body}`;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

describe("text", () => {
  test.each([
    ['align="left"', "1b6100"],
    ['align="center"', "1b6101"],
    ['align="right"', "1b6102"],
    ['rotate="true"', "1b7b01"],
    ['rotate="0"', "1b7b00"],
    ['linespc="0"', "1b3300"],
    ['linespc="255"', "1b33ff"],
    ['font="font_a"', "1b4d00"],
    ['font="font_b"', "1b4d01"],
    ['font="font_c"', "1b4d02"],
    ['font="font_d"', "1b4d03"],
    ['font="font_e"', "1b4d04"],
    ['font="special_a"', "1b4d61"],
    ['font="special_b"', "1b4d62"],
    ['smooth="1"', "1d6201"],
    ['dw="true"', "1d2110"],
    ['dh="true"', "1d2101"],
    ['dw="true" dh="true"', "1d2111"],
    ['dw="false"', "1d2100"],
    ['width="8" height="8"', "1d2177"],
    ['width="3"', "1d2120"],
    ['dw="true" width="1"', "1d2100"],
    ['reverse="true"', "1d4201"],
    ['ul="true"', "1b2d011c2d01"],
    ['ul="false"', "1b2d001c2d00"],
    ['em="true"', "1b4501"],
    ['color="none"', "1d284e02003030"],
    ['color="color_1"', "1d284e02003031"],
    ['color="color_2"', "1d284e02003032"],
    ['color="color_3"', "1d284e02003033"],
    ['color="color_4"', "1d284e02003034"],
    ['x="300"', "1b242c01"],
    ['y="300"', ""],
    ['lang="de" unknown="1"', ""],
  ])("%s", (attributes, expected) => {
    expect(bytesOf(`<text ${attributes}/>`)).toBe(expected);
    expect(bytesOf(`<text ${attributes}>A</text>`)).toBe(`${expected}41`);
  });

  test("what is set holds for the text that follows, size by size", () => {
    expect(bytesOf('<text width="2" em="true"/><text height="3">A</text><text>B</text>')).toBe(
      "1d21101b45011d21124142",
    );
    const { pieces } = paper('<text width="2" em="true" align="right">A&#10;</text><text>B&#10;</text>');
    expect(pieces).toMatchObject([
      { text: "A", x: 552, style: { scaleX: 2, bold: true } },
      { text: "B", x: 552, style: { scaleX: 2, bold: true } },
    ]);
  });

  test("as decoded", () => {
    const { pieces } = paper(
      '<text font="font_b" width="2" smooth="true" reverse="true" ul="true" color="color_2" x="24">A</text>',
    );
    expect(pieces).toMatchObject([
      { x: 24, style: { font: "B", smooth: true, reverse: true, underline: 1, color: 2 } },
    ]);
  });
});

describe("feed", () => {
  test.each([
    ["", "0a"],
    ['unit="30"', "1b4a3c"],
    ['unit="200"', "1b4aff1b4a91"],
    ['line="3"', "1b6403"],
    ['linespc="40"', "1b33500a"],
    ['line="2" linespc="40"', "1b33501b6402"],
    ['pos="peeling"', "1c284c02004130"],
    ['pos="cutting"', "1c284c02004230"],
    ['pos="current_tof"', "1c284c02004332"],
    ['pos="next_tof"', "1c284c02004331"],
  ])("%s", (attributes, expected) => {
    expect(bytesOf(`<feed ${attributes}/>`)).toBe(expected);
  });
});

describe("image", () => {
  test("black and white, of the first colour: GS v 0", () => {
    const image = '<image width="9" height="2" align="center">gIABAA==</image>';
    expect(bytesOf(image)).toBe("1b61011d7630000200020080800100");
    const [piece] = paper(image).pieces;
    expect(piece).toMatchObject({ kind: "raster", rows: 2, x: 280 });
  });

  test("as Epson's manual shows it: 8 by 8 black dots, with white space inside", () => {
    const black = "ffffffffffffffff";
    const image = '<image width="8" height="8">\n //////\n////8=\n</image>';
    expect(bytesOf(image)).toBe(`1d76300001000800${black}`);
  });

  test("another colour: GS 8 L and GS ( L", () => {
    expect(bytesOf('<image width="8" height="1" color="color_2">/w==</image>')).toBe(
      "1d384c0b00000030703001013208000100ff1d284c02003032",
    );
    const [piece] = paper('<image width="8" height="1" color="color_2">/w==</image>').pieces;
    expect(piece).toMatchObject({ kind: "raster", rows: 1, color: 2 });
  });

  test("none: nothing", () => {
    expect(bytesOf('<image width="8" height="1" color="none">/w==</image>')).toBe("");
    expect(bytesOf('<image width="0" height="0"></image>')).toBe("");
  });

  test("sixteen tones become dots: none for white, all for black, half for grey", () => {
    const rows = (pair: number): string => Buffer.alloc(8, pair).toBase64();
    const image = (pair: number): string => `<image width="4" height="4" mode="gray16">${rows(pair)}</image>`;
    expect(bytesOf(image(0x00))).toBe("1d7630000100040000000000");
    expect(bytesOf(image(0xff))).toBe("1d76300001000400f0f0f0f0");
    const half = Buffer.from(bytesOf(image(0x77)).slice(16), "hex");
    expect([...half].map((row) => row.toString(2).replaceAll("0", "").length)).toEqual([2, 2, 2, 2]);
  });

  test("a long picture goes in strips that join", () => {
    const data = Buffer.alloc(3000, 0x80).toBase64();
    const image = `<image width="8" height="3000">${data}</image>`;
    expect(bytesOf(image).match(/1d763000/g)).toHaveLength(3);
    expect(bytesOf(`<page>${image}</page>`).match(/1d763000/g)).toHaveLength(1);
    expect(paper(image).heightDots).toBe(3000);
  });

  test("too few rows, or no base64", () => {
    expect(() => encode('<image width="8" height="2">/w==</image>')).toThrow("fewer than 2 rows");
    expect(() => encode('<image width="8" height="1">%%</image>')).toThrow("base64");
    expect(() => encode('<image width="8">/w==</image>')).toThrow("height");
  });
});

test("logo", () => {
  expect(bytesOf('<logo key1="48" key2="49" align="right"/>')).toBe("1b61021d284c0600304530310101");
});

describe("barcode", () => {
  test.each([
    ["<text>Total</text>", 2],
    ["<text>Total&#10;</text>", 2],
    ["<text>Total</text><feed/>", 2],
    ["<text></text>", 1],
  ])("behind %s is a bar code on a line of its own, and one line ends", (before, pieces) => {
    const shown = paper(`${before}<barcode type="code39">1</barcode>`);
    expect(shown.pieces).toHaveLength(pieces);
    expect(shown.pieces.at(-1)).toMatchObject({ kind: "raster", y: pieces === 2 ? 30 : 0 });
  });

  test.each([
    ['<text>Total</text><symbol type="qrcode_model_2">1</symbol>', 0],
    ["<text>Total</text><page><text>in</text></page>", 0],
    ["<text>Total</text><cut/>", 0],
    ["<text>Total</text><pulse/>", 1],
  ])("behind %s there are %p line feeds", (before, feeds) => {
    const [written, shown] = [`${before}<barcode type="code39">1</barcode>`, before].map((xml) =>
      bytesOf(xml),
    );
    expect(written).toBe(`${shown}${"0a".repeat(feeds)}${bytesOf('<barcode type="code39">1</barcode>')}`);
  });

  const defaults = "1d48001d66001d77031d68a2";

  test.each([
    ["upc_a", 65, "01234567890", "UPC-A"],
    ["upc_e", 66, "01234500006", "UPC-E"],
    ["ean13", 67, "490123456789", "EAN13"],
    ["jan13", 67, "490123456789", "EAN13"],
    ["ean8", 68, "4901234", "EAN8"],
    ["jan8", 68, "4901234", "EAN8"],
    ["code39", 69, "ABC-1", "CODE39"],
    ["itf", 70, "123456", "ITF"],
    ["codabar", 71, "A123A", "CODABAR"],
    ["code93", 72, "ABC", "CODE93"],
    ["code128", 73, "{BABC", "CODE128"],
    ["gs1_128", 74, "(01)0123456789012*", "GS1-128"],
    ["gs1_databar_omnidirectional", 75, "0123456789012", "GS1 DataBar Omnidirectional"],
    ["gs1_databar_truncated", 76, "0123456789012", "GS1 DataBar Truncated"],
    ["gs1_databar_limited", 77, "0123456789012", "GS1 DataBar Limited"],
    ["gs1_databar_expanded", 78, "(01)01234567890128", "GS1 DataBar Expanded"],
    ["code128_auto", 79, "hello", "CODE128"],
  ])("%s", (type, system, data, name) => {
    const barcode = `<barcode type="${type}">${data}</barcode>`;
    expect(bytesOf(barcode)).toBe(`${defaults}1d6b${hex(system)}${hex(data.length)}${ascii(data)}`);
    expect(paper(barcode).pieces).toMatchObject([{ kind: "raster", symbol: { system: name } }]);
  });

  test.each([
    ['hri="above"', "1d48011d66001d77031d68a2"],
    ['hri="below" font="font_b"', "1d48021d66011d77031d68a2"],
    ['hri="both"', "1d48031d66001d77031d68a2"],
    ['width="6" height="255"', "1d48001d66001d77061d68ff"],
    ['width="99" height="0"', defaults],
    ['align="center" rotate="true"', `1b61011b7b01${defaults}`],
  ])("%s", (attributes, expected) => {
    expect(bytesOf(`<barcode type="itf" ${attributes}>12</barcode>`)).toBe(`${expected}1d6b46023132`);
  });

  test("escapes of Epson's SDK: \\xnn is a byte, \\\\ a backslash", () => {
    expect(bytesOf('<barcode type="code93">a\\x0d\\\\b\\xzz</barcode>')).toEndWith(
      "1d6b4808610d5c625c787a7a",
    );
  });

  test("no data, or too much for any bar code, prints nothing and is no error", () => {
    expect(bytesOf('<barcode type="code39"></barcode>')).toBe("");
    expect(bytesOf(`<barcode type="code39">${"1".repeat(256)}</barcode>`)).toBe("");
  });
});

describe("symbol", () => {
  const pdf417 = (options: number, level: readonly number[], columns = 0, width = 3, height = 3): string =>
    symbol(48, 65, columns) +
    symbol(48, 66, 0) +
    symbol(48, 67, width) +
    symbol(48, 68, height) +
    symbol(48, 69, ...level) +
    symbol(48, 70, options) +
    symbol(48, 80, 48, "ABC") +
    symbol(48, 81, 48);
  const qr = (model: number, level: number, width = 3): string =>
    symbol(49, 65, model, 0) +
    symbol(49, 67, width) +
    symbol(49, 69, level) +
    symbol(49, 80, 48, "ABC") +
    symbol(49, 81, 48);
  const maxicode = (mode: number): string =>
    symbol(50, 65, mode) + symbol(50, 80, 48, "ABC") + symbol(50, 81, 48);
  const aztec = (kind: number, width: number, level: number): string =>
    symbol(53, 66, kind, 0) +
    symbol(53, 67, width) +
    symbol(53, 69, level) +
    symbol(53, 80, 48, "ABC") +
    symbol(53, 81, 48);
  const dataMatrix = (kind: number, rows: number, width = 3): string =>
    symbol(54, 66, kind, 0, rows) + symbol(54, 67, width) + symbol(54, 80, 48, "ABC") + symbol(54, 81, 48);

  test.each([
    ['type="pdf417_standard"', pdf417(0, [49, 1]), "PDF417"],
    ['type="pdf417_truncated" level="level_8"', pdf417(1, [48, 56]), "Truncated PDF417"],
    [
      'type="pdf417_standard" level="level_0" width="2" height="4" size="10"',
      pdf417(0, [48, 48], 10, 2, 4),
      "PDF417",
    ],
    ['type="pdf417_standard" level="level_h" width="1" size="99"', pdf417(0, [49, 1]), "PDF417"],
    ['type="qrcode_model_1" level="level_l"', qr(49, 48), "QR code"],
    ['type="qrcode_model_2" level="level_m" width="6"', qr(50, 49, 6), "QR code"],
    ['type="qrcode_model_2" level="level_q"', qr(50, 50), "QR code"],
    ['type="qrcode_model_2" level="level_h" width="17"', qr(50, 51), "QR code"],
    ['type="qrcode_micro" level="default"', qr(51, 48), "Micro QR code"],
    ['type="maxicode_mode_4"', maxicode(52), "MaxiCode"],
    ['type="maxicode_mode_5"', maxicode(53), "MaxiCode"],
    ['type="maxicode_mode_6"', maxicode(54), "MaxiCode"],
    ['type="azteccode_fullrange"', aztec(48, 3, 23), "Aztec code"],
    ['type="azteccode_compact" level="50" width="4"', aztec(49, 4, 50), "Aztec code"],
    ['type="datamatrix_square" width="5"', dataMatrix(48, 0, 5), "DataMatrix"],
    ['type="datamatrix_rectangle_8"', dataMatrix(49, 8), "DataMatrix"],
    ['type="datamatrix_rectangle_12"', dataMatrix(49, 12), "DataMatrix"],
    ['type="datamatrix_rectangle_16"', dataMatrix(49, 16), "DataMatrix"],
  ])("%s", (attributes, expected, system) => {
    const xml = `<symbol ${attributes}>ABC</symbol>`;
    expect(bytesOf(xml)).toBe(expected);
    expect(paper(xml).pieces).toMatchObject([{ kind: "raster", symbol: { system, text: "ABC" } }]);
  });

  test.each([
    ["gs1_databar_stacked", 72, "0123456789012", "GS1 DataBar Stacked"],
    ["gs1_databar_stacked_omnidirectional", 73, "0123456789012", "GS1 DataBar Stacked Omnidirectional"],
    ["gs1_databar_expanded_stacked", 76, "(01)01234567890128", "GS1 DataBar Expanded Stacked"],
  ])("%s", (type, variant, data, system) => {
    const xml = `<symbol type="${type}" size="300">${data}</symbol>`;
    expect(bytesOf(xml)).toBe(
      symbol(51, 67, 2) + symbol(51, 71, 0x2c, 0x01) + symbol(51, 80, 48, variant, data) + symbol(51, 81, 48),
    );
    expect(paper(xml).pieces).toMatchObject([{ kind: "raster", symbol: { system } }]);
  });

  test.each([
    ["maxicode_mode_2", "908063840\\x1d850\\x1d001\\x1d\\x04"],
    ["maxicode_mode_3", "B1050\\x1d056\\x1d999\\x1d\\x04"],
  ])("%s, with the separators of its message", (type, data) => {
    expect(paper(`<symbol type="${type}">${data}</symbol>`).pieces).toMatchObject([
      { symbol: { system: "MaxiCode" } },
    ]);
  });

  test("a QR code holds Shift JIS where it can, UTF-8 otherwise; others UTF-8", () => {
    const stored = (type: string, text: string): string => bytesOf(`<symbol type="${type}">${text}</symbol>`);
    expect(stored("qrcode_model_2", "円ｱ")).toContain("315030897eb1");
    expect(stored("qrcode_model_2", "円é")).toContain("315030e58686c3a9");
    expect(stored("pdf417_standard", "円")).toContain("305030e58686");
  });

  test("settings of one symbol are not those of the next", () => {
    const two = '<symbol type="qrcode_model_2" width="8">A</symbol><symbol type="qrcode_model_2">A</symbol>';
    expect(paper(two).pieces.map(({ width }) => width)).toEqual([168, 63]);
  });

  test("more than the command can count is not printed", () => {
    expect(bytesOf(`<symbol type="qrcode_model_2">${"1".repeat(70_000)}</symbol>`)).toBe("");
  });
});

describe("lines", () => {
  test.each([
    ["thin", 1],
    ["medium", 2],
    ["thick", 3],
    ["thin_double", 4],
    ["medium_double", 5],
    ["thick_double", 6],
  ])("%s", (style, m1) => {
    expect(bytesOf(`<hline x1="10" x2="300" style="${style}"/>`)).toBe(
      `1d28510900320a002c010101${hex(m1)}30`,
    );
    expect(bytesOf(`<vline-begin x="20" style="${style}"/>`)).toBe(`1d285107003314000101${hex(m1)}30`);
    expect(bytesOf(`<vline-end x="20" style="${style}"/>`)).toBe(`1d285107003314000001${hex(m1)}30`);
  });

  test("as decoded", () => {
    const xml =
      '<hline x1="200" x2="10"/><feed/><vline-begin x="20"/><text>y&#10;z&#10;</text><vline-end x="20"/>';
    const rules = paper(xml).pieces.filter(({ kind }) => kind === "rule");
    expect(rules).toMatchObject([
      { x: 10, width: 190 },
      { x: 20, height: 60 },
    ]);
  });
});

describe("page", () => {
  test.each([
    ['<area x="1" y="2" width="300" height="400"/>', "1b57010004002c012003"],
    ['<direction dir="left_to_right"/>', "1b5400"],
    ['<direction dir="bottom_to_top"/>', "1b5401"],
    ['<direction dir="right_to_left"/>', "1b5402"],
    ['<direction dir="top_to_bottom"/>', "1b5403"],
    ['<position x="300" y="40"/>', "1b242c011d245000"],
    ['<text x="1" y="300">A</text>', "1b2401001d24580241"],
    ['<line x1="1" y1="2" x2="300" y2="4" style="medium"/>', "1d28510c0030010004002c010800010230"],
    ['<rectangle x1="1" y1="2" x2="300" y2="4"/>', "1d28510e0031010004002c0108000101303001"],
    ['<image width="8" height="1">/w==</image>', "1d76300001000100ff"],
    ['<pulse drawer="drawer_2"/>', "1b700132fa"],
    ["<feed/>", "0a"],
    ['<feed pos="peeling"/>', ""],
    ['<cut type="feed"/>', ""],
    ["<sound/>", ""],
    ['<hline x1="0" x2="1"/>', ""],
    ['<vline-begin x="1"/><vline-end x="1"/>', ""],
    ["<rotate-begin/><rotate-end/>", ""],
  ])("%s", (content, expected) => {
    expect(bytesOf(`<page>${content}</page>`)).toBe(`1b4c${expected}0c`);
  });

  test.each([
    '<area x="1" y="2" width="3" height="4"/>',
    '<direction dir="bottom_to_top"/>',
    '<position x="1" y="2"/>',
    '<line x1="1" y1="2" x2="3" y2="4"/>',
    '<rectangle x1="1" y1="2" x2="3" y2="4"/>',
  ])("%s does nothing outside a page", (xml) => {
    expect(bytesOf(xml)).toBe("");
  });

  test("as decoded", () => {
    const { pieces } = paper(
      '<page><area x="10" y="0" width="300" height="200"/><position x="50" y="30"/><text>ABCDE</text>' +
        '<rectangle x1="0" y1="50" x2="100" y2="100"/></page><text>after</text>',
    );
    expect(pieces).toMatchObject([
      { kind: "text", text: "ABCDE", x: 60 },
      { kind: "rule", x: 10, y: 50 },
      { kind: "rule" },
      { kind: "rule" },
      { kind: "rule" },
      { kind: "text", text: "after", y: 200 },
    ]);
  });

  test("pages do not hold pages", () => {
    expect(() => encode("<page><page/></page>")).toThrow("inside another page");
  });
});

describe("the printer itself", () => {
  test.each([
    ["<cut/>", "1d564200"],
    ['<cut type="feed"/>', "1d564200"],
    ['<cut type="no_feed"/>', "1d5601"],
    ['<cut type="reserve"/>', "1d566200"],
    ['<cut type="feed_fullcut"/>', "1d564100"],
    ['<cut type="no_feed_fullcut"/>', "1d5600"],
    ['<cut type="reserve_fullcut"/>', "1d566100"],
    ["<pulse/>", "1b700032fa"],
    ['<pulse drawer="drawer_1" time="pulse_100"/>', "1b700032fa"],
    ['<pulse drawer="drawer_2" time="pulse_200"/>', "1b700164fa"],
    ['<pulse time="pulse_300"/>', "1b700096fa"],
    ['<pulse time="pulse_400"/>', "1b7000c8fa"],
    ['<pulse time="pulse_500"/>', "1b7000fafa"],
    ["<sound/>", "1b284104003031010a"],
    ['<sound pattern="none" repeat="1"/>', "1b284104003030010a"],
    ['<sound pattern="pattern_e" repeat="3" cycle="2000"/>', "1b2841040030350314"],
    ['<sound pattern="error" repeat="0"/>', "1b284104003036ff0a"],
    ['<sound pattern="paper_end" repeat="255"/>', "1b2841040030373f0a"],
    ['<sound pattern="pattern_10" cycle="65535"/>', "1b28410400300a01ff"],
    ['<layout type="label" width="580" height="-1550" margin-top="15" offset-cut="0"/>', ""],
    ["<recovery/>", "100502"],
    ["<reset/>", "1b40"],
    ["<rotate-begin/><rotate-end/>", "1b2859020031311b285902003030"],
    ["<command>1B 64\n0a</command>", "1b640a"],
  ])("%s", (xml, expected) => {
    expect(bytesOf(xml)).toBe(expected);
  });

  test("as decoded", () => {
    const receipt = paper('<text>A&#10;</text><cut/><pulse/><sound/><feed pos="next_tof"/>');
    expect(receipt.pieces).toMatchObject([{ kind: "text" }, { kind: "cut", cut: "partial" }]);
    expect(receipt.events.map(({ kind }) => kind)).toEqual(["drawer", "buzzer", "paper"]);
  });
});

test.each([
  "<raw>AA==</raw>",
  '<text align="middle"/>',
  '<text width="9"/>',
  '<text width="two"/>',
  '<text em="yes"/>',
  '<text linespc="256"/>',
  '<feed unit="-1"/>',
  '<feed pos="somewhere"/>',
  "<barcode>1</barcode>",
  '<barcode type="ean14">1</barcode>',
  "<symbol>1</symbol>",
  '<symbol type="qrcode">1</symbol>',
  '<symbol type="qrcode_model_2" level="level_z">1</symbol>',
  '<symbol type="azteccode_compact" level="256">1</symbol>',
  '<hline x1="1"/>',
  '<cut type="maybe"/>',
  '<pulse time="t100"/>',
  '<sound pattern="z"/>',
  "<logo/>",
  '<layout type="roll"/>',
  "<command>123</command>",
  '<page><area x="1"/></page>',
  '<page><direction dir="up"/></page>',
])("%s breaks the schema", (xml) => {
  expect(() => encode(xml)).toThrow(TillrollError);
  expect(() => encode(xml)).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
});

test("a document that becomes more bytes than a job may have", () => {
  expect(() => encode("<text>123456789</text>", "auto", 10)).toThrow(
    expect.objectContaining({ code: "PRINT_DATA_TOO_LARGE" }),
  );
  expect(encode("<text>12345678</text>", "auto", 10)).toHaveLength(10);
});
