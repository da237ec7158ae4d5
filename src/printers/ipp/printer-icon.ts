import { fillBlack } from "../../escpos/raster-dots.ts";
import { blank } from "../../escpos/raster-transform.ts";
import { encodePng } from "../../render/png.ts";

/** Behind a printer's address. */
export const ICON_PATH = "/icon.png";

/** Pixels of a side: what hosts ask for first (PWG 5100.13, printer-icons). */
const SIDE = 128;

let icon: Uint8Array<ArrayBuffer> | null = null;

/** Whether an address is that of a printer's picture. */
export function isIconPath(url: string): boolean {
  return URL.parse(url)?.pathname.endsWith(ICON_PATH) ?? false;
}

/** The picture that hosts show for a printer, as PNG: a receipt with a torn edge. */
export function printerIcon(): Response {
  icon ??= drawIcon();
  return new Response(icon, { headers: { "Content-Type": "image/png", "Cache-Control": "max-age=86400" } });
}

function drawIcon(): Uint8Array<ArrayBuffer> {
  const picture = blank(SIDE, SIDE);
  const [left, right, top, bottom] = [28, 100, 8, 108];
  for (const x of [left, right - 4]) fillBlack(picture, x, top, x + 4, bottom);
  fillBlack(picture, left, top, right, top + 4);
  // The torn edge: teeth of twelve pixels.
  for (let x = left; x < right; x++) {
    const depth = Math.abs(((x - left) % 12) - 6);
    fillBlack(picture, x, bottom - 2 + depth, x + 1, bottom + 3 + depth);
  }
  for (const [y, width] of [
    [24, 36],
    [40, 52],
    [52, 52],
    [64, 52],
    [82, 24],
  ] as const)
    fillBlack(picture, left + 10, y, left + 10 + width, y + 6);
  return encodePng(picture);
}
