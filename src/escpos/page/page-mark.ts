import type { DisplayList } from "../display-list.ts";
import type { NewItem } from "../line-flow.ts";
import { descentOf, type LineItem } from "../line-item.ts";
import type { Ink } from "../receipt.ts";
import { clip, type PageArea } from "./page-area.ts";

/** A mark waiting in the page: its box in the coordinates of its area, in dots. */
export interface PageMark {
  readonly area: PageArea;
  /** Characters, a picture or a placeholder; undefined for a rule. */
  readonly item: LineItem | undefined;
  /** Ink of a rule. */
  readonly color: Ink;
  readonly x: number;
  /** Its top. */
  readonly y: number;
  /** Its length along the line; characters that follow may extend it. */
  width: number;
  readonly height: number;
  /** From the first line of the area to the foot of the letters, or the lower edge of a picture. */
  readonly foot: number;
  /** Bytes from the start of the print to the commands that made it, and past them. */
  readonly from: number;
  to: number;
}

/** What is put at the current position, `below` dots of it under the foot of the letters: as of letters if not given. */
export type PageItem = NewItem & { readonly below?: number };

/** The mark of an item at (`x`, `foot`) of an area; undefined if nothing of it would show. */
export function makeMark(
  list: DisplayList,
  area: PageArea,
  x: number,
  foot: number,
  item: PageItem,
): PageMark | undefined {
  const { width, height, text, style, layer, glyphs } = item;
  const y = foot + (item.below ?? descentOf(item)) - height;
  const visible = clip(area, { x, y, width, height });
  // Characters cannot be cut into, so that of those beyond the edge the better half must be inside.
  if (visible === undefined || (layer === undefined && visible.height * 2 < height)) return undefined;
  if (layer !== undefined && y < 0) {
    list.note("a picture reaches above its print area (page mode) and is cut off there");
  }
  const { cellsEach = 0, count = 0 } = item;
  // A box that stands for something is as large as there is room.
  const box = style === undefined && layer === undefined ? visible : { x, y, width, height };
  const { from, to } = list;
  const full: LineItem = { x, width, height, text, cellsEach, count, style, layer, glyphs, from, to };
  return { area, item: full, color: 1, ...box, foot, from, to };
}
