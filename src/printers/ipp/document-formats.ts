import type { PrinterModel } from "../../escpos/models/printer-model.ts";
import { isPageFormat, PAGE_FORMATS, type PageFormat } from "../../page-raster/page-formats.ts";
import { STATUS } from "../../ipp/codes.ts";
import { IppFailure } from "./ipp-failure.ts";

/** What is not said to be something is looked at (RFC 8011, section 4.1.9.1); else it is for the printer. */
export const ANY_FORMAT = "application/octet-stream";

const APPLE_RASTER = "image/urf";

/**
 * What documents may be: bytes for a receipt printer, plain text, which it prints as it is, or pages, which are drawn. PDF
 * is refused: hosts that have it draw its pages themselves where they are told of page rasters.
 */
export const DOCUMENT_FORMATS: readonly string[] = [
  ANY_FORMAT,
  "application/vnd.cups-raw",
  "text/plain",
  ...PAGE_FORMATS,
];

/** What CUPS on Linux says it is, such as `CUPS/2.4.2 (Linux 6.1.0 x86_64) IPP/2.0`. */
const CUPS_ON_LINUX = /\bCUPS\/[\d.]+ \(Linux\b/i;

/**
 * The formats that a host is told of. CUPS on Linux prefers Apple Raster where it is offered, and then sends PDF under its
 * name (the rule `image/urf application/pdf 100 -` of cups-filters), so it is told of PWG Raster only.
 * @param userAgent what the host's request says it is
 */
export function formatsFor(userAgent: string): readonly string[] {
  return CUPS_ON_LINUX.test(userAgent)
    ? DOCUMENT_FORMATS.filter((format) => format !== APPLE_RASTER)
    : DOCUMENT_FORMATS;
}

/** What a printer takes of Apple Raster, as AirPrint says it: one copy, grey of 8 bits, its resolution, one side. */
export function appleRasterKeywords({ dotsPerInch }: Pick<PrinterModel, "dotsPerInch">): string[] {
  return ["V1.4", "CP1", "W8", `RS${dotsPerInch}`, "DM1"];
}

/** The first bytes of documents that are drawn. */
const BEGINNINGS: readonly (readonly [bytes: Buffer, format: PageFormat])[] = [
  [Buffer.from("RaS2"), "image/pwg-raster"],
  [Buffer.from("UNIRAST\0"), APPLE_RASTER],
  [Buffer.from([0xff, 0xd8, 0xff]), "image/jpeg"],
];

const PDF = Buffer.from("%PDF-");

/**
 * What a document that came is to be drawn as; `null` for bytes that go to the printer as they are.
 * @param format what its host said it is
 * @throws IppFailure where it is PDF, whatever was said
 */
export function pageFormatOf(format: string, document: Uint8Array): PageFormat | null {
  if (format !== ANY_FORMAT && !isPageFormat(format)) return null;
  const beginsWith = (bytes: Buffer) => bytes.equals(document.subarray(0, bytes.length));
  if (beginsWith(PDF)) {
    const message = "PDF is not drawn here: let the host draw it, as PWG Raster or Apple Raster.";
    throw new IppFailure(STATUS.documentFormatNotSupported, message);
  }
  if (isPageFormat(format)) return format;
  return BEGINNINGS.find(([bytes]) => beginsWith(bytes))?.[1] ?? null;
}
