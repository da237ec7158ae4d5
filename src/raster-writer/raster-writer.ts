import type { PrinterModel } from "../escpos/models/printer-model.ts";
import type { Raster } from "../escpos/raster.ts";

/** How paper is cut. */
export type CutKind = "full" | "partial";

/** Writes pictures as the commands of one model, each below what came before it. */
export interface RasterWriter {
  /** A picture at the left edge of what the head reaches, a dot of it a dot of the model; what is wider is cut off. */
  picture(raster: Raster): void;
  /** Moves down by so many of the model's dots along the paper. */
  feed(dots: number): void;
  /** Feeds what was printed past the cutter, and cuts; without a cutter the paper is fed to where it is torn. */
  cut(kind: CutKind): void;
  /** The bytes of all that was written. The writer is not used afterwards. */
  take(): Uint8Array<ArrayBuffer>;
}

/** The kind of cut that a model makes when it may choose: the one that leaves no paper on the floor. */
export function usualCut({ cutter }: Pick<PrinterModel, "cutter">): CutKind {
  return cutter === "full" ? "full" : "partial";
}
