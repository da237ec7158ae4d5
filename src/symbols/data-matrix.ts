import { encode } from "./encoder.ts";
import { modulesRaster } from "./modules.ts";
import { byteString, drawn, type Drawing } from "./symbol.ts";

/** DataMatrix settings (GS ( k 54). */
export interface DataMatrixSettings {
  readonly rectangle: boolean;
  /** Modules; 0 for as many as are needed. */
  readonly rows: number;
  readonly columns: number;
  /** Dots. */
  readonly moduleSize: number;
}

type Size = readonly [rows: number, columns: number];

const SQUARES: readonly Size[] = [
  10, 12, 14, 16, 18, 20, 22, 24, 26, 32, 36, 40, 44, 48, 52, 64, 72, 80, 88, 96, 104, 120, 132, 144,
].map((side) => [side, side]);

const RECTANGLES: readonly Size[] = [
  [8, 18],
  [8, 32],
  [12, 26],
  [12, 36],
  [16, 36],
  [16, 48],
];

/** True if there are symbols of a size, given in modules; 0 is any. Source: ISO/IEC 16022, table 7. */
export function isDataMatrixSize({
  rectangle,
  rows,
  columns,
}: Omit<DataMatrixSettings, "moduleSize">): boolean {
  const sizes = rectangle ? RECTANGLES : SQUARES;
  return sizes.some((size) => (rows === 0 || rows === size[0]) && (columns === 0 || columns === size[1]));
}

/** Draws a DataMatrix (ECC 200). Never throws. */
export function drawDataMatrix(bytes: Uint8Array, settings: DataMatrixSettings): Drawing {
  const { rectangle, columns, rows, moduleSize } = settings;
  const encoded = encode("datamatrix", byteString(bytes), {
    format: rectangle ? "rectangle" : "square",
    ...(columns > 0 ? { columns } : {}),
    ...(rows > 0 ? { rows } : {}),
  });
  if ("problem" in encoded) return encoded;
  const { modules, columns: width } = encoded.encoding;
  return drawn("DataMatrix", bytes, modulesRaster(modules, width), moduleSize, moduleSize);
}
