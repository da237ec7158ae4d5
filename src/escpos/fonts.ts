import type { FontName } from "./receipt.ts";

/** Dots of a character cell. */
export interface Font {
  readonly name: FontName;
  readonly width: number;
  readonly height: number;
}

/** By the parameter of ESC M. */
export const FONT_NAMES: readonly FontName[] = ["A", "B", "C", "D", "E"];

export const FONT_A: Font = { name: "A", width: 12, height: 24 };

/** The fonts of one maker's printers, by the parameter of ESC M; 97 and 98 are the special fonts A and B. */
export type FontSet = ReadonlyMap<number, Font>;

type Cell = readonly [width: number, height: number];

function fontSet(...others: readonly Cell[]): FontSet {
  const cells = others.map(([width, height], index) => ({
    name: FONT_NAMES[index + 1] ?? "A",
    width,
    height,
  }));
  const fonts: readonly Font[] = [FONT_A, ...cells];
  const rows = fonts.flatMap((font, n): [number, Font][] => [
    [n, font],
    [n + 48, font],
  ]);
  return new Map([...rows, [97, FONT_A], [98, fonts[1] ?? FONT_A]]);
}

/** Epson TM series at 203 dpi: font D and E exist on a few models only. */
const EPSON = fontSet([9, 17], [9, 17], [10, 24], [8, 16]);

/** Makers whose other fonts differ. Sources: the command references of Citizen CT-S, Bixolon SRP-350, Star mC-Print. */
const BY_PROFILE: ReadonlyMap<string, FontSet> = new Map([
  ["citizen", fontSet([9, 24], [8, 16], [10, 24], [8, 16])],
  ["bixolon", fontSet([9, 17], [9, 24], [10, 24], [8, 16])],
  ["star", fontSet([9, 24], [9, 17], [10, 24], [8, 16])],
]);

/** The fonts of the printers of a profile; Epson's for any profile that says nothing of its own. */
export function fontsOf(profile: string): FontSet {
  return BY_PROFILE.get(profile) ?? EPSON;
}
