import { describe, expect, test } from "bun:test";
import { decode, type Piece, PRINTER_MODELS } from "../../../src/escpos/escpos.ts";
import { isBlack } from "../../../src/escpos/raster-dots.ts";
import { readWebPrntJob } from "../../../src/printers/webprnt/webprnt-document.ts";
import { paintReceipt } from "../../../src/render/paint/paint-receipt.ts";
import { webPrntRequest } from "./webprnt-request.ts";

const MODEL = PRINTER_MODELS["star-80mm"];
const PRINTER = { model: MODEL, columns: 48, maximumBytes: 1_000_000 };

function receiptOf(elements: string) {
  const raw = readWebPrntJob(webPrntRequest(elements), PRINTER);
  if (raw === null) throw new Error("there is nothing to print");
  return decode(raw, { model: MODEL.id });
}

const textsOf = (elements: string) =>
  receiptOf(elements).pieces.flatMap((piece) => (piece.kind === "text" ? [piece.text] : []));
const first = (elements: string): Piece | undefined => receiptOf(elements).pieces[0];

describe("text", () => {
  test.each<[string, string, string]>([
    ["as it is", "<text>Hello</text>", "Hello"],
    ["with escapes", String.raw`<text>a\x20\\b\x0a</text>`, String.raw`a \b`],
    ["in UTF-8", '<text codepage="utf8">Grüße 日本 €\\x0a</text>', "Grüße 日本 €"],
    ["without a code page", "<text>Grüße €\\x0a</text>", "Grüße €"],
    ["in a code page", '<text codepage="cp1252">Grüße €\\x0a</text>', "Grüße €"],
    ["in a code page, as bytes", '<text codepage="cp1252">Gr\\xfc\\xdfe \\x80\\x0a</text>', "Grüße €"],
    ["of which the code page has not all", '<text codepage="cp437">ü 日 ü\\x0a</text>', "ü 日 ü"],
  ])("%s", (_name, elements, text) => {
    expect(textsOf(elements).join("")).toBe(text);
  });

  test("its looks", () => {
    const [plain, large, inverse] = receiptOf(
      '<text>plain\\x0a</text><text emphasis="true" underline="true" width="2" height="3">large\\x0a</text>' +
        '<text emphasis="false" underline="false" width="1" height="1" invert="true" font="font_b">inverse\\x0a</text>',
    ).pieces;
    expect(plain).toMatchObject({ style: { bold: false, scaleX: 1, scaleY: 1, font: "A" } });
    expect(large).toMatchObject({ style: { bold: true, underline: 2, scaleX: 2, scaleY: 3 } });
    expect(inverse).toMatchObject({ style: { bold: false, underline: 0, reverse: true, font: "B" } });
  });

  test("its place", () => {
    const at = (position: string) => first(`<alignment position="${position}"/><text>x\\x0a</text>`)?.x ?? -1;
    expect([at("left"), at("center"), at("right")]).toEqual([0, 282, 564]);
  });

  test("feeds, and what was set before initialization", () => {
    expect(receiptOf('<text>x</text><feed line="3"/><feed unit="80"/><text>y\\x0a</text>').pieces[1]?.y).toBe(
      3 * 32 + 160,
    );
    const [, after] = receiptOf(
      '<text width="2">x\\x0a</text><initialization/><text width="1">y\\x0a</text>',
    ).pieces;
    expect(after).toMatchObject({ style: { scaleX: 1 } });
  });
});

describe("what is no text", () => {
  test.each<[string, string, Partial<Piece> | Record<string, unknown>]>([
    ["a cut", '<text>x\\x0a</text><cutpaper feed="true" type="full"/>', { kind: "cut", cut: "full" }],
    ["a partial cut", "<text>x\\x0a</text><cutpaper/>", { kind: "cut", cut: "partial" }],
  ])("%s", (_name, elements, piece) => {
    expect(receiptOf(elements).pieces.at(-1)).toMatchObject(piece);
  });

  test("drawers and buzzers", () => {
    const { events } = receiptOf(
      '<peripheral channel="1" on="200" off="200"/><peripheral channel="2"/><sound/>',
    );
    expect(events.map(({ label }) => label)).toEqual([
      "drawer kick, device 1",
      "drawer kick, device 2",
      "beep",
    ]);
  });

  test("a picture, dot by dot", () => {
    const [columns, rows, rowBytes] = [30, 60, 4];
    const dots = new Uint8Array(rowBytes * rows);
    for (let y = 0; y < rows; y++) dots[y * rowBytes + (y % rowBytes)] = 0x80 >> (y % 6);
    const { canvas } = paintReceipt(
      receiptOf(`<bitimage width="${columns}" height="${rows}">${dots.toBase64()}</bitimage>`),
    );
    const raster = { columns, rows, bytes: dots };
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns; x++) expect(isBlack(canvas, x, y)).toBe(isBlack(raster, x, y));
  });

  test("a rule of two lines", () => {
    const { canvas } = paintReceipt(receiptOf('<ruledline thickness="double_medium" width="320"/>'));
    const black = Array.from({ length: canvas.rows }, (_, y) => isBlack(canvas, 319, y));
    expect(black.filter(Boolean)).toHaveLength(8);
    expect(isBlack(canvas, 320, black.indexOf(true))).toBe(false);
  });

  test.each([
    [
      "barcode",
      '<barcode symbology="Code128" width="width2" hri="true" height="60">12345</barcode>',
      "12345",
    ],
    [
      "qrcode",
      '<qrcode model="model2" level="level_m" cell="4">https://example.com/?a=1</qrcode>',
      "https://",
    ],
    ["pdf417", '<pdf417 level="level2" column="3">ORDER 7731</pdf417>', "ORDER 7731"],
  ])("a symbol: %s", (_name, elements, data) => {
    const { pieces, notes } = receiptOf(elements);
    expect(JSON.stringify(pieces.map((piece) => ({ ...piece, raster: undefined })))).toContain(data);
    expect(notes).toEqual([]);
  });

  test("bytes as they are", () => {
    expect(textsOf(`<rawdata>${btoa("raw text\n")}</rawdata>`)).toEqual(["raw text"]);
  });
});

describe("requests", () => {
  const body = (text: string) => new TextEncoder().encode(text);

  test.each<[string, Uint8Array]>([
    [
      "elements inside the request",
      body("<StarWebPrint><Request><root><text>x</text></root></Request></StarWebPrint>"),
    ],
    ["the document alone", body("<root><text>x</text></root>")],
    ["Star's own", webPrntRequest("<text>x</text>")],
  ])("%s", (_name, request) => {
    expect(readWebPrntJob(request, PRINTER)?.at(-1)).toBe("x".charCodeAt(0));
  });

  test("one without elements asks for the status", () => {
    expect(readWebPrntJob(webPrntRequest(""), PRINTER)).toBeNull();
  });

  test.each<[string, string]>([
    ["no XML", "hello"],
    ["other XML", "<html/>"],
    ["an unknown element", "<root><blink/></root>"],
    ["an attribute out of range", '<root><text width="9">x</text></root>'],
    ["a picture that is too short", '<root><bitimage width="100" height="100">AAAA</bitimage></root>'],
    ["a document type", "<!DOCTYPE root><root/>"],
    [
      "a document in the request that is no XML",
      "<StarWebPrint><Request>&lt;root&gt;</Request></StarWebPrint>",
    ],
  ])("%s is refused", (_name, request) => {
    expect(() => readWebPrntJob(body(request), PRINTER)).toThrow(
      expect.objectContaining({ code: "BAD_REQUEST" }),
    );
  });

  test("one that unpacks to more than a print may have is refused", () => {
    const elements = '<feed line="255"/>'.repeat(50);
    expect(() => readWebPrntJob(webPrntRequest(elements), { ...PRINTER, maximumBytes: 5000 })).toThrow(
      "5000",
    );
  });
});
