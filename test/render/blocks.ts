import type { Rectangle } from "../../src/escpos/receipt.ts";
import type { Raster } from "../../src/escpos/raster.ts";
import { pictureOf } from "./picture.ts";

/**
 * The boxes of what looks like one thing on paper, from top to bottom: ink with no more than `distance` dots of white
 * between its parts. Those with both sides under `least` dots are left out.
 */
export function blocksOf(picture: Raster, distance: number, least: number): Rectangle[] {
  const ink = pictureOf(picture).map((line) => [...line].map((dot) => dot === "#"));
  const blocks: Rectangle[] = [];
  for (let row = 0; row < picture.rows; row++) {
    for (let column = 0; column < picture.columns; column++) {
      if (ink[row]?.[column] !== true) continue;
      const block = takeBlock(ink, column, row, distance);
      if (Math.max(block.width, block.height) >= least) blocks.push(block);
    }
  }
  return blocks;
}

/** The box of the block that a dot belongs to; its ink is taken away. */
function takeBlock(ink: boolean[][], column: number, row: number, distance: number): Rectangle {
  const waiting = [[column, row] as const];
  let [left, top, right, bottom] = [column, row, column, row];
  (ink[row] ?? [])[column] = false;
  for (let dot = waiting.pop(); dot !== undefined; dot = waiting.pop()) {
    const [x, y] = dot;
    [left, top, right, bottom] = [
      Math.min(left, x),
      Math.min(top, y),
      Math.max(right, x),
      Math.max(bottom, y),
    ];
    for (let otherY = y - distance - 1; otherY <= y + distance + 1; otherY++) {
      const line = ink[otherY];
      if (line === undefined) continue;
      for (let otherX = x - distance - 1; otherX <= x + distance + 1; otherX++) {
        if (line[otherX] !== true) continue;
        line[otherX] = false;
        waiting.push([otherX, otherY]);
      }
    }
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
