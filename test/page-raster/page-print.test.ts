import { describe, expect, test } from "bun:test";
import { decode, type ModelId, PRINTER_MODELS } from "../../src/escpos/escpos.ts";
import { columnsOf, powerOnFontOf } from "../../src/escpos/models/printer-model.ts";
import { fillBlack, isBlack, setBlack } from "../../src/escpos/raster-dots.ts";
import { blank } from "../../src/escpos/raster-transform.ts";
import type { Raster } from "../../src/escpos/raster.ts";
import { printDocument, type PageFormat } from "../../src/page-raster/page-formats.ts";
import { encodePng } from "../../src/render/png.ts";
import { paintReceipt } from "../../src/render/paint/paint-receipt.ts";
import {
  type Page,
  pageOf,
  PWG_PIXELS,
  pwgDocument,
  type PwgPixelName,
  urfDocument,
} from "./page-encoder.ts";

interface Wishes {
  readonly format?: PageFormat;
  readonly model?: ModelId;
  readonly columns?: number;
  readonly maximumBytes?: number;
  readonly isIncomplete?: boolean;
}

async function print(document: Uint8Array, wishes: Wishes = {}): Promise<Uint8Array> {
  const { format = "image/pwg-raster", model: id = "epson-80mm", maximumBytes = 10_000_000 } = wishes;
  const model = PRINTER_MODELS[id];
  const { columns = columnsOf(model, powerOnFontOf(model)), isIncomplete = false } = wishes;
  return printDocument(document, format, { model, columns, maximumBytes }, isIncomplete);
}

/** What is on the paper, without the white below. */
async function paper(document: Uint8Array, wishes: Wishes = {}): Promise<string[]> {
  const raw = await print(document, wishes);
  const { canvas } = paintReceipt(decode(raw, { model: wishes.model ?? "epson-80mm" }));
  return shown(canvas);
}

function shown(raster: Raster): string[] {
  const lines = Array.from({ length: raster.rows }, (_row, y) =>
    Array.from({ length: raster.columns }, (_column, x) => (isBlack(raster, x, y) ? "#" : " "))
      .join("")
      .trimEnd(),
  );
  return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
}

const blackIn = (lines: readonly string[]) => lines.join("").replaceAll(" ", "").length;

/** Letters of one dot, a bar and a border, on white. */
function drawing(columns: number, rows: number): Raster {
  const picture = blank(columns, rows);
  for (let at = 0; at < columns * 3; at += 7) setBlack(picture, (at * 13) % columns, 5 + (at % (rows - 40)));
  fillBlack(picture, 0, 0, columns, 2);
  fillBlack(picture, 10, rows - 30, columns - 10, rows - 20);
  return picture;
}

const PICTURE = drawing(576, 300);

describe("black and white in the printer's dots is printed as it is", () => {
  const names = Object.keys(PWG_PIXELS) as PwgPixelName[];
  test.each(names)("PWG Raster, %s", async (name) => {
    expect(await paper(pwgDocument([pageOf(PICTURE)], name))).toEqual(shown(PICTURE));
  });

  test.each([
    ["grey", false],
    ["colour", true],
  ])("Apple Raster, %s", async (_name, isColor) => {
    const document = urfDocument([pageOf(PICTURE)], isColor);
    expect(await paper(document, { format: "image/urf" })).toEqual(shown(PICTURE));
  });

  test.each<ModelId>(["star-tsp100", "star-mc-print3", "wincor-nixdorf-th230plus"])(
    "on %s",
    async (model) => {
      expect(await paper(pwgDocument([pageOf(PICTURE)]), { model })).toEqual(shown(PICTURE));
    },
  );
});

describe("what does not fit is brought to the paper", () => {
  const twice: Page = { ...pageOf(PICTURE), columns: 1152, rows: 600, anInch: 406 };
  const light = (x: number, y: number) => pageOf(PICTURE).light(x >> 1, y >> 1);

  test("a finer resolution", async () => {
    expect(await paper(pwgDocument([{ ...twice, light }]))).toEqual(shown(PICTURE));
  });

  test("the margins of the roll, which the head does not reach", async () => {
    const roll = {
      ...pageOf(PICTURE),
      columns: 640,
      light: (x: number, y: number) => (x < 32 || x >= 608 ? 255 : pageOf(PICTURE).light(x - 32, y)),
    };
    expect(await paper(pwgDocument([roll]))).toEqual(shown(PICTURE));
  });

  test("ink in one margin moves the page, and nothing is cut off", async () => {
    const left = pageOf(PICTURE).light;
    const page = {
      ...pageOf(PICTURE),
      columns: 640,
      light: (x: number, y: number) => (x < 576 ? left(x, y) : 255),
    };
    expect(await paper(pwgDocument([page]))).toEqual(shown(PICTURE));
  });

  test("a sheet of A4 is made smaller", async () => {
    const a4 = drawing(1654, 900);
    const lines = await paper(pwgDocument([pageOf(a4, 200)]));
    expect(Math.max(...lines.map((line) => line.length))).toBe(576);
    expect(lines.length).toBeCloseTo(((900 - 20) * 576) / 1654, -1);
    expect(lines[0]).toBe("#".repeat(576));
  });

  test("a printer of 180 dots an inch, and one with fewer columns", async () => {
    const lines = await paper(pwgDocument([pageOf(PICTURE)]), { model: "epson-tm-t88v" });
    expect(Math.max(...lines.map((line) => line.length))).toBe(Math.round((576 * 180) / 203));
    const narrow = await paper(pwgDocument([pageOf(PICTURE)]), { columns: 32 });
    expect(Math.max(...narrow.map((line) => line.length))).toBe(32 * 12);
  });
});

describe("pages", () => {
  test("follow each other without the white below them, and the last is cut", async () => {
    const page = pageOf(drawing(576, 100));
    const long = { ...page, rows: 2374, light: (x: number, y: number) => (y < 100 ? page.light(x, y) : 255) };
    const document = pwgDocument([long, long]);
    const one = await paper(pwgDocument([page]));
    expect(await paper(document)).toEqual([...one, ...one]);
    const { pieces } = decode(await print(document), { model: "epson-80mm" });
    expect(pieces.at(-1)).toMatchObject({ kind: "cut", cut: "full" });
  });

  test("of which the middle is used keep a margin of 3 mm above it", async () => {
    const picture = drawing(576, 100);
    const light = (x: number, y: number) => (y < 1000 ? 255 : pageOf(picture).light(x, y - 1000));
    const lines = await paper(pwgDocument([{ columns: 576, rows: 1500, light }]));
    expect(lines).toEqual([...Array<string>(24).fill(""), ...shown(picture)]);
  });

  test("that are blank print nothing", async () => {
    const { pieces } = decode(await print(pwgDocument([{ columns: 576, rows: 500, light: () => 255 }])), {});
    expect(pieces).toEqual([]);
  });
});

describe("shades of grey", () => {
  const shade = (light: number): Page => ({ columns: 400, rows: 200, light: () => light });

  test.each([32, 96, 128, 200, 230])("of %d become as many dots", async (light) => {
    const black = blackIn(await paper(pwgDocument([shade(light)])));
    expect(black / (400 * 200)).toBeCloseTo(1 - light / 255, 1);
  });

  test.each([
    ["black", 0],
    ["light grey", 170],
  ])("letters in %s have sharp edges", async (_name, ink) => {
    // A stroke three pixels wide between two that are half covered, as renderers smooth letters.
    const edge = Math.round((ink + 255) / 2);
    const stroke = [edge, ink, ink, ink, edge];
    const page: Page = { columns: 400, rows: 100, light: (x) => stroke[(x % 20) - 8] ?? 255 };
    const lines = await paper(pwgDocument([page]));
    expect(new Set(lines).size).toBe(1);
    expect(lines[0]?.slice(0, 20).trim()).toMatch(/^#{3,5}$/);
  });

  test("a JPEG is one page, and a large one is made smaller", async () => {
    const large = await jpeg(1200, 600);
    const lines = await paper(large, { format: "image/jpeg" });
    expect(lines.length).toBe(288);
    expect(blackIn(lines) / (576 * 288)).toBeCloseTo(0.5, 1);
    const small = await paper(await jpeg(200, 100), { format: "image/jpeg" });
    expect([small.length, Math.max(...small.map((line) => line.length))]).toEqual([100, 200]);
  });
});

test("what is transparent in a picture is white", async () => {
  expect(await paper(encodePng(PICTURE), { format: "image/png" })).toEqual(shown(PICTURE));
});

/** A ramp from white to black as JPEG, by way of a bitmap of Windows. */
async function jpeg(columns: number, rows: number): Promise<Uint8Array> {
  const bitmap = Buffer.alloc(54 + columns * rows * 3);
  bitmap.write("BM");
  bitmap.writeUint32LE(bitmap.length, 2);
  bitmap.writeUint32LE(54, 10);
  bitmap.writeUint32LE(40, 14);
  bitmap.writeInt32LE(columns, 18);
  bitmap.writeInt32LE(rows, 22);
  bitmap.writeUint16LE(1, 26);
  bitmap.writeUint16LE(24, 28);
  for (let at = 54; at < bitmap.length; at++)
    bitmap[at] = 255 - Math.floor((((at - 54) / 3) % columns) * (255 / columns));
  return new Bun.Image(bitmap).jpeg({ quality: 90 }).bytes();
}
