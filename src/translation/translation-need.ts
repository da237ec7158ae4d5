import { dialectFor } from "../escpos/dialects.ts";
import { decode } from "../escpos/escpos.ts";
import { familyOfLanguage } from "../escpos/language-detection.ts";
import { isStar, type PrinterLanguage } from "../escpos/language.ts";
import { PRINTER_MODELS } from "../escpos/models/models.ts";
import { type ModelFeature, type PrinterModel, titleOf } from "../escpos/models/printer-model.ts";
import { type PrinterChoice, printerOf } from "../escpos/models/printer-of-print.ts";
import type { Piece, Printer } from "../escpos/receipt.ts";
import { Scanner } from "../escpos/scanner.ts";
import { missing } from "../escpos/warning.ts";
import type { RealPrinter, Translation } from "./translation.ts";

/** What no drawing replaces: paper is not cut where there is no cutter, nor red where there is one colour. */
const NOT_DRAWN = new Set(["cutter", "second colour"]);

/**
 * Whether a print goes as it is, as far as that is found out by its language alone: it was made for a printer like the
 * real one, which lacks nothing. Takes some microseconds.
 */
export function isSurelyUnchanged(
  bytes: Uint8Array,
  source: PrinterChoice,
  { policy, target }: Translation,
): boolean {
  if (policy === "never" || target === null) return true;
  if (policy === "always" || target.kind === "page" || target.model.lacks.size > 0) return false;
  return isMadeFor(source, target) && speaks(target.model, printerOf(bytes, source).model.language);
}

/**
 * Why a print has to be drawn for the real printer, as a sentence; `null` where it can go as it is. Linear in the bytes;
 * where the models differ it takes as long as decoding the print twice.
 *
 * @param source the printer that it was made for
 */
export function translationNeed(
  bytes: Uint8Array,
  source: PrinterChoice,
  { policy, target }: Translation,
): string | null {
  if (policy === "never" || target === null) return null;
  if (target.kind === "page") return "The real printer prints pages.";
  if (policy === "always") return "All prints of this printer are drawn.";
  const made = printerOf(bytes, source);
  const { model } = target;
  if (!speaks(model, made.model.language)) {
    const [theirs, own] = isStar(made.model.language) ? ["Star's", "ESC/POS"] : ["ESC/POS", "Star's"];
    return `Its commands are ${theirs}, and the ${titleOf(model)} speaks ${own}.`;
  }
  const lacking = model.lacks.size === 0 ? undefined : firstLacking(bytes, made, model);
  if (lacking !== undefined) return `${missing(model, lacking).sentence.split(": ")[0]}.`;
  return isMadeFor(source, target) || isSameOn(bytes, source, target)
    ? null
    : `It was made for other paper or other characters than the ${titleOf(model)} has.`;
}

/** Star's languages share their commands; an impact head has pictures of its own. */
function speaks(model: PrinterModel, language: PrinterLanguage): boolean {
  return familyOfLanguage(model.language) === familyOfLanguage(language);
}

/** The first thing that a print uses and a model has not. */
function firstLacking(
  bytes: Uint8Array,
  { profile }: Printer,
  model: PrinterModel,
): ModelFeature | undefined {
  const dialect = dialectFor(model.language);
  const scanner = new Scanner(dialect, bytes, 0, bytes.length, { bematech: profile === "bematech" });
  for (let command = scanner.next(true); command !== undefined; command = scanner.next(true)) {
    const { needs } = command.form.record;
    if (needs === undefined || command.truncated) continue;
    for (const need of typeof needs === "function" ? needs(command) : [needs]) {
      if (!NOT_DRAWN.has(need) && model.lacks.has(need as ModelFeature)) return need as ModelFeature;
    }
  }
  return undefined;
}

type ReceiptPrinter = Extract<RealPrinter, { kind: "receipt" }>;

/** What makes two models print the same lines, pictures and symbols. */
const PAPER = [
  "dotsPerInch",
  "dotsPerInchAlong",
  "widthDots",
  "fonts",
  "powerOnFont",
  "horizontalUnits",
  "verticalUnits",
  "stepsPerInch",
  "lineSpacing",
  "columnDotHeight",
  "profile",
  "charset",
  "carriageReturnPrints",
] as const satisfies readonly (keyof PrinterModel)[];

/** Whether what is said of the printer that a print was made for is what the real one is, or one like it. */
function isMadeFor(
  { model, columns, profile }: PrinterChoice,
  { choice, model: real }: ReceiptPrinter,
): boolean {
  if (model === undefined || columns !== choice.columns) return false;
  const made = PRINTER_MODELS[model];
  if (profile !== undefined && profile !== made.profile) return false;
  return made.id === real.id || PAPER.every((name) => Bun.deepEquals(made[name], real[name]));
}

/** Whether the real printer puts the same lines, pictures and symbols on its paper. */
function isSameOn(bytes: Uint8Array, source: PrinterChoice, { choice, model }: ReceiptPrinter): boolean {
  const made = decode(bytes, source);
  const { model: _, columns: __, profile: ___, ...said } = source;
  const charset = made.printer.charset === "auto" ? {} : { charset: made.printer.charset };
  const real = decode(bytes, { ...said, ...charset, ...choice, language: model.language });
  return (
    made.pieces.length === real.pieces.length &&
    made.pieces.every((piece, index) => isSame(piece, real.pieces[index]))
  );
}

/** Whether two pieces show the same, wherever their paper has them. */
function isSame(a: Piece, b: Piece | undefined): boolean {
  if (a.line !== b?.line) return false;
  switch (a.kind) {
    case "text":
      return b.kind === "text" && a.text === b.text;
    case "raster":
      return b.kind === "raster" && a.columns === b.columns && a.rows === b.rows;
    case "placeholder":
      return b.kind === "placeholder" && a.label === b.label;
    case "cut":
    case "rule":
      return a.kind === b.kind;
  }
}
