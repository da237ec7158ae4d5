import type { PrinterModel } from "../escpos/models/printer-model.ts";
import { isStar } from "../escpos/language.ts";
import type { ByteWriter } from "../printers/byte-writer.ts";
import type { CutKind } from "./raster-writer.ts";

const ESC = 0x1b;
const GS = 0x1d;

/** The largest parameter of a feed. */
const MOST_UNITS = 255;

/** Millimetres from the head to where paper is torn off on printers without a cutter. */
const TEAR_MILLIMETRES = 15;

/** Star's thermal printers: ESC J feeds quarters of a millimetre, which are two dots (Star Line Mode specifications). */
const STAR_UNITS_AN_INCH = 101.5;

type Feeding = Pick<PrinterModel, "language" | "verticalUnits" | "dotsPerInchAlong" | "cutter">;

/** Moves the paper on in whole steps of the command that feeds (ESC J). @param dots of the model, along the paper */
export function writeFeed(bytes: ByteWriter, model: Feeding, dots: number): void {
  let units = Math.round((dots * unitsAnInch(model)) / model.dotsPerInchAlong);
  for (; units > 0; units -= MOST_UNITS) bytes.write(ESC, 0x4a, Math.min(MOST_UNITS, units));
}

/** Impact printers of Star count in 1/72 inch (Dot Impact Printer command specifications, ESC J). */
function unitsAnInch({ language, verticalUnits }: Feeding): number {
  if (!isStar(language)) return verticalUnits;
  return language === "star-impact" ? 72 : STAR_UNITS_AN_INCH;
}

/** Whether so many dots are whole steps of the command that feeds. */
export function isWholeFeed(model: Feeding, dots: number): boolean {
  return Number.isInteger((dots * unitsAnInch(model)) / model.dotsPerInchAlong);
}

/** Cuts, after a feed to the cutter unless the paper stands there: GS V 65 and 66, or 0 and 1; Star's ESC d 2 and 3, or 0 and 1. */
export function writeCut(bytes: ByteWriter, model: Feeding, kind: CutKind, feeds = true): void {
  if (model.cutter === "none") {
    if (feeds) writeFeed(bytes, model, Math.round((TEAR_MILLIMETRES / 25.4) * model.dotsPerInchAlong));
    return;
  }
  const which = kind === "full" && model.cutter === "full" ? 0 : 1;
  if (isStar(model.language)) bytes.write(ESC, 0x64, which + (feeds ? 2 : 0));
  else if (feeds) bytes.write(GS, 0x56, 65 + which, 0);
  else bytes.write(GS, 0x56, which);
}
