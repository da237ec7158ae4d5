import type { FontName } from "./receipt.ts";

/** Dots of a character cell. */
export interface Font {
  readonly name: FontName;
  readonly width: number;
  readonly height: number;
  /** Characters of a line, where fewer are printed than would fit (impact printers). */
  readonly columns?: number;
}

/** By the parameter of ESC M. */
export const FONT_NAMES: readonly FontName[] = ["A", "B", "C", "D", "E"];

/** The font that most printers power on with, and that what is not of the print is written in. */
export const FONT_A: Font = { name: "A", width: 12, height: 24 };

/** The fonts of a printer, by the parameter of ESC M; 97 and 98 are the special fonts A and B. */
export type FontSet = ReadonlyMap<number, Font>;

/** Dots of a cell, and the characters of a line where fewer are printed than would fit. */
type Cell = readonly [width: number, height: number, columns?: number];

/** A set of fonts from their cells, A first. */
export function fontSet(...cells: readonly Cell[]): FontSet {
  const fonts = cells.map(([width, height, columns], index): Font => ({
    name: FONT_NAMES[index] ?? "A",
    width,
    height,
    ...(columns !== undefined && { columns }),
  }));
  const [a = FONT_A, b = a] = fonts;
  const byParameter = fonts.flatMap((font, n): [number, Font][] => [
    [n, font],
    [n + 48, font],
  ]);
  return new Map([...byParameter, [97, a], [98, b]]);
}
