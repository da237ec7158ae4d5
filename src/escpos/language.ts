/** The languages of receipt printers. All but the first are Star's, which share one table of commands. */
export type PrinterLanguage = "escpos" | "star-line" | "star-prnt" | "star-raster" | "star-impact";

/** Whether a language is one of Star's own. */
export function isStar(language: PrinterLanguage): boolean {
  return language !== "escpos";
}
