import { decode } from "../../src/escpos/escpos.ts";
import { paintReceipt } from "../../src/render/paint/paint-receipt.ts";
import type { Raster } from "../../src/escpos/raster.ts";
import { bytes, type BytePart } from "../escpos/bytes.ts";

/** A print as it is painted on paper of so many columns. */
export function painted(columns: number, ...parts: readonly BytePart[]): Raster {
  return paintReceipt(decode(bytes(...parts), { columns })).canvas;
}

/** A picture as lines of text, black dots as #. */
export function pictureOf({ columns, rows, bytes: dots }: Raster): string[] {
  const rowBytes = Math.ceil(columns / 8);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) =>
      ((dots[row * rowBytes + (column >> 3)] ?? 0) & (0x80 >> (column & 7))) === 0 ? "." : "#",
    ).join(""),
  );
}

/** Lines with the white around the black cut off. */
export function inkOf(lines: readonly string[]): string[] {
  const inked = lines.filter((line) => line.includes("#"));
  const first = lines.findIndex((line) => line.includes("#"));
  const last = lines.findLastIndex((line) => line.includes("#"));
  const left = Math.min(...inked.map((line) => line.indexOf("#")));
  const right = Math.max(...inked.map((line) => line.lastIndexOf("#")));
  return first < 0 ? [] : lines.slice(first, last + 1).map((line) => line.slice(left, right + 1));
}

/** Lines turned clockwise by 90 degrees. */
export function turnedRight(lines: readonly string[]): string[] {
  const width = lines[0]?.length ?? 0;
  return Array.from({ length: width }, (_, column) =>
    lines
      .toReversed()
      .map((line) => line[column] ?? ".")
      .join(""),
  );
}
