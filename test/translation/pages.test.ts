import { describe, expect, test } from "bun:test";
import { inflateSync } from "node:zlib";
import { decode } from "../../src/escpos/escpos.ts";
import type { Raster } from "../../src/escpos/raster.ts";
import type { TargetModelId } from "../../src/translation/target-model.ts";
import { bytes, ESC, FS, GS } from "../escpos/bytes.ts";
import { pictureOf } from "../render/picture.ts";
import { inkLines, isRed, translated } from "./drawn.ts";

const POINTS_PER_DOT = 72 / 203;

/** A picture on a page: its ink, and its box in points from the lower left corner. */
interface Placed {
  readonly ink: string;
  readonly raster: Raster;
  readonly box: readonly number[];
}

interface Page {
  readonly size: readonly number[];
  readonly pictures: readonly Placed[];
}

/** The pages of a PDF, read by what the standard says of its objects. */
function pagesOf(pdf: Uint8Array): Page[] {
  const file = Buffer.from(pdf).toString("latin1");
  const bodyOf = (number: string): string => {
    const begin = file.search(new RegExp(`(^|\n)${number} 0 obj\n`));
    return file.slice(begin, file.indexOf("\nendobj", begin));
  };
  const streamOf = (body: string): Buffer =>
    inflateSync(
      Buffer.from(body.slice(body.indexOf("stream\n") + 7, body.lastIndexOf("\nendstream")), "latin1"),
    );
  const kids = /\/Kids \[([^\]]*)\]/.exec(file)?.[1]?.match(/\d+(?= 0 R)/g) ?? [];
  return kids.map((kid) => {
    const page = bodyOf(kid);
    const names = new Map(
      [...page.matchAll(/\/(P\d+) (\d+) 0 R/g)].map(([, name = "", number = ""]) => [name, number]),
    );
    const content = streamOf(bodyOf(/\/Contents (\d+)/.exec(page)?.[1] ?? "")).toString();
    const pictures = [...content.matchAll(/q (.*?)((?: [\d.]+){6}) cm \/(P\d+) Do Q/g)].map(
      ([, ink = "", box = "", name = ""]) => {
        const body = bodyOf(names.get(name) ?? "");
        const columns = Number(/\/Width (\d+)/.exec(body)?.[1]);
        const rows = Number(/\/Height (\d+)/.exec(body)?.[1]);
        return {
          ink,
          raster: { columns, rows, bytes: streamOf(body) },
          box: box.trim().split(" ").map(Number),
        };
      },
    );
    return { size: (/\/MediaBox \[(.*?)\]/.exec(page)?.[1] ?? "").split(" ").map(Number), pictures };
  });
}

const linesOf = (pages: readonly Page[], isWanted: (picture: Placed) => boolean): string[] => {
  const lines = pages.flatMap(({ pictures }) =>
    pictures.filter(isWanted).flatMap(({ raster }) => pictureOf(raster)),
  );
  return lines.slice(0, lines.findLastIndex((line) => line.includes("#")) + 1);
};

const isBlack = ({ ink }: Placed): boolean => ink === "0 g";

function drawn(print: Uint8Array, target: TargetModelId = "office-a4"): Page[] {
  const { bytes: pdf, mediaType, notes } = translated(print, target);
  expect(mediaType).toBe("application/pdf");
  expect(notes).toEqual(["Drawn as PDF: the real printer prints pages."]);
  return pagesOf(pdf);
}

const RECEIPT = bytes([ESC, 0x40, ESC, 0x61, 1], "CORNER SHOP\n", [GS, 0x21, 0x11], "12.00\n", [
  GS,
  0x56,
  66,
  0,
]);

describe("a page of an office printer", () => {
  test.each<[TargetModelId, number, number]>([
    ["office-a4", 595.276, 841.89],
    ["office-letter", 612, 792],
  ])("%s", (target, width, height) => {
    const [page, ...more] = drawn(RECEIPT, target);
    expect(more).toEqual([]);
    expect(page?.size).toEqual([0, 0, width, height].map((points) => Number(points.toFixed(3))));
    const made = decode(RECEIPT, {});
    expect(linesOf(page === undefined ? [] : [page], isBlack)).toEqual(inkLines(made));
    // At its true size, in the middle, below the margin.
    const [across = 0, , , along = 0, left = 0, foot = 0] = page?.pictures[0]?.box ?? [];
    const rows = page?.pictures[0]?.raster.rows ?? 0;
    expect(across).toBeCloseTo(576 * POINTS_PER_DOT, 2);
    expect(along).toBeCloseTo(rows * POINTS_PER_DOT, 2);
    expect(left).toBeCloseTo((width - across) / 2, 2);
    expect(foot + along).toBeCloseTo(height - 42.52, 2);
  });

  test("what is wider than the page is smaller, both ways alike", () => {
    const wide = bytes("A".repeat(150), "\n");
    const { bytes: pdf } = translated(wide, "office-a4", { columns: 150 });
    const { raster, box = [] } = pagesOf(pdf)[0]?.pictures[0] ?? {};
    expect(box[0]).toBeCloseTo(595.276 - 2 * 42.52, 2);
    expect((box[3] ?? 0) / (box[0] ?? 1)).toBeCloseTo((raster?.rows ?? 0) / 1800, 3);
  });
});

test("red is red", () => {
  const print = bytes("black\n", [ESC, 0x72, 1], "red\n", [ESC, 0x72, 0]);
  const pages = drawn(print);
  const made = decode(print, {});
  expect(linesOf(pages, isBlack)).toEqual(inkLines(made, (piece) => !isRed(piece)));
  expect(linesOf(pages, (picture) => !isBlack(picture))).toEqual(inkLines(made, isRed));
  expect(pages[0]?.pictures.map(({ ink }) => ink)).toEqual(["0 g", "0.8 0 0 rg"]);
});

test("a cut begins a page, and white paper at the end is none", () => {
  const pages = drawn(bytes("first\n", [GS, 0x56, 66, 0], "second\n", [ESC, 0x64, 255, GS, 0x56, 66, 0]));
  expect(pages.map(({ pictures }) => pictures.map(({ raster }) => raster.rows))).toEqual([[30], [24]]);
});

test("a long receipt has several pages, each ended between two lines", () => {
  const lines = Array.from({ length: 200 }, (_, number) => `Line ${number} of a long order\n`);
  const print = bytes([ESC, 0x33, 58], ...lines);
  const made = decode(print, {});
  const pages = drawn(print);
  expect(pages.length).toBe(Math.ceil(made.heightDots / Math.floor((841.89 - 2 * 42.52) / POINTS_PER_DOT)));
  expect(linesOf(pages, isBlack)).toEqual(inkLines(made));
  let top = 0;
  for (const { pictures } of pages) {
    top += pictures.reduce((sum, { raster }) => sum + raster.rows, 0);
    expect(made.pieces.filter(({ y, height }) => y < top && y + height > top)).toEqual([]);
  }
});

test("a picture that is longer than a page goes on over the next", () => {
  const rows = 5_000;
  const print = bytes([GS, 0x76, 0x30, 0, 1, 0, rows & 0xff, rows >> 8], new Uint8Array(rows).fill(0xaa));
  const pages = drawn(print);
  expect(pages.length).toBe(3);
  expect(linesOf(pages, isBlack)).toEqual(inkLines(decode(print, {})));
});

test("what has no place on a page is told of", () => {
  const print = bytes([ESC, 0x70, 0, 25, 125, FS, 0x70, 1, 0]);
  const { bytes: pdf, notes } = translated(print, "office-a4");
  expect(pagesOf(pdf)).toHaveLength(1);
  expect(notes.slice(1)).toEqual([
    "What is in a printer only is left out: NV image 1.",
    "Drawer kicks are left out.",
  ]);
});

test("paper without end is cut off, and the delivery says so", () => {
  const print = bytes(
    "Coffee\n",
    ...Array.from({ length: 2_000 }, () => [GS, 0x21, 0x77, ESC, 0x64, 255, ESC, 0x4a, 255]),
    "end\n",
  );
  for (const target of ["office-a4", "star-tsp100"] as const) {
    const { notes } = translated(print, target);
    expect(notes.at(-1)).toBe("Not all of it is drawn: the receipt is cut off at 800000 dots of paper.");
  }
});
