import type { PrinterModel } from "../escpos/models/printer-model.ts";
import { RasterCommandWriter } from "./raster-command-writer.ts";
import type { RasterWriter } from "./raster-writer.ts";
import { StarRasterWriter } from "./star-raster-writer.ts";
import { StripWriter } from "./strip-writer.ts";

/**
 * The writer for a model: raster images where it has them, strips of columns where not, Star's raster mode or StarPRNT's
 * raster images.
 * @param limit the most bytes; a write beyond it throws TillrollError PRINT_DATA_TOO_LARGE
 */
export function rasterWriterOf(model: PrinterModel, limit: number): RasterWriter {
  const { language, lacks } = model;
  if (language === "star-line" || language === "star-raster") return new StarRasterWriter(limit);
  if (language === "star-impact" || lacks.has("raster images")) return new StripWriter(model, limit);
  return new RasterCommandWriter(model, limit);
}
