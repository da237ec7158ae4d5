import { delayedRaster } from "../escpos/raster.ts";
import { compact } from "./pdf417/compaction.ts";
import { correctionOf, drawModules, type Pdf417Plan, widthOf } from "./pdf417/modules.ts";
import { drawn, type Drawing } from "./symbol.ts";

/** PDF417 settings (GS ( k 48). */
export interface Pdf417Settings {
  /** Columns of data; 0 for as many as fit. */
  readonly columns: number;
  /** Rows; 0 for as many as are needed. */
  readonly rows: number;
  /** Dots. */
  readonly moduleWidth: number;
  /** Modules. */
  readonly rowHeight: number;
  /** A level 0 to 8, or a share of the data codewords in tenths. */
  readonly errorCorrection: { readonly level: number } | { readonly tenths: number };
  readonly truncated: boolean;
  /** Height of the symbol for its width, where it may choose rows and columns (Star's ESC GS x S 0). */
  readonly proportion?: number | undefined;
  /** Dots that a symbol of its own choice of columns may take. */
  readonly availableWidth: number;
}

/** Digits that all codewords of the largest symbol would be. */
const MOST_DIGITS = 2720;

const TOO_MUCH = { problem: "there is too much data" } as const;

/** Draws a PDF417, its modules once they are asked for. Never throws. */
export function drawPdf417(bytes: Uint8Array, settings: Pdf417Settings): Drawing {
  if (bytes.length === 0) return { problem: "there is no data" };
  // What no symbol holds is not looked at.
  if (bytes.length > MOST_DIGITS) return TOO_MUCH;
  const { moduleWidth, rowHeight, truncated } = settings;
  const plan = planPdf417(compact(bytes), settings);
  if ("problem" in plan) return plan;
  const raster = delayedRaster(widthOf(plan), plan.rows, () => drawModules(plan));
  const system = truncated ? "Truncated PDF417" : "PDF417";
  return drawn(system, bytes, raster, moduleWidth, moduleWidth * rowHeight);
}

const MOST_COLUMNS = 30;
const FEWEST_ROWS = 3;
const MOST_ROWS = 90;

/** Codewords of a symbol, the number of its data included. */
const MOST_CODEWORDS = 928;

/** Chooses what the settings leave open: columns, rows, and a level that there is room for. */
function planPdf417(
  codewords: readonly number[],
  settings: Pdf417Settings,
): Pdf417Plan | { problem: string } {
  const room = MOST_CODEWORDS - 1 - codewords.length;
  if (room < correctionOf(0)) return TOO_MUCH;
  const level = Math.min(levelFor(codewords.length + 1, settings), Math.floor(Math.log2(room)) - 1);
  const count = 1 + codewords.length + correctionOf(level);
  const columns = columnsFor(count, settings);
  const needed = Math.max(FEWEST_ROWS, Math.ceil(count / columns));
  if (settings.rows > 0 && needed > settings.rows) return { problem: "the data needs more rows" };
  const rows = Math.max(needed, settings.rows);
  if (rows > MOST_ROWS || rows * columns > MOST_CODEWORDS)
    return { problem: "there is too much data for its columns" };
  return { codewords, columns, rows, level, truncated: settings.truncated };
}

/** The columns asked for; else those that go with the rows or the proportion asked for, as far as there is room. */
function columnsFor(count: number, settings: Pdf417Settings): number {
  const { columns, rows, proportion, moduleWidth, availableWidth } = settings;
  if (columns > 0) return columns;
  const chosen =
    rows > 0
      ? Math.ceil(count / rows)
      : proportion === undefined
        ? Math.round(Math.sqrt((count - 1) / 3))
        : columnsInProportion(count, settings, proportion);
  const fits = (some: number): boolean =>
    widthOf({ ...settings, columns: some }) * moduleWidth <= availableWidth &&
    Math.ceil(count / some) * some <= MOST_CODEWORDS;
  let fitting = Math.min(MOST_COLUMNS, Math.max(1, chosen));
  while (fitting > 1 && !fits(fitting)) fitting--;
  return fitting;
}

function columnsInProportion(count: number, settings: Pdf417Settings, proportion: number): number {
  let best = { columns: 1, distance: Infinity };
  for (let columns = 1; columns <= MOST_COLUMNS; columns++) {
    const rows = Math.max(FEWEST_ROWS, Math.ceil(count / columns));
    const height = (rows * settings.rowHeight) / widthOf({ ...settings, columns });
    const distance = Math.abs(Math.log(height / proportion));
    if (rows <= MOST_ROWS && distance < best.distance) best = { columns, distance };
  }
  return best.columns;
}

/** Most error correction words asked for at each level from 1. Source: Epson ESC/POS reference, GS ( k function 069. */
const LEVEL_LIMITS = [3, 10, 20, 45, 100, 200, 400];

function levelFor(dataCodewords: number, { errorCorrection }: Pdf417Settings): number {
  if ("level" in errorCorrection) return errorCorrection.level;
  const wanted = Math.round((dataCodewords * errorCorrection.tenths) / 10);
  const level = LEVEL_LIMITS.findIndex((limit) => wanted <= limit);
  return level < 0 ? LEVEL_LIMITS.length + 1 : level + 1;
}
