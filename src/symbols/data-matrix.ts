import { delayedRaster } from "../escpos/raster.ts";
import { codewordsFor, countCodewords } from "./data-matrix/codewords.ts";
import { shortestSegments } from "./data-matrix/encodation.ts";
import { drawModules } from "./data-matrix/modules.ts";
import { dataCodewords, type DataMatrixSize, RECTANGLES, SQUARES } from "./data-matrix/sizes.ts";
import { drawn, type Drawing } from "./symbol.ts";

/** DataMatrix settings (GS ( k 54). */
export interface DataMatrixSettings {
  readonly rectangle: boolean;
  /** Modules; 0 for as many as are needed. */
  readonly rows: number;
  readonly columns: number;
  /** Dots. */
  readonly moduleSize: number;
}

/** Which sizes the settings leave, from the smallest. */
function sizesFor({ rectangle, rows, columns }: Omit<DataMatrixSettings, "moduleSize">): DataMatrixSize[] {
  const sizes = rectangle ? RECTANGLES : SQUARES;
  return sizes.filter(
    (size) => (rows === 0 || rows === size.rows) && (columns === 0 || columns === size.columns),
  );
}

/** True if there are symbols of a size, given in modules; 0 is any. */
export function isDataMatrixSize(settings: Omit<DataMatrixSettings, "moduleSize">): boolean {
  return sizesFor(settings).length > 0;
}

/** Digits in the largest symbol. */
const MOST_DIGITS = 3116;

const TOO_MUCH = { problem: "there is too much data" } as const;

/** Draws a DataMatrix (ECC 200), its modules once they are asked for. Never throws. */
export function drawDataMatrix(bytes: Uint8Array, settings: DataMatrixSettings): Drawing {
  if (bytes.length === 0) return { problem: "there is no data" };
  const sizes = sizesFor(settings);
  if (sizes.length === 0) return { problem: "there is no such size" };
  // What no symbol holds is not looked at.
  if (bytes.length > MOST_DIGITS) return TOO_MUCH;
  const segments = shortestSegments(bytes);
  const count = countCodewords(segments);
  const size = sizes.find((some) => count <= dataCodewords(some));
  if (size === undefined) return TOO_MUCH;
  const raster = delayedRaster(size.columns, size.rows, () =>
    drawModules(codewordsFor(segments, dataCodewords(size)), size),
  );
  return drawn("DataMatrix", bytes, raster, settings.moduleSize, settings.moduleSize);
}
