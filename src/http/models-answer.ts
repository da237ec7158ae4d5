import type { ModelsAnswer } from "../contract/system.ts";
import { LANGUAGE_NAMES } from "../escpos/models/describe-model.ts";
import { PRINTER_MODELS } from "../escpos/models/models.ts";
import { columnsOf, powerOnFontOf, titleOf } from "../escpos/models/printer-model.ts";

/** The models of printers that are known, as the API lists them. */
export function modelsAnswer(): ModelsAnswer {
  const items = Object.values(PRINTER_MODELS).map((model) => ({
    id: model.id,
    title: titleOf(model),
    language: LANGUAGE_NAMES[model.language],
    columns: columnsOf(model, powerOnFontOf(model)),
    dots: model.widthDots,
    dotsPerInch: model.dotsPerInch,
  }));
  return { items };
}
