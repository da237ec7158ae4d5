import { paperDotsOf, type PagePrinter } from "../../page-raster/page-print.ts";
import { ByteWriter } from "../byte-writer.ts";
import { Attributes } from "../epos/attributes.ts";
import { localName, schemaError } from "../epos/xml-element.ts";
import { DEVICE_ELEMENTS } from "./device-elements.ts";
import { DRAWING_ELEMENTS } from "./drawing-elements.ts";
import { StarTextWriter } from "./star-text-writer.ts";
import { TEXT_ELEMENTS } from "./text-elements.ts";
import { ESC, type WebPrntElement, type WebPrntState } from "./webprnt-element.ts";
import { readWebPrntRequest } from "./webprnt-request.ts";

/** Every element of a document, by its name; some senders write `bitImage`. */
const ELEMENTS: ReadonlyMap<string, WebPrntElement> = new Map(
  Object.entries({ ...TEXT_ELEMENTS, ...DRAWING_ELEMENTS, ...DEVICE_ELEMENTS }),
);

/**
 * Reads a request of Star webPRNT and writes its document as commands of Star Line Mode, which StarPRNT has too. Pure, so
 * that it can be done in any thread.
 * @returns bytes that start with ESC @, because settings hold for one document; `null` for a request that prints nothing
 *   and asks for the status
 * @throws TillrollError BAD_REQUEST for what breaks the schema, PRINT_DATA_TOO_LARGE
 */
export function readWebPrntJob(
  body: Uint8Array,
  { maximumBytes, ...printer }: PagePrinter,
): Uint8Array<ArrayBuffer> | null {
  const elements = readWebPrntRequest(body);
  if (elements.length === 0) return null;
  const bytes = new ByteWriter(maximumBytes);
  const state: WebPrntState = {
    bytes,
    text: new StarTextWriter(bytes),
    model: { widthDots: paperDotsOf(printer) },
    width: 1,
    height: 1,
  };
  bytes.write(ESC, 0x40);
  for (const element of elements) {
    const write = ELEMENTS.get(localName(element).toLowerCase());
    if (write === undefined) throw schemaError(localName(element), "is no element of webPRNT that is known");
    write(state, new Attributes(element), element);
  }
  return bytes.take();
}
