import type { PrinterLanguage } from "../language.ts";
import { columnsOf, type PrinterModel, titleOf } from "./printer-model.ts";

/** What a printer understands, as people call it. */
export const LANGUAGE_NAMES: Readonly<Record<PrinterLanguage, string>> = {
  escpos: "ESC/POS",
  "star-line": "Star Line Mode",
  "star-prnt": "StarPRNT",
  "star-raster": "Star raster",
  "star-impact": "Star impact",
};

const MILLIMETRES_PER_INCH = 25.4;

/** A model as people look for it: with what else its label may say. */
export function labelsOf(model: PrinterModel): string {
  const { labels } = model;
  return labels.length === 0 ? titleOf(model) : `${titleOf(model)} (${labels.join(", ")})`;
}

/** What tells models apart, by the heading of its column in a table of models. */
export function describeModel(model: PrinterModel): Readonly<Record<string, string>> {
  const { dotsPerInch, dotsPerInchAlong, widthDots, verticalUnits, charset, lacks } = model;
  const dots = dotsPerInchAlong === dotsPerInch ? dotsPerInch : `${dotsPerInch} x ${dotsPerInchAlong}`;
  const fonts = new Map([...model.fonts.values()].map((font) => [font.name, font]));
  const columns = [fonts.get("A"), fonts.get("B")].map((font) =>
    font === undefined ? 0 : columnsOf(model, font),
  );
  return {
    model: model.id,
    printer: labelsOf(model),
    language: LANGUAGE_NAMES[model.language],
    dpi: String(dots),
    dots: String(widthDots),
    millimetres: String(Math.round((widthDots / dotsPerInch) * MILLIMETRES_PER_INCH)),
    columns: columns.join("/"),
    "feeds by": `1/${verticalUnits} inch`,
    "code pages": charset === "auto" ? model.profile : `${model.profile}, ${charset}`,
    cutter: model.cutter,
    colours: String(model.colors),
    "has not": [...lacks].join(", ") || "-",
  };
}
