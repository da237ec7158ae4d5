import { describe, expect, test } from "bun:test";
import { inflateSync } from "node:zlib";
import { decode } from "../../src/escpos/escpos.ts";
import { MAXIMUM_PDF_PAGE_DOTS } from "../../src/escpos/limits.ts";
import { renderPdf } from "../../src/render/pdf.ts";
import { bytes, ESC, GS, sampleReceipt, type BytePart } from "../escpos/bytes.ts";
import { pictureReceipt } from "../recognition/picture-receipt.ts";

const TITLE = "Receipt é 領収証";

function pdfOf(...parts: readonly BytePart[]): Buffer {
  return Buffer.from(
    renderPdf(decode(bytes(...parts), { model: "generic-58mm" }), { title: TITLE, createdAt: 0 }),
  );
}

/** The objects of a PDF by number, found through its table of offsets as a reader finds them. */
function objectsOf(pdf: Buffer): Map<number, Buffer> {
  const text = pdf.toString("latin1");
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const [, count] = /^xref\n0 (\d+)\n/.exec(text.slice(start)) ?? [];
  const rows = text
    .slice(start)
    .split("\n")
    .slice(2, 2 + Number(count));
  const objects = new Map<number, Buffer>();
  rows.forEach((row, number) => {
    expect(row).toMatch(number === 0 ? /^0{10} 65535 f $/ : /^\d{10} 00000 n $/);
    if (number === 0) return;
    const at = Number(row.slice(0, 10));
    const head = `${number} 0 obj\n`;
    expect(text.slice(at, at + head.length)).toBe(head);
    const end = text.indexOf("endobj\n", at);
    objects.set(number, pdf.subarray(at + head.length, end));
  });
  return objects;
}

/** The data of a stream, unpacked; its length must be what its dictionary says. */
function streamOf(object: Buffer | undefined): string {
  const text = object?.toString("latin1") ?? "";
  const length = Number(/\/Length (\d+)/.exec(text)?.[1]);
  const start = text.indexOf("stream\n") + 7;
  expect(text.slice(start + length)).toBe("\nendstream\n");
  return inflateSync(object?.subarray(start, start + length) ?? "").toString("latin1");
}

function referenceOf(objects: ReadonlyMap<number, Buffer>, holder: string, key: string): Buffer | undefined {
  return objects.get(Number(new RegExp(`/${key} (\\d+) 0 R`).exec(holder)?.[1]));
}

/** What a reader copies from the first page: the codes of each run, through the maps of their fonts. */
function copiedRuns(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const page = [...objects.values()].map(String).find((object) => object.includes("/Type /Page ")) ?? "";
  const content = streamOf(referenceOf(objects, page, "Contents"));
  const fonts = String(referenceOf(objects, page, "Font"));
  const maps = new Map<string, Map<string, string>>();
  for (const [, name = "", number] of fonts.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = streamOf(referenceOf(objects, String(objects.get(Number(number))), "ToUnicode"));
    const pairs = [...map.matchAll(/^<(..)> <(.+)>$/gm)].filter(([, , to]) => to !== "ff");
    maps.set(name, new Map(pairs.map(([, code = "", to = ""]) => [code, fromUtf16(to)])));
  }
  return content
    .split("\n")
    .filter((line) => line.startsWith("BT "))
    .map((line) =>
      [...line.matchAll(/\/(F\d+) 1 Tf <([0-9a-f]+)> Tj/g)]
        .flatMap(
          ([, font = "", codes = ""]) => codes.match(/../g)?.map((code) => maps.get(font)?.get(code)) ?? [],
        )
        .join(""),
    );
}

function fromUtf16(hexadecimal: string): string {
  return Buffer.from(hexadecimal, "hex").swap16().toString("utf16le");
}

test("everything is where the table of offsets says", () => {
  const objects = objectsOf(pdfOf(sampleReceipt()));
  expect(objects.size).toBeGreaterThan(8);
});

test("the same print gives the same bytes", () => {
  expect(pdfOf(sampleReceipt())).toEqual(pdfOf(sampleReceipt()));
});

test("title and date", () => {
  const text = pdfOf("A\n").toString("latin1");
  const title = Buffer.from(TITLE, "utf16le").swap16().toString("hex");
  expect(text).toContain(`/Title <feff${title}> /Producer (Tillroll) /CreationDate (D:19700101000000Z)`);
});

test("a date that PDF cannot write is left out", () => {
  const receipt = decode(bytes("A\n"), { columns: 32 });
  for (const createdAt of [Number.NaN, -1, 9e15, undefined]) {
    const text = Buffer.from(renderPdf(receipt, { title: "\ud800", createdAt })).toString("latin1");
    expect(text).not.toContain("CreationDate");
    expect(text).toContain("/Title <fefffffd>");
  }
});

test("the page is as large as the paper: 32 columns of 12 dots on a roll of 58 mm, and 300 dots with 4 mm around them", () => {
  const page = pdfOf("A\n", [ESC, 0x4a, 255, ESC, 0x4a, 15]).toString("latin1");
  expect(page).toContain("/MediaBox [-14.187 -11.35 150.384 117.754]");
});

describe("text can be copied", () => {
  test("runs in reading order, in any language", () => {
    const japanese = [0x1c, 0x43, 1, 0x1c, 0x26];
    expect(
      copiedRuns(pdfOf("Total ", [ESC, 0x45, 1], "9.50\n", [ESC, 0x45, 0], japanese, "\x93\xfa\x96\x7b\n")),
    ).toEqual(["Total ", "9.50", "日本"]);
  });

  test("more than 256 different characters", () => {
    const pairs = Array.from({ length: 8 }, (_, row) =>
      Array.from({ length: 60 }, (__, column) => [0x90 + row, 0x40 + column]),
    );
    const runs = copiedRuns(pdfOf([0x1c, 0x43, 1, 0x1c, 0x26], pairs.flat(2), "\n")).join("");
    const decoder = new TextDecoder("shift_jis");
    expect(runs).toBe(decoder.decode(Uint8Array.from(pairs.flat(2))));
    expect(new Set(runs).size).toBe(480);
  });

  test("it lies over its place, as wide as its cells", () => {
    const pdf = pdfOf("A\n", [GS, 0x21, 0x11], "B");
    const objects = objectsOf(pdf);
    const page = [...objects.values()].map(String).find((object) => object.includes("/Type /Page ")) ?? "";
    const runs = streamOf(referenceOf(objects, page, "Contents")).match(/BT (.+?) Tm/g);
    // Width and height of the letters, then where their foot begins, in dots from the top left.
    expect(runs).toEqual(["BT 12 0 0 -24 0 20 Tm", "BT 24 0 0 -48 0 70 Tm"]);
  });
});

test("lines that were recognised in a picture can be copied, each word over its place", () => {
  const { raw, recognition } = pictureReceipt(bytes("Flat white\n", `${"TOTAL".padEnd(44)}4.10\n`));
  const receipt = decode(raw, { columns: 48 });
  const pdf = Buffer.from(renderPdf(receipt, { title: TITLE, recognition }));
  expect(copiedRuns(pdf)).toEqual(["Flat ", "white", "TOTAL ", "4.10"]);
  const objects = objectsOf(pdf);
  const page = [...objects.values()].map(String).find((object) => object.includes("/Type /Page ")) ?? "";
  const content = streamOf(referenceOf(objects, page, "Contents"));
  expect(content).toContain("\n3 Tr\n");
  expect(content.match(/BT (.+?) Tm/g)).toEqual([
    "BT 12 0 0 -24 0 19.2 Tm",
    "BT 12 0 0 -24 60 19.2 Tm",
    "BT 12 0 0 -24 0 49.2 Tm",
    "BT 12 0 0 -24 528 49.2 Tm",
  ]);
});

test("paper longer than a page goes on on the next", () => {
  const feed = Array.from({ length: 200 }, () => [ESC, 0x4a, 255]).flat();
  const text = pdfOf("A\n", feed, "B\n").toString("latin1");
  expect(200 * 255).toBeGreaterThan(MAXIMUM_PDF_PAGE_DOTS);
  expect(text.match(/\/Type \/Page /g)).toHaveLength(2);
  expect(text).toContain("/Count 2");
});
