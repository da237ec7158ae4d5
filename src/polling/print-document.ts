import { TillrollError } from "../domain/errors.ts";
import { DOCUMENT_LIMITS, type LargeDocuments } from "../documents/large-documents.ts";
import { unitsPerDotOf } from "../escpos/models/printer-model.ts";
import type { PrinterDetails } from "../printers/printer-details.ts";
import { essenceOf, isOwnType } from "./messages/media-types.ts";
import type { PolledDocument } from "./poll-protocol.ts";
import { printText } from "./print-text.ts";

/** What a document is printed with. */
export interface DocumentPrinter {
  readonly details: PrinterDetails;
  readonly maximumBytes: number;
  readonly documents: Pick<LargeDocuments, "readEposJob" | "printPages" | "printText">;
}

/**
 * Makes a polled document a print of the printer's model: bytes of its own go as they are, everything else is encoded.
 * @throws TillrollError BAD_REQUEST where it is not what it says, UNSUPPORTED_MEDIA_TYPE, PRINT_DATA_TOO_LARGE
 */
export async function printDocument(
  document: PolledDocument,
  printer: DocumentPrinter,
): Promise<Uint8Array<ArrayBuffer>> {
  const { type, body } = document;
  const { details, maximumBytes } = printer;
  const essence = essenceOf(type);
  if (isOwnType(essence, details.model.language)) return body;
  switch (essence) {
    case "text/plain":
      return printPlainText(document, printer);
    case "text/xml":
    case "application/xml":
      return printEpos(body, printer);
    case "image/png":
    case "image/jpeg": {
      const { model, columns } = details;
      return printer.documents.printPages(body, essence, { model, columns, maximumBytes }, false);
    }
    default:
      throw new TillrollError(
        "UNSUPPORTED_MEDIA_TYPE",
        `A document of ${essence || "no type"} is not printed.`,
      );
  }
}

async function printEpos(
  body: Uint8Array<ArrayBuffer>,
  { details, maximumBytes, documents }: DocumentPrinter,
): Promise<Uint8Array<ArrayBuffer>> {
  const { profile, charset, model } = details;
  const target = { profile, charset, unitsPerDot: unitsPerDotOf(model), limit: maximumBytes };
  const { raw, refusal } = await documents.readEposJob(body, target);
  if (refusal !== null) throw new TillrollError(refusal.code, refusal.message, refusal.data);
  if (raw === null) throw new TillrollError("BAD_REQUEST", "The document prints nothing.");
  return raw;
}

async function printPlainText(
  document: PolledDocument,
  { details, maximumBytes, documents }: DocumentPrinter,
): Promise<Uint8Array<ArrayBuffer>> {
  const { profile, charset, model, columns } = details;
  const printer = { profile, charset, model, columns, maximumBytes };
  const isShort = document.body.byteLength <= DOCUMENT_LIMITS.smallEposBytes;
  return isShort ? printText(document, printer) : documents.printText(document, printer);
}
