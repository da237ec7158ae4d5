import { appleRaster } from "./apple-raster.ts";
import { type PagePrinter, paperDotsOf, printPages } from "./page-print.ts";
import type { PageDocument } from "./page-document.ts";
import { photograph, type PictureFormat } from "./photograph.ts";
import { pwgRaster } from "./pwg-raster.ts";

type Reader = (bytes: Uint8Array, printer: PagePrinter) => PageDocument | Promise<PageDocument>;

const picture =
  (format: PictureFormat): Reader =>
  (bytes, printer) =>
    photograph(bytes, format, paperDotsOf(printer), printer.model.dotsPerInch);

/** The formats of documents that are drawn, by their media types. */
const READERS = {
  "image/pwg-raster": pwgRaster,
  "image/urf": appleRaster,
  "image/jpeg": picture("jpeg"),
  "image/png": picture("png"),
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
  return printPages(await READERS[format](bytes, printer), printer, isIncomplete);
}
