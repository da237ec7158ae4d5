import { decode } from "../../escpos/escpos.ts";
import { DEFAULT_MODEL } from "../../escpos/models/models.ts";
import type { PrinterModel } from "../../escpos/models/printer-model.ts";
import type { Charset } from "../../escpos/text/charset.ts";
import { rasterWriterOf } from "../../raster-writer/writer-of-model.ts";
import { paintReceipt } from "../../render/paint/paint-receipt.ts";

/** The most bytes of a mark that is a picture: a few lines of 576 dots. */
const PICTURE_BYTES = 64 * 1024;

/** ESC @: all settings as at power-on, before a mark and behind it, so that the job begins as it would without. */
const RESET = "\x1b@";

/** ESC t 0 and ESC GS t 1: code page 437, whose FAh is a middle dot. */
const ESCPOS_PAGE = "\x1bt\0";
const STAR_PAGE = "\x1b\x1dt\x01";
const MIDDLE_DOT = "\xfa";

/** Charsets whose printers read FAh as something else, or as the first half of a character, whatever the code page. */
const OTHER_CHARSETS: ReadonlySet<Charset> = new Set(["japan", "china", "taiwan", "korea", "utf-8", "thai"]);

/**
 * The commands that print lines of their own and leave a printer as at power-on.
 * @param lines of ASCII and the middle dot
 * @param model what the bytes of the job that follows are for
 */
export function markBytes(lines: readonly string[], model: PrinterModel, charset: Charset): Uint8Array {
  if (model.language === "star-raster") return markPicture(lines, model);
  const isStar = model.language !== "escpos";
  const hasDot = lines.some((line) => line.includes("·")) && !OTHER_CHARSETS.has(charset);
  const page = hasDot ? (isStar ? STAR_PAGE : ESCPOS_PAGE) : "";
  const emphasized = isStar ? "\x1bE" : "\x1bE\x01";
  const text = lines.map((line) => `${line.replaceAll("·", hasDot ? MIDDLE_DOT : "-")}\n`).join("");
  return Buffer.from(`${RESET}${page}${emphasized}${text}${RESET}`, "latin1");
}

/** The same for a printer that has no characters of its own: a picture that ends without a cut. */
function markPicture(lines: readonly string[], model: PrinterModel): Uint8Array {
  const text = markBytes(lines, DEFAULT_MODEL, "western");
  const { canvas } = paintReceipt(decode(text, { model: DEFAULT_MODEL.id }));
  const writer = rasterWriterOf(model, PICTURE_BYTES);
  writer.picture(canvas);
  return writer.take();
}
