import { paperDotsOf } from "../../page-raster/page-print.ts";
import type { PrinterDetails } from "../printer-details.ts";
import type { IppAttribute, IppValue } from "../../ipp/message.ts";
import * as is from "../../ipp/values.ts";

const { attribute } = is;

/** Widths of rolls, millimetres, and of those of impact printers. */
const THERMAL_ROLLS = [58, 80, 112];
const IMPACT_ROLLS = [58, 76, 114];

/** How much wider a roll is at the least than what is printed on it, millimetres. */
const UNPRINTED_MILLIMETRES = 3.9;

/** How long a receipt may be, millimetres: a roll has no pages, but a size must have two sides. */
const LONGEST_MILLIMETRES = 3000;
const SHORTEST_MILLIMETRES = 25;

/** IPP counts paper in hundredths of a millimetre (PWG 5100.3). */
const HUNDREDTHS = 100;
const MILLIMETRES_AN_INCH = 25.4;

/** What decides of a printer's paper. */
export type RollPrinter = Pick<PrinterDetails, "model" | "columns">;

/** The roll of a printer: the narrowest on which its dots have room. */
function rollOf(printer: RollPrinter): { readonly width: number; readonly margin: number } {
  const { dotsPerInch, dotsPerInchAlong } = printer.model;
  const printed = (paperDotsOf(printer) / dotsPerInch) * MILLIMETRES_AN_INCH;
  const rolls = dotsPerInch === dotsPerInchAlong ? THERMAL_ROLLS : IMPACT_ROLLS;
  const width = rolls.find((roll) => roll >= printed + UNPRINTED_MILLIMETRES) ?? Math.ceil(printed);
  // What is left at both sides, hundredths of a millimetre.
  return { width, margin: Math.floor(((width - printed) * HUNDREDTHS) / 2) };
}

/** The attributes about the paper of a printer: one roll, of which as much is used as a receipt needs. */
export function mediaAttributes(printer: RollPrinter): IppAttribute[] {
  const { width, margin } = rollOf(printer);
  const longest = collectionOf(width, is.integer(LONGEST_MILLIMETRES * HUNDREDTHS), margin);
  const lengths = is.range(SHORTEST_MILLIMETRES * HUNDREDTHS, LONGEST_MILLIMETRES * HUNDREDTHS);
  const media = is.keyword(`roll_receipt_${width}x${LONGEST_MILLIMETRES}mm`);
  const custom = [
    is.keyword(`custom_min_${width}x${SHORTEST_MILLIMETRES}mm`),
    is.keyword(`custom_max_${width}x${LONGEST_MILLIMETRES}mm`),
  ];
  return [
    attribute("media-bottom-margin-supported", is.integer(0)),
    attribute("media-col-database", longest, collectionOf(width, lengths, margin)),
    attribute("media-col-default", longest),
    attribute("media-col-ready", longest),
    attribute("media-col-supported", ...MEDIA_MEMBERS.map(is.keyword)),
    attribute("media-default", media),
    attribute("media-left-margin-supported", is.integer(margin)),
    attribute("media-ready", media),
    attribute("media-right-margin-supported", is.integer(margin)),
    attribute(
      "media-size-supported",
      sizeOf(width, is.integer(LONGEST_MILLIMETRES * HUNDREDTHS)),
      sizeOf(width, lengths),
    ),
    attribute("media-source-supported", is.keyword(SOURCE)),
    attribute("media-supported", media, ...custom),
    attribute("media-top-margin-supported", is.integer(0)),
    attribute("media-type-supported", is.keyword(TYPE)),
  ];
}

const SOURCE = "main-roll";
const TYPE = "continuous";

const MEDIA_MEMBERS = [
  "media-bottom-margin",
  "media-left-margin",
  "media-right-margin",
  "media-size",
  "media-source",
  "media-top-margin",
  "media-type",
];

function sizeOf(width: number, length: IppValue): IppValue {
  return is.collection(
    attribute("x-dimension", is.integer(width * HUNDREDTHS)),
    attribute("y-dimension", length),
  );
}

function collectionOf(width: number, length: IppValue, margin: number): IppValue {
  return is.collection(
    attribute("media-bottom-margin", is.integer(0)),
    attribute("media-left-margin", is.integer(margin)),
    attribute("media-right-margin", is.integer(margin)),
    attribute("media-size", sizeOf(width, length)),
    attribute("media-source", is.keyword(SOURCE)),
    attribute("media-top-margin", is.integer(0)),
    attribute("media-type", is.keyword(TYPE)),
  );
}

/** Names of sizes end with them: `roll_receipt_80x3000mm` (PWG 5101.1). */
const SIZE_IN_NAME = /^(?:roll|custom|om|oe|na|iso|jis|jpn|prc|roc)_.*?_([\d.]+)x[\d.]+(mm|in)$/;

/** Whether a printer has the paper that a job asks for by `media`: what is no wider than its roll. */
export function hasMedia(printer: RollPrinter, value: IppValue): boolean {
  const [, width, unit] = value.kind === "text" ? (SIZE_IN_NAME.exec(value.value) ?? []) : [];
  if (width === undefined) return false;
  return Number(width) * (unit === "in" ? MILLIMETRES_AN_INCH : 1) <= rollOf(printer).width + 1;
}

/** The same by `media-col`; what it says beside the size makes no difference. */
export function hasMediaCollection(printer: RollPrinter, value: IppValue): boolean {
  const size = membersOf(value).find(({ name }) => name === "media-size")?.values[0];
  if (size === undefined) return value.kind === "collection";
  const width = membersOf(size).find(({ name }) => name === "x-dimension")?.values[0];
  return width?.kind === "number" && width.value <= (rollOf(printer).width + 1) * HUNDREDTHS;
}

function membersOf(value: IppValue): readonly IppAttribute[] {
  return value.kind === "collection" ? value.members : [];
}
