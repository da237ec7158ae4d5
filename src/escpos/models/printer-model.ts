import type { Font, FontSet } from "../fonts.ts";
import type { PrinterLanguage } from "../language.ts";
import type { ModelId } from "./models.ts";
import type { Charset } from "../text/charset.ts";
import type { PrinterProfile } from "../text/printer-profile.ts";

/** What some models cannot do. */
export type ModelFeature =
  | "text"
  | "bar codes"
  | "two-dimensional symbols"
  | "raster images"
  | "column images"
  | "columns of 24 dots"
  | "graphics"
  | "page mode"
  | "double-byte characters";

/** What makes the paper of one printer differ from that of another. */
export interface PrinterModel {
  /** For settings, such as "epson-tm-t88v". */
  readonly id: ModelId;
  /** As on the case, such as "Epson". */
  readonly maker: string;
  /** As on the case, such as "TM-T88V". */
  readonly name: string;
  /** What else the label may say for it, such as "TSP143" on printers of the series TSP100. */
  readonly labels: readonly string[];
  readonly language: PrinterLanguage;
  /** Dots an inch across the paper. */
  readonly dotsPerInch: number;
  /** Dots an inch along the paper, as drawn: as many as across, but for impact printers. */
  readonly dotsPerInchAlong: number;
  /** Dots that the head prints across the paper. */
  readonly widthDots: number;
  readonly fonts: FontSet;
  /** The parameter of ESC M that it powers on with. */
  readonly powerOnFont: number;
  /** Motion units an inch until GS P chooses others, and where it chooses 0. */
  readonly horizontalUnits: number;
  /** As {@link horizontalUnits}, along the paper. */
  readonly verticalUnits: number;
  /** The smallest steps of the paper an inch: two to a dot on Epson's. */
  readonly stepsPerInch: number;
  /** Dots of the line spacing that it powers on with (ESC 2), 1/6 inch or a little less. */
  readonly lineSpacing: number;
  /** Dots along the paper for each of the eight dots of a column of ESC * 0 and 1. */
  readonly columnDotHeight: number;
  /** The maker's numbers of code pages (ESC t), and own commands. */
  readonly profile: PrinterProfile;
  /** What it makes of bytes from 80h up where a print does not say; "auto" where that hangs on where it was sold. */
  readonly charset: Charset;
  /** "full" can cut both ways, "partial" leaves a bridge always. */
  readonly cutter: "full" | "partial" | "none";
  /** Colours of its paper or ribbon: 2 prints red as well as black; what has fewer prints black for them. */
  readonly colors: 1 | 2 | 3;
  /** CR prints the line and returns without feeding, so that the next line is printed over it. */
  readonly carriageReturnPrints: boolean;
  readonly lacks: ReadonlySet<ModelFeature>;
  /** What GS I answers. */
  readonly identity: {
    /** GS I 1. */
    readonly modelId: number;
    /** GS I 66. */
    readonly maker: string;
    /** GS I 67. */
    readonly name: string;
  };
}

/** A model with its maker, unless that is in its name: "Epson TM-T88V", "RawBT". */
export function titleOf({ maker, name }: Pick<PrinterModel, "maker" | "name">): string {
  return name.startsWith(maker) ? name : `${maker} ${name}`;
}

/** The font that a model powers on with. */
export function powerOnFontOf({ fonts, powerOnFont }: Pick<PrinterModel, "fonts" | "powerOnFont">): Font {
  const font = fonts.get(powerOnFont);
  if (font === undefined) throw new Error(`there is no font ${powerOnFont}`);
  return font;
}

/** Characters of a font on a line of a model. */
export function columnsOf({ widthDots }: Pick<PrinterModel, "widthDots">, { width, columns }: Font): number {
  return Math.min(columns ?? Infinity, Math.floor(widthDots / width));
}

/** Motion units along the paper for each of a model's dots, until GS P chooses others: two on Epson's. */
export function unitsPerDotOf({
  verticalUnits,
  dotsPerInchAlong,
}: Pick<PrinterModel, "verticalUnits" | "dotsPerInchAlong">): number {
  return verticalUnits / dotsPerInchAlong;
}
