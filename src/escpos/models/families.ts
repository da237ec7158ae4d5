import { fontSet } from "../fonts.ts";
import type { ModelFeature, PrinterModel } from "./printer-model.ts";

/** What a family of models has in common; what GS I answers follows from maker and name unless given. */
export type Family = Omit<
  PrinterModel,
  "id" | "name" | "labels" | "identity" | "dotsPerInchAlong" | "stepsPerInch"
> &
  Partial<Pick<PrinterModel, "labels" | "dotsPerInchAlong" | "stepsPerInch">> & {
    /** GS I 1: that of Epson's TM-T88 family unless given, which most others answer as well. */
    readonly modelId?: number;
    /** GS I 66, if not the maker's name in capitals. */
    readonly identityMaker?: string;
    /** GS I 67, if not its name up to a comma. */
    readonly identityName?: string;
  };

/** Epson TM series at 203 dpi, and those who copy them: fonts D and E exist on a few models only. */
const USUAL_FONTS = fontSet([12, 24], [9, 17], [9, 17], [10, 24], [8, 16]);

/** What thermal printers of ESC/POS have unless they say otherwise: paper of 80 mm at 203 dpi. */
const THERMAL: Omit<Family, "maker"> = {
  language: "escpos",
  dotsPerInch: 203,
  widthDots: 576,
  fonts: USUAL_FONTS,
  powerOnFont: 0,
  horizontalUnits: 203,
  verticalUnits: 203,
  lineSpacing: 30,
  columnDotHeight: 3,
  profile: "epson",
  charset: "auto",
  cutter: "full",
  colors: 1,
  carriageReturnPrints: false,
  lacks: new Set(),
};

/** What Epson's do not share with those who copy their commands: the paper moves by half dots. */
const HALF_DOTS = { verticalUnits: 406 } as const;

/** 512 dots on paper of 80 mm: TM-T88 and those built like it. Sources: TM-T88III specification; Sewoo WTP-100. */
const HEAD_180 = {
  dotsPerInch: 180,
  widthDots: 512,
  horizontalUnits: 180,
  verticalUnits: 360,
} as const;

/** Paper of 58 mm: 48 mm are printed. */
export const PAPER_58 = { widthDots: 384 } as const;

/** Source: Epson ESC/POS reference, GS P. */
export const EPSON: Family = { ...THERMAL, ...HALF_DOTS, maker: "Epson" };

export const EPSON_180: Family = { ...EPSON, ...HEAD_180 };

const IMPACT_LACKS: readonly ModelFeature[] = [
  "bar codes",
  "two-dimensional symbols",
  "raster images",
  "columns of 24 dots",
  "graphics",
  "page mode",
];

/**
 * Impact printers with nine pins: half dots across, 1/160 inch each, and steps of 1/144 inch along the paper, which is
 * half the distance of two pins. Font A is 9 x 9 dots in 12 half dots, font B 7 x 9, which they power on with. Sources:
 * Epson TM-U220A and TM-U230 specifications, ESC &, ESC SP, ESC !, GS I.
 */
export const EPSON_IMPACT: Family = {
  ...THERMAL,
  maker: "Epson",
  modelId: 0x0d,
  dotsPerInch: 160,
  dotsPerInchAlong: 144,
  widthDots: 400,
  fonts: fontSet([12, 18, 33], [9, 18, 42]),
  powerOnFont: 1,
  horizontalUnits: 160,
  verticalUnits: 144,
  lineSpacing: 24,
  columnDotHeight: 2,
  cutter: "none",
  colors: 2,
  carriageReturnPrints: true,
  lacks: new Set(IMPACT_LACKS),
};

/** Source: command reference of Bixolon SRP-350. */
export const BIXOLON: Family = {
  ...THERMAL,
  ...HALF_DOTS,
  maker: "Bixolon",
  fonts: fontSet([12, 24], [9, 17], [9, 24], [10, 24], [8, 16]),
  profile: "bixolon",
};

export const BIXOLON_180: Family = { ...BIXOLON, ...HEAD_180 };

/** Source: command reference of Citizen CT-S, GS P: units of 1/360 inch, though a dot is 1/203. */
export const CITIZEN: Family = {
  ...THERMAL,
  verticalUnits: 360,
  stepsPerInch: 406,
  maker: "Citizen",
  fonts: fontSet([12, 24], [9, 24], [8, 16], [10, 24], [8, 16]),
  profile: "citizen",
};

/** Star's own commands; 1/8 mm is a dot, and a line 4 mm. Source: Star Line Mode command specifications. */
export const STAR_LINE: Family = {
  ...THERMAL,
  maker: "Star",
  identityMaker: "Star",
  language: "star-line",
  colors: 2,
  fonts: fontSet([12, 24], [9, 24], [9, 17], [10, 24], [8, 16]),
  lineSpacing: 32,
  profile: "star",
};

export const STAR_PRNT: Family = { ...STAR_LINE, language: "star-prnt" };

/** Prints pictures alone. */
export const STAR_RASTER: Family = { ...STAR_LINE, language: "star-raster", lacks: new Set(["text"]) };

/** A Star printer that was switched to ESC/POS: code pages have Star's numbers still. */
export const STAR_ESCPOS: Family = { ...STAR_LINE, language: "escpos", lineSpacing: 30 };

/** Source: Dot Impact Printer STAR Command Specifications (SP500, SP700, SP2000). */
export const STAR_IMPACT: Family = {
  ...EPSON_IMPACT,
  maker: "Star",
  identityMaker: "Star",
  language: "star-impact",
  fonts: fontSet([9, 18, 42], [12, 18, 33]),
  powerOnFont: 0,
  profile: "star",
  carriageReturnPrints: false,
  cutter: "partial",
};

/** Made like Epson's at 180 dpi. */
export const LIKE_TM_T88: Omit<Family, "maker"> = { ...THERMAL, ...HEAD_180 };

/** Those who copy Epson's commands, and count whole dots: their manuals say 0.125 mm. */
export const CLONE: Omit<Family, "maker"> = THERMAL;

/** Small printers without a cutter, such as those sold as POS-58. */
export const CLONE_58: Omit<Family, "maker"> = { ...THERMAL, ...PAPER_58, cutter: "none" };
