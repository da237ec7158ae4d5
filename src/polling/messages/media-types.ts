import type { PrinterLanguage } from "../../escpos/language.ts";

/** What CloudPRNT calls jobs in a printer's own language; ESC/POS has no name there, so it is ours. */
export const JOB_MEDIA_TYPES: Readonly<Record<PrinterLanguage, string>> = {
  escpos: "application/vnd.escpos",
  "star-prnt": "application/vnd.star.starprnt",
  "star-line": "application/vnd.star.line",
  "star-raster": "application/vnd.star.raster",
  "star-impact": "application/vnd.star.linematrix",
};

/** The type of a Content-Type without its parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}
