import { TillrollError } from "../domain/errors.ts";
import { decode } from "../escpos/escpos.ts";
import { type PrinterModel, unitsPerDotOf } from "../escpos/models/printer-model.ts";
import { encodeDocument } from "../printers/epos/epos-document.ts";
import type { XmlElement } from "../printers/epos/xml-element.ts";
import type { PrinterDetails } from "../printers/printer-details.ts";
import type { CutKind } from "../raster-writer/raster-writer.ts";
import { rasterWriterOf } from "../raster-writer/writer-of-model.ts";
import { paintReceipt } from "../render/paint/paint-receipt.ts";
import type { PolledDocument } from "./poll-protocol.ts";

/** What text is printed with. */
export interface TextPrinter extends Pick<PrinterDetails, "profile" | "charset" | "model" | "columns"> {
  readonly maximumBytes: number;
}

/**
 * Makes a document of text a print in the model's own language; models that take pictures alone are given one of it. Pure, so
 * that it can be done in any thread: a long text is a long picture.
 * @throws TillrollError UNSUPPORTED_MEDIA_TYPE, PRINT_DATA_TOO_LARGE
 */
export function printText(
  { type, body, cut, drawer }: PolledDocument,
  { profile, charset, model, columns, maximumBytes }: TextPrinter,
): Uint8Array<ArrayBuffer> {
  const text = readText(type, body);
  const { language } = model;
  const target = { profile, charset, unitsPerDot: unitsPerDotOf(model), limit: maximumBytes };
  const pulse = element("pulse", {});
  const lines = element("text", {}, text);
  if (language === "escpos") {
    const cutting = element("cut", { type: cut === "full" ? "feed_fullcut" : "feed" });
    const elements = [
      ...(drawer === "start" ? [pulse] : []),
      lines,
      ...(cut === null ? [] : [cutting]),
      ...(drawer === "end" ? [pulse] : []),
    ];
    return encodeDocument(elements, target);
  }
  const isText = language === "star-line" || language === "star-prnt";
  const printed = isText
    ? Buffer.concat([
        STAR_UTF8,
        Buffer.from(text),
        cut === null ? Buffer.of() : Buffer.of(ESC, 0x64, STAR_CUTS[cut]),
      ])
    : drawnText(encodeDocument([lines], { ...target, profile: "epson" }), columns, cut, model, maximumBytes);
  const kick = Buffer.of(BEL);
  const parts = [...(drawer === "start" ? [kick] : []), printed, ...(drawer === "end" ? [kick] : [])];
  return new Uint8Array(Bun.concatArrayBuffers(parts));
}

/** A picture of text, as an ESC/POS printer of the same paper prints it. */
function drawnText(
  bytes: Uint8Array,
  columns: number,
  cut: CutKind | null,
  model: PrinterModel,
  limit: number,
): Uint8Array<ArrayBuffer> {
  const writer = rasterWriterOf(model, limit);
  writer.picture(paintReceipt(decode(bytes, { columns })).canvas);
  if (cut !== null) writer.cut(cut);
  return writer.take();
}

const ESC = 0x1b;
const BEL = 0x07;

/** ESC @, and ESC GS ) U: what follows is UTF-8. */
const STAR_UTF8 = Buffer.of(ESC, 0x40, ESC, 0x1d, 0x29, 0x55, 2, 0, 0x30, 1);

/** ESC d: to the cutter, then a full cut or one that leaves a bit. */
const STAR_CUTS: Readonly<Record<CutKind, number>> = { full: 2, partial: 3 };

/** Characters of a text whose Content-Type says how they are coded, as lines: other commands than these are none. */
function readText(type: string, body: Uint8Array): string {
  const charset = /charset="?([\w.:-]+)/i.exec(type)?.[1] ?? "utf-8";
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset as "utf-8");
  } catch {
    throw new TillrollError("UNSUPPORTED_MEDIA_TYPE", `Text in ${charset} is not printed.`);
  }
  const text = decoder
    .decode(body)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/(?![\t\n])\p{Cc}/gu, "");
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** An element of ePOS-Print. */
function element(name: string, attributes: Record<string, string>, text = ""): XmlElement {
  return { name, attributes, children: text === "" ? [] : [text] };
}
