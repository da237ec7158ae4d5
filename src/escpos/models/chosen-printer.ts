import { PRINT_LIMITS } from "../../domain/limits.ts";
import { type Charset, CHARSETS } from "../text/charset.ts";
import { PRINTER_PROFILES, type PrinterProfile } from "../text/printer-profile.ts";
import { DEFAULT_MODEL, MODEL_IDS, type ModelId, PRINTER_MODELS } from "./models.ts";
import { columnsOf, powerOnFontOf, type PrinterModel } from "./printer-model.ts";
import type { PrinterChoice } from "./printer-of-print.ts";

/** What a question, a printer or a workspace says of the paper; `null` or nothing where it leaves that to others. */
export interface PaperSettings {
  readonly model?: ModelId | null;
  /** Characters of a line. */
  readonly width?: number | null;
  readonly profile?: PrinterProfile | null;
  readonly charset?: Charset | null;
}

/**
 * Reads settings that another instance may have stored: what only a newer one knows counts as not set.
 * @param text the JSON of an object
 */
export function readPaperSettings(text: string): PaperSettings {
  const { model, width, charset, profile } = JSON.parse(text) as Readonly<
    Record<keyof PaperSettings, unknown>
  >;
  const { widthColumnsMinimum: least, widthColumnsMaximum: most } = PRINT_LIMITS;
  const isWidth = typeof width === "number" && width >= least && width <= most;
  return {
    model: MODEL_IDS.find((id) => id === model) ?? null,
    width: isWidth ? width : null,
    charset: CHARSETS.find((name) => name === charset) ?? null,
    profile: PRINTER_PROFILES.find((name) => name === profile) ?? null,
  };
}

/** A printer with nothing left open. */
export interface SettledPrinter {
  readonly model: PrinterModel;
  readonly profile: PrinterProfile;
  readonly charset: Charset;
  /** Characters of a line, of the font that the model powers on with. */
  readonly columns: number;
}

/**
 * The printer that several have a say in, the nearest to the print first. What one says wins over its own model, and its
 * model over everything that those after it say: they say it of another printer.
 */
export function chosenPrinter(...settings: readonly PaperSettings[]): PrinterChoice {
  let { model, columns, profile, charset }: PrinterChoice = {};
  for (const one of settings) {
    columns ??= one.width ?? undefined;
    profile ??= one.profile ?? undefined;
    charset ??= one.charset ?? undefined;
    model = one.model ?? undefined;
    if (model !== undefined) break;
  }
  return {
    ...(model !== undefined && { model }),
    ...(columns !== undefined && { columns }),
    ...(profile !== undefined && { profile }),
    ...(charset !== undefined && { charset }),
  };
}

/** What a choice comes to: where it leaves something open it is the model's, and the default model's without one. */
export function settledPrinter(choice: PrinterChoice): SettledPrinter {
  const model = choice.model === undefined ? DEFAULT_MODEL : PRINTER_MODELS[choice.model];
  const { profile = model.profile, charset = model.charset } = choice;
  const { columns = columnsOf(model, powerOnFontOf(model)) } = choice;
  return { model, profile, charset, columns };
}
