import { DEFAULT_WIDTH_COLUMNS } from "../domain/limits.ts";
import type { TranslationPolicy } from "../contract/printer-settings.ts";
import { familyOfLanguage } from "../escpos/language-detection.ts";
import { DEFAULT_MODEL, isModelId, PRINTER_MODELS } from "../escpos/models/models.ts";
import { chosenPrinter, type PaperSettings } from "../escpos/models/chosen-printer.ts";
import type { PrinterModel } from "../escpos/models/printer-model.ts";
import type { PrinterChoice } from "../escpos/models/printer-of-print.ts";
import { type PageSize, pageSizeOf, type TargetModelId } from "./target-model.ts";

/** What a printer's settings say of the real printer behind it. */
export interface TargetSettings extends PaperSettings {
  readonly targetModel: TargetModelId | null;
  readonly translate: TranslationPolicy;
}

/** A real receipt printer, or one that prints pages. */
export type RealPrinter =
  | { readonly kind: "receipt"; readonly model: PrinterModel; readonly choice: PrinterChoice }
  | { readonly kind: "page"; readonly page: PageSize };

/** The real printer, and which prints are drawn for it. */
export interface Translation {
  readonly policy: TranslationPolicy;
  /** `null` where nothing is said of it: then it is taken for what prints are made for. */
  readonly target: RealPrinter | null;
}

/** What the settings of a printer and of its workspace say of the real printer. */
export function translationFor(printer: TargetSettings, workspace: PaperSettings): Translation {
  const { targetModel, translate: policy } = printer;
  const page = targetModel === null ? undefined : pageSizeOf(targetModel);
  if (page !== undefined) return { policy, target: { kind: "page", page } };
  // The width that is set is that of the printer's own paper.
  const own = chosenPrinter(printer, workspace);
  const model = targetModel ?? own.model;
  if (model === undefined || !isModelId(model)) return { policy, target: null };
  const columns = targetModel === null ? own.columns : undefined;
  const choice = { model, ...(columns !== undefined && { columns }) };
  return { policy, target: { kind: "receipt", model: PRINTER_MODELS[model], choice } };
}

/**
 * Whether any print in the printer's own language may have to be drawn for the real printer, so that none can go there
 * before all of it is known. `false` where only a print in another language would be.
 */
export function mayNeedTranslation(printer: TargetSettings, workspace: PaperSettings): boolean {
  const { policy, target } = translationFor(printer, workspace);
  if (policy === "never") return false;
  if (policy === "always" || target?.kind === "page") return true;
  if (target === null) return false;
  const { model } = chosenPrinter(printer, workspace);
  const { language, profile } = DEFAULT_MODEL;
  // As of `sourceFor`: the real one's paper, and what the default model speaks.
  const own = model === undefined ? { ...target.model, language, profile } : PRINTER_MODELS[model];
  return target.model.lacks.size > 0 || !isAtLeast(target.model, own);
}

/** Whether what is made for one model is printed by another as it is meant: language, paper and code pages. */
function isAtLeast(target: PrinterModel, own: PrinterModel): boolean {
  const isSpoken = familyOfLanguage(target.language) === familyOfLanguage(own.language);
  return isSpoken && target.widthDots >= own.widthDots && target.profile === own.profile;
}

/**
 * The printer that a print was made for, where it is to come out of a real one. One of which nothing is said has the real
 * one's paper, and speaks what the default model does: so its hosts are answered.
 */
export function sourceFor(choice: PrinterChoice, target: RealPrinter | null): PrinterChoice {
  const isKnown =
    choice.model !== undefined || (choice.columns ?? DEFAULT_WIDTH_COLUMNS) !== DEFAULT_WIDTH_COLUMNS;
  if (isKnown || target === null || target.kind === "page") return choice;
  const { columns: _, ...rest } = choice;
  const { profile, language } = DEFAULT_MODEL;
  return { profile, language, ...rest, ...target.choice };
}
