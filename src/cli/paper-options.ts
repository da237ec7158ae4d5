import { PRINT_LIMITS } from "../domain/limits.ts";
import { MODEL_IDS } from "../escpos/models/models.ts";
import type { PrinterChoice } from "../escpos/models/printer-of-print.ts";
import { CHARSETS } from "../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../escpos/text/printer-profile.ts";
import { chosenPrinter } from "../escpos/models/chosen-printer.ts";
import type { GivenOptions, Option } from "./options.ts";

/** Which printer a file is shown on. */
export const PAPER_OPTIONS: readonly Option[] = [
  {
    name: "model",
    value: "M",
    help:
      'The printer, one of those that "tillroll models" lists; by default one of Epson for paper of 80 mm, or what ' +
      "the file's own commands show.",
  },
  { name: "width", value: "N", help: "Width of the paper in columns; by default the model's." },
  { name: "charset", value: "C", help: `One of ${CHARSETS.join(", ")}; by default the model's.` },
  { name: "profile", value: "P", help: `One of ${PRINTER_PROFILES.join(", ")}; by default the model's.` },
];

/** The printer that {@link PAPER_OPTIONS} choose. @throws UsageError */
export function paperOf(given: GivenOptions): PrinterChoice {
  const { widthColumnsMinimum, widthColumnsMaximum } = PRINT_LIMITS;
  return chosenPrinter({
    model: given.choice("model", MODEL_IDS),
    width: given.integer("width", widthColumnsMinimum, widthColumnsMaximum),
    charset: given.choice("charset", CHARSETS),
    profile: given.choice("profile", PRINTER_PROFILES),
  });
}
