import { appleRaster } from "./apple-raster.ts";
import { type PagePrinter, paperDotsOf, printPages } from "./page-print.ts";
import type { PageDocument } from "./page-document.ts";
import { photograph } from "./photograph.ts";
import { pwgRaster } from "./pwg-raster.ts";

type Reader = (bytes: Uint8Array, printer: PagePrinter) => PageDocument | Promise<PageDocument>;

/** The formats of documents that are drawn, by their media types. */
const READERS = {
  "image/pwg-raster": pwgRaster,
  "image/urf": appleRaster,
  "image/jpeg": (bytes, printer) =>
    photograph(bytes, "jpeg", paperDotsOf(printer), printer.model.dotsPerInch),
} as const satisfies Readonly<Record<string, Reader>>;

/** The media type of a document that is drawn. */
export type PageFormat = keyof typeof READERS;

export const PAGE_FORMATS = Object.keys(READERS) as readonly PageFormat[];

/** Whether documents of a media type are drawn. */
export function isPageFormat(mediaType: string): mediaType is PageFormat {
  return Object.hasOwn(READERS, mediaType);
}

/**
 * Makes a print of a document. It takes up to seconds: {@link LargeDocuments} has a Worker for it.
 * @param isIncomplete whether its connection broke, so that it may end anywhere
 * @throws TillrollError BAD_REQUEST where it is not what it says, or too large; PRINT_DATA_TOO_LARGE
 */
export async function printDocument(
  bytes: Uint8Array,
  format: PageFormat,
  printer: PagePrinter,
  isIncomplete: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader: Reader = READERS[format];
  return printPages(await reader(bytes, printer), printer, isIncomplete);
}
