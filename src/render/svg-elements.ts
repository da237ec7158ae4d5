import type { Ink } from "../escpos/receipt.ts";

/** The colours that print most often: black, red for the second, blue for the third. */
const COLORS: Readonly<Record<Ink, string>> = { 0: "none", 1: "#000", 2: "#c00", 3: "#00c" };

const LIGHT: Readonly<Record<Ink, readonly [number, number, number]>> = {
  0: [255, 255, 255],
  1: [0, 0, 0],
  2: [204, 0, 0],
  3: [0, 0, 204],
};

/** The colour of ink as red, green and blue, 0 to 255; black if not given. */
export function inkLight(ink: Ink = 1): readonly [number, number, number] {
  return LIGHT[ink];
}

/** The fill attribute of ink, with a space before it; nothing for black, which everything on paper is. */
export function fill(ink: Ink | undefined): string {
  return ink === undefined || ink === 1 ? "" : ` fill="${COLORS[ink]}"`;
}

/** The start tag of a group of elements, with the bytes of the print that made them. */
export function originGroup({ from, to }: { readonly from: number; readonly to: number }): string {
  return `<g data-from="${from}" data-to="${to}">`;
}
