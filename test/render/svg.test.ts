import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decode } from "../../src/escpos/escpos.ts";
import { renderHtml } from "../../src/render/html.ts";
import { renderSvg } from "../../src/render/svg.ts";
import { bytes, ESC, FS, GS, sampleReceipt, type BytePart } from "../escpos/bytes.ts";

const svg = (...parts: BytePart[]): string => renderSvg(decode(bytes(...parts), { columns: 20 }));

/** What stands on the paper, without the frame of the document. */
const onPaper = (...parts: BytePart[]): string => /<g fill="#000">(.*?)<\/g>/s.exec(svg(...parts))?.[1] ?? "";

const FITTED = 'lengthAdjust="spacingAndGlyphs"';

test("the whole document of one line", () => {
  expect(svg("Hi & <bye>\n")).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="30" viewBox="0 0 240 30" data-columns="20" data-printer="Epson 80 mm, 203 dpi" ' +
      "font-family=\"Tillroll-12x24,ui-monospace,'Cascadia Mono','Segoe UI Mono','DejaVu Sans Mono','Liberation Mono'," +
      'Menlo,Consolas,monospace" font-size="20" text-rendering="geometricPrecision"><rect width="240" height="30" fill="#fff"/>' +
      `<g fill="#000"><text x="0" y="20" textLength="120" ${FITTED}>Hi &amp; &lt;bye&gt;</text></g></svg>`,
  );
});

describe("text", () => {
  test.each([
    [
      "bold",
      bytes(ESC, "E", 1, "A\n"),
      `<text x="0" y="20" textLength="12" ${FITTED} font-weight="bold">A</text>`,
    ],
    [
      "magnified",
      bytes(GS, "!", 0x12, "A\n"),
      `<text x="0" y="20" transform="scale(2 3)" textLength="12" ${FITTED}>A</text>`,
    ],
    [
      "font B",
      bytes(ESC, "M", 1, "A\n"),
      `<text x="0" y="14" textLength="9" ${FITTED} font-family="Tillroll-9x17,monospace" font-size="15">A</text>`,
    ],
    [
      "spaced",
      bytes(ESC, " ", 4, "AB\n"),
      `<text x="0" y="20" textLength="32" ${FITTED} letter-spacing="4">AB</text>`,
    ],
    [
      "underlined, spaces too",
      bytes(ESC, "-", 2, " A\n"),
      `<rect x="0" y="22" width="24" height="2"/>` +
        `<text x="0" y="20" textLength="24" ${FITTED} xml:space="preserve"> A</text>`,
    ],
    [
      "white on black, which hides an underline",
      bytes(ESC, "-", 2, GS, "B", 1, "A\n"),
      `<rect x="0" y="0" width="12" height="24"/><text x="0" y="20" textLength="12" ${FITTED} fill="#fff">A</text>`,
    ],
    [
      "upside down",
      bytes(ESC, "{", 1, "A\n"),
      `<text x="228" y="20" transform="rotate(180 234 12)" textLength="12" ${FITTED}>A</text>`,
    ],
    [
      "Hebrew stays in the order it was printed",
      bytes(ESC, "t", 49, "\xf9\n"),
      `<text x="0" y="20" textLength="12" ${FITTED} direction="ltr" unicode-bidi="bidi-override">ש</text>`,
    ],
    ["spaces alone draw nothing", bytes("   \n"), ""],
  ])("%s", (_title, input, expected) => {
    expect(onPaper(input)).toBe(expected);
  });
});

test("rasters are PNG data without smoothing, at their dots", () => {
  expect(onPaper([GS, 0x76, 0x30, 1, 1, 0, 1, 0, 0xff])).toMatch(
    /^<image x="0" y="0" width="16" height="1" role="img" aria-label="image" preserveAspectRatio="none" image-rendering="pixelated" href="data:image\/png;base64,[A-Za-z0-9+/=]+"\/>$/,
  );
});

test("a placeholder is a dashed box with its label", () => {
  expect(onPaper(bytes(FS, "p", 3, 0))).toBe(
    '<rect x="1" y="1" width="142" height="46" fill="none" stroke="#000" stroke-dasharray="4 4">' +
      "<title>NV image 3</title></rect>" +
      '<text x="12" y="32">NV image 3</text>',
  );
});

test("a bar code is one path of its bars, named, with its characters as text below", () => {
  expect(onPaper(bytes(GS, "h", 50, GS, "w", 2, GS, "H", 2, GS, "k", 4, "1", 0))).toBe(
    '<path role="img" aria-label="CODE39 1" stroke="#000" shape-rendering="crispEdges" ' +
      'transform="translate(0 0) scale(1 50) translate(0 .5)" ' +
      'd="M0 0h2M7 0h2M11 0h5M18 0h5M25 0h2M29 0h5M36 0h2M43 0h2M47 0h2M51 0h5M58 0h2M65 0h2M69 0h5M76 0h5M83 0h2"/>' +
      '<text x="12" y="70" textLength="72" lengthAdjust="spacingAndGlyphs" letter-spacing="12">*1*</text>',
  );
});

test("cuts and drawer kicks are marked in a margin, one label below the other", () => {
  const document = svg("A\n", [GS, 0x56, 0, ESC, 0x70, 0, 1, 1, ESC, 0x70, 0, 1, 1]);
  expect(document).toContain('viewBox="0 0 474 61"');
  expect(document).toContain(
    ' font-size="16"><path d="M0 30H240" stroke="#777" stroke-width="2" stroke-dasharray="12 6"/>' +
      '<text x="256" y="35">✂ cut</text><path d="M240 30l12 -7v14z"/>' +
      '<text x="256" y="53">drawer kick, pin 2 ×2</text></g>',
  );
});

test("of marks at one place what happened first is named first", () => {
  const document = svg("A\n", [ESC, 0x70, 0, 1, 1, GS, 0x56, 0]);
  expect(document.indexOf("drawer kick")).toBeLessThan(document.indexOf("✂ cut"));
});

describe("with the paper of its roll", () => {
  test.each([
    ["48 columns on paper of 80 mm", "epson-80mm", 48, 576, 32, 32, 640, 94],
    ["32 columns on paper of 58 mm", "epson-80mm", 32, 384, 40, 32, 464, 94],
    ["a print wider than all rolls", "epson-80mm", 80, 960, 32, 32, 1024, 94],
    ["a head of 180 dots an inch on paper of 80 mm", "epson-tm-t88v", undefined, 512, 27, 28, 638.322, 97],
  ] as const)("%s", (_title, model, columns, printed, sides, ends, width, height) => {
    const receipt = decode(bytes("A\n"), { model, ...(columns === undefined ? {} : { columns }) });
    const document = renderSvg(receipt, { paper: true });
    const [whole, long] = [printed + 2 * sides, receipt.heightDots + 2 * ends];
    expect(document).toContain(`viewBox="${-sides} ${-ends} ${whole} ${long}"`);
    expect(document).toContain(
      `<rect x="${-sides}" y="${-ends}" width="${whole}" height="${long}" fill="#fff"/>`,
    );
    const [, across, along] = / width="([\d.]+)" height="([\d.]+)"/.exec(document) ?? [];
    expect(Number(across)).toBeCloseTo(width, 2);
    expect(Number(along)).toBeCloseTo(height, 0);
  });

  test("marks stand beside it", () => {
    const receipt = decode(bytes("A\n", [GS, 0x56, 0]), { columns: 32 });
    const document = renderSvg(receipt, { paper: true });
    expect(document).toContain('d="M-40 30H424"');
    expect(document).toContain('<text x="440" y="35">✂ cut</text>');
  });
});

test("notes stand below the paper", () => {
  expect(svg("A\n", [ESC, 0x99])).toContain('y="54">unknown commands: 1, the first at byte 2</text>');
});

test("text elements stand in reading order", () => {
  const document = Bun.XML.parse(renderSvg(decode(sampleReceipt(), { columns: 32 }))) as {
    svg: { g: { text: { "#text": string }[] }[] };
  };
  const [paper] = document.svg.g;
  expect(paper?.text.map((element) => element["#text"])).toEqual([
    "CORNER SHOP",
    "Café crème",
    "€ 3.20",
    "TOTAL",
    "12.00",
    " paid ",
  ]);
});

test("nothing is fetched, run or styled: presentation attributes only", () => {
  const document = renderSvg(decode(sampleReceipt(), { columns: 32 }));
  expect(document).not.toMatch(/ style=|<style|<script|<foreignObject| on\w+=|url\(|@import/);
  expect(
    [...document.matchAll(/href="([^"]{0,22})/g)].every(([, target]) => target === "data:image/png;base64,"),
  ).toBe(true);
});

test("any characters in any label and title give well-formed XML", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (label) => {
      const data = Buffer.from(label, "utf8").subarray(0, 200);
      const store = bytes(GS, "(k", data.length + 3, 0, "1P0", data);
      const receipt = decode(
        bytes(store, [GS, 0x28, 0x6b, 3, 0, 49, 81, 48], [FS, 0x28, 0x43, 2, 0, 48, 50], data),
        {
          columns: 20,
        },
      );
      Bun.XML.parse(renderSvg(receipt));
      const html = renderHtml(receipt, { title: label + "\ud800" });
      expect(html.isWellFormed()).toBe(true);
      const title = /<title>(.*?)<\/title>/s.exec(html)?.[0];
      Bun.XML.parse(title ?? "");
    }),
    { numRuns: 500 },
  );
});
