import type { PrinterModel } from "../escpos/models/printer-model.ts";
import type { Raster } from "../escpos/raster.ts";
import type { DrawerPulse } from "../escpos/receipt.ts";

/** How paper is cut. */
export type CutKind = "full" | "partial";

/** Writes pictures as the commands of one model, each below what came before it. */
export interface RasterWriter {
  /** Dots along the paper that are printed at once: what comes below a picture is no nearer than a whole number of them. */
  readonly stripRows: number;
  /**
   * A picture at the left edge of what the head reaches, a dot of it a dot of the model; what is wider is cut off.
   *
   * @param second what is printed in the second colour, as large as the picture; black where the model has one colour
   */
  picture(raster: Raster, second?: Raster): void;
  /** Moves down by so many of the model's dots along the paper. */
  feed(dots: number): void;
  /**
   * Feeds what was printed past the cutter, and cuts; without a cutter the paper is fed to where it is torn.
   *
   * @param feeds false to cut where the paper stands
   */
  cut(kind: CutKind, feeds?: boolean): void;
  /** Opens a cash drawer, when what came before is printed. */
  drawer(pulse: DrawerPulse): void;
  /** Sounds the buzzer of a printer that has one. */
  buzzer(): void;
  /** Commands of the model itself, from and to the settings that it powers on with. */
  commands(bytes: Uint8Array): void;
  /** The bytes of all that was written. The writer is not used afterwards. */
  take(): Uint8Array<ArrayBuffer>;
}

/** How a receipt ends that does not say it: cut through where the model can. */
export function usualCut({ cutter }: Pick<PrinterModel, "cutter">): CutKind {
  return cutter === "full" ? "full" : "partial";
}
