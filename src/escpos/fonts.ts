import type { FontName } from "./receipt.ts";

/** Dots of a character cell. */
export interface Font {
  readonly name: FontName;
  readonly width: number;
  readonly height: number;
}

export const FONT_A: Font = { name: "A", width: 12, height: 24 };
export const FONT_B: Font = { name: "B", width: 9, height: 17 };
const FONT_C: Font = { name: "C", width: 9, height: 17 };
const FONT_D: Font = { name: "D", width: 10, height: 24 };
const FONT_E: Font = { name: "E", width: 8, height: 16 };

/** The fonts by the parameter of ESC M; 97 and 98 are the special fonts A and B. */
export const FONTS: ReadonlyMap<number, Font> = new Map([
  ...[FONT_A, FONT_B, FONT_C, FONT_D, FONT_E].flatMap((font, n): [number, Font][] => [
    [n, font],
    [n + 48, font],
  ]),
  [97, FONT_A],
  [98, FONT_B],
]);
