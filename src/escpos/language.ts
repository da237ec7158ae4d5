/** The languages of receipt printers. All but the first are Star's, which share one table of commands. */
export const PRINTER_LANGUAGES = ["escpos", "star-line", "star-prnt", "star-raster", "star-impact"] as const;

export type PrinterLanguage = (typeof PRINTER_LANGUAGES)[number];

/** Whether a language is one of Star's own. */
export function isStar(language: PrinterLanguage): boolean {
  return language !== "escpos";
}
