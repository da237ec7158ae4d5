import { decode } from "../escpos/escpos.ts";
import { settledPrinter } from "../escpos/models/chosen-printer.ts";
import type { PrinterChoice } from "../escpos/models/printer-of-print.ts";
import type { Raster } from "../escpos/raster.ts";
import { sampleReceipt } from "./sample-receipt.ts";

/** ESC * r A begins raster mode, ESC FF EOT ends the document: the paper is fed and cut. ESC * r B ends the mode. */
const RASTER_BEGIN = Buffer.from("\x1b@\x1b*rA", "latin1");
const RASTER_END = Buffer.from("\x1b\f\x04\x1b*rB", "latin1");

/** The sample receipt as a printer prints it: in its language and as wide as its paper; a picture where it prints no text. */
export async function testReceipt(choice: PrinterChoice): Promise<Uint8Array<ArrayBuffer>> {
  const { model, columns } = settledPrinter(choice);
  const sample = sampleReceipt(columns, model);
  if (!model.lacks.has("text")) return sample;
  // Its fonts are large, and few printers need them.
  const { paintReceipt } = await import("../render/paint/paint-receipt.ts");
  return inRasterMode(paintReceipt(decode(sample, choice)).canvas);
}

/** A picture in Star's raster mode: a command `b` for each row, without the white at its end. */
function inRasterMode({ columns, rows, bytes }: Raster): Uint8Array<ArrayBuffer> {
  const rowBytes = Math.ceil(columns / 8);
  const commands = Array.from({ length: rows }, (_, row) => {
    const dots = bytes.subarray(row * rowBytes, (row + 1) * rowBytes);
    const length = dots.findLastIndex((byte) => byte !== 0) + 1;
    return [Buffer.from([0x62, length & 0xff, length >> 8]), dots.subarray(0, length)];
  });
  return Buffer.concat([RASTER_BEGIN, ...commands.flat(), RASTER_END]);
}
