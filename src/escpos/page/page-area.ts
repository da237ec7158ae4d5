import type { Rectangle, Turn } from "../receipt.ts";

/**
 * The print area of page mode (ESC W), a rectangle of the page, with the direction (ESC T) in which lines
 * run through it. Marks are placed in its own coordinates: x along the line, y from the first line down.
 */
export interface PageArea extends Rectangle {
  /** Degrees clockwise by which lines are turned. */
  readonly turn: Turn;
  /** True when ESC W set it, so that the page is as long as it. */
  readonly chosen: boolean;
}

/** True when the lines of an area run along the paper. */
export function isSideways({ turn }: Pick<PageArea, "turn">): boolean {
  return turn === 90 || turn === 270;
}

/** Dots of a line of the area. */
export function lineLength(area: PageArea): number {
  return isSideways(area) ? area.height : area.width;
}

/** Dots from the first line to the last one. */
export function depth(area: PageArea): number {
  return isSideways(area) ? area.width : area.height;
}

/** The part of a box that lies in the area, in the coordinates of the area; undefined if there is none. */
export function clip(area: PageArea, box: Rectangle): Rectangle | undefined {
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  const width = Math.min(box.x + box.width, lineLength(area)) - x;
  const height = Math.min(box.y + box.height, depth(area)) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** A box of the area as a box of the page; lines start at four corners (Epson ESC/POS reference, ESC T). */
export function onPage(area: Omit<PageArea, "chosen">, { x, y, width, height }: Rectangle): Rectangle {
  switch (area.turn) {
    case 0:
      return { x: area.x + x, y: area.y + y, width, height };
    case 270:
      return { x: area.x + y, y: area.y + area.height - x - width, width: height, height: width };
    case 180:
      return { x: area.x + area.width - x - width, y: area.y + area.height - y - height, width, height };
    case 90:
      return { x: area.x + area.width - y - height, y: area.y + x, width: height, height: width };
  }
}

/** A box of the page once the page is turned so that its lines read upright: on a page turned back. */
export function readingBox(turn: Turn, box: Rectangle, page: Pick<Rectangle, "width" | "height">): Rectangle {
  const [width, height] = isSideways({ turn }) ? [page.height, page.width] : [page.width, page.height];
  return onPage({ x: 0, y: 0, width, height, turn: BACK[turn] }, box);
}

const BACK = { 0: 0, 90: 270, 180: 180, 270: 90 } as const;
