import type { Rectangle } from "../../escpos/receipt.ts";
import type { Dots } from "./dots.ts";
import type { GreyPicture } from "./text-engine.ts";

/** White dots left around a line: the engine loses letters at the edge. */
const MARGIN = 6;

/** A line of a picture in grey, `scale` times as large, its edges smoothed between the dots. */
export function enlarge({ columns, rows, ink }: Dots, box: Rectangle, scale: number): GreyPicture {
  const width = Math.round((box.width + 2 * MARGIN) * scale);
  const height = Math.round((box.height + 2 * MARGIN) * scale);
  const grey = new Uint8Array(width * height);
  const inkAt = (x: number, y: number) =>
    x < box.x || y < box.y || x >= box.x + box.width || y >= box.y + box.height || x >= columns || y >= rows
      ? 0
      : (ink[y * columns + x] ?? 0);
  for (let row = 0; row < height; row++) {
    const y = (row + 0.5) / scale - 0.5 + box.y - MARGIN;
    const top = Math.floor(y);
    const down = y - top;
    for (let column = 0; column < width; column++) {
      const x = (column + 0.5) / scale - 0.5 + box.x - MARGIN;
      const left = Math.floor(x);
      const right = x - left;
      const black =
        (inkAt(left, top) * (1 - right) + inkAt(left + 1, top) * right) * (1 - down) +
        (inkAt(left, top + 1) * (1 - right) + inkAt(left + 1, top + 1) * right) * down;
      grey[row * width + column] = Math.round(255 * (1 - black));
    }
  }
  return { columns: width, rows: height, grey };
}

/** A box of the enlarged line in dots of the picture that it is of. */
export function boxInPicture(word: Rectangle, line: Rectangle, scale: number): Rectangle {
  const x = Math.round(word.x / scale - MARGIN + line.x);
  const y = Math.round(word.y / scale - MARGIN + line.y);
  return { x, y, width: Math.round(word.width / scale), height: Math.round(word.height / scale) };
}
