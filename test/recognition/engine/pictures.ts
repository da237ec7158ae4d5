import { decode } from "../../../src/escpos/escpos.ts";
import type { Raster } from "../../../src/escpos/raster.ts";
import { fromDots } from "../../../src/escpos/raster.ts";
import type { RecognisedPicture } from "../../../src/recognition/recognised.ts";
import { paintReceipt } from "../../../src/render/paint/paint-receipt.ts";

/** The paper of a print as one picture, as a driver would send it. */
export function paperOf(print: Uint8Array): Raster {
  const { columns, rows, bytes } = paintReceipt(decode(print, { model: "generic-80mm" })).canvas;
  return { columns, rows, bytes };
}

/** A picture drawn with characters: a space is white, all others are black. */
export function drawnAs(rows: readonly string[]): Raster {
  const columns = Math.max(...rows.map(({ length }) => length));
  return fromDots(columns, rows.length, (row, column) => (rows[row]?.[column] ?? " ") !== " ");
}

/** Black dots by chance, the same for the same seed. */
export function noise(columns: number, rows: number, share: number, seed = 7): Raster {
  let state = seed;
  return fromDots(columns, rows, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 < share;
  });
}

/** The rows of a picture, `gap` white rows, and the rows of another as wide. */
export function below(upper: Raster, gap: number, lower: Raster): Raster {
  const white = new Uint8Array(((upper.columns + 7) >> 3) * gap);
  const bytes = Buffer.concat([upper.bytes, white, lower.bytes]);
  return { columns: upper.columns, rows: upper.rows + gap + lower.rows, bytes };
}

/** What was read, a line each. */
export function textOf({ lines }: RecognisedPicture): string[] {
  return lines.map(({ words }) => words.map(({ text }) => text).join(" "));
}
