import type { Charset } from "../text/charset.ts";
import type { PrinterProfile } from "../text/printer-profile.ts";
import { DEFAULT_MODEL, type ModelId, PRINTER_MODELS } from "./models.ts";
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
  const models = settings.map(({ model }) => model ?? undefined);
  const withModel = models.findIndex((model) => model !== undefined);
  const counting = withModel < 0 ? settings : settings.slice(0, withModel + 1);
  const model = models[withModel];
  const columns = firstOf(counting.map(({ width }) => width));
  const profile = firstOf(counting.map((one) => one.profile));
  const charset = firstOf(counting.map((one) => one.charset));
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

function firstOf<Value>(values: readonly (Value | null | undefined)[]): Value | undefined {
  return values.find((value) => value !== null && value !== undefined) ?? undefined;
}
