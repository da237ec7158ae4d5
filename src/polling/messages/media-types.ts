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

/** The types of documents that a printer is given, the one that it prints best first. */
export function takenMediaTypes(language: PrinterLanguage): readonly string[] {
  return [...OWN_TYPES[language], ...DRAWN_TYPES];
}

/** Whether a type is bytes in the printer's own language. */
export function isOwnType(type: string, language: PrinterLanguage): boolean {
  return OWN_TYPES[language].includes(type);
}

/** Documents that are made bytes of the printer's. */
const DRAWN_TYPES = ["text/xml", "application/xml", "image/png", "image/jpeg", "text/plain"];

/** Bytes that a printer takes as they are: of its language, and those of which nothing is said. */
const OWN_TYPES: Readonly<Record<PrinterLanguage, readonly string[]>> = {
  escpos: [JOB_MEDIA_TYPES.escpos, "application/octet-stream"],
  "star-prnt": [
    JOB_MEDIA_TYPES["star-prnt"],
    "application/vnd.star.starprntcore",
    "application/octet-stream",
  ],
  "star-line": [JOB_MEDIA_TYPES["star-line"], "application/octet-stream"],
  "star-raster": [JOB_MEDIA_TYPES["star-raster"], "application/octet-stream"],
  "star-impact": [JOB_MEDIA_TYPES["star-impact"], "application/octet-stream"],
};
