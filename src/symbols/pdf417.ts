import { encode, type Encoded, type Encoding } from "./encoder.ts";
import { modulesRaster } from "./modules.ts";
import { byteString, drawn, type Drawing } from "./symbol.ts";

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

/** Modules of a column, and of what stands left and right of the columns. */
const COLUMN_MODULES = 17;
const FRAME_MODULES = 69;
const TRUNCATED_FRAME_MODULES = 35;

/** Most error correction words asked for at each level from 1. Source: Epson ESC/POS reference, GS ( k function 069. */
const LEVEL_LIMITS = [3, 10, 20, 45, 100, 200, 400];

/** Draws a PDF417. Never throws. */
export function drawPdf417(bytes: Uint8Array, settings: Pdf417Settings): Drawing {
  const { moduleWidth, rowHeight, truncated, availableWidth } = settings;
  const isFree = settings.columns === 0;
  let encoded = encodePdf417(bytes, isFree ? { ...settings, rows: 0 } : settings, settings.columns);
  if ("encoding" in encoded && isFree) {
    const columns = chosenColumns(encoded.encoding, settings);
    if (columns !== undefined) encoded = encodePdf417(bytes, settings, columns);
  }
  const tooWide = "encoding" in encoded && encoded.encoding.columns * moduleWidth > availableWidth;
  if (tooWide && isFree) {
    const frame = truncated ? TRUNCATED_FRAME_MODULES : FRAME_MODULES;
    const columns = Math.floor((availableWidth / moduleWidth - frame) / COLUMN_MODULES);
    if (columns >= 1) encoded = encodePdf417(bytes, settings, columns);
  }
  if ("problem" in encoded) return encoded;
  const { modules, columns } = encoded.encoding;
  const raster = modulesRaster(modules, columns);
  // The encoder takes more rows than it was given rather than give up; a printer gives up.
  if (settings.rows > 0 && raster.rows > settings.rows) return { problem: "the data needs more rows" };
  const system = truncated ? "Truncated PDF417" : "PDF417";
  return drawn(system, bytes, raster, moduleWidth, moduleWidth * rowHeight);
}

/** Most columns of data. */
const MOST_COLUMNS = 30;

/** The columns that go with the rows or the proportion that was asked for; undefined if neither was. */
function chosenColumns({ modules, columns: width }: Encoding, settings: Pdf417Settings): number | undefined {
  const { rows, rowHeight, proportion, truncated } = settings;
  const frame = truncated ? TRUNCATED_FRAME_MODULES : FRAME_MODULES;
  const codewords = ((width - frame) / COLUMN_MODULES) * (modules.length / width);
  if (rows > 0) return Math.min(MOST_COLUMNS, Math.ceil(codewords / rows));
  if (proportion === undefined) return undefined;
  let best = { columns: 1, distance: Infinity };
  for (let columns = 1; columns <= MOST_COLUMNS; columns++) {
    const needed = Math.max(3, Math.ceil(codewords / columns));
    const height = (needed * rowHeight) / (frame + COLUMN_MODULES * columns);
    const distance = Math.abs(Math.log(height / proportion));
    if (needed <= 90 && distance < best.distance) best = { columns, distance };
  }
  return best.columns;
}

function encodePdf417(bytes: Uint8Array, settings: Pdf417Settings, columns: number): Encoded {
  const { rows, errorCorrection, truncated } = settings;
  const eclevel = "level" in errorCorrection ? errorCorrection.level : levelOf(bytes, errorCorrection.tenths);
  return encode(truncated ? "pdf417compact" : "pdf417", byteString(bytes), {
    eclevel,
    rowmult: 1,
    ...(columns > 0 ? { columns } : {}),
    ...(rows > 0 ? { rows } : {}),
  });
}

/** The level for a share of the data codewords, which are about as many as these compactions give. */
function levelOf(bytes: Uint8Array, tenths: number): number {
  const data = byteString(bytes);
  const perCodeword = /^\d{14,}$/.test(data) ? 2.9 : /^[\t\n\r\x20-\x7e]*$/.test(data) ? 1.8 : 1.2;
  const wanted = Math.round(((1 + data.length / perCodeword) * tenths) / 10);
  const level = LEVEL_LIMITS.findIndex((limit) => wanted <= limit);
  return level < 0 ? LEVEL_LIMITS.length + 1 : level + 1;
}
