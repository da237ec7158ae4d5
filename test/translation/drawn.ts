import { decode, type Receipt } from "../../src/escpos/escpos.ts";
import { isModelId, type ModelId, PRINTER_MODELS } from "../../src/escpos/models/models.ts";
import type { PrinterChoice } from "../../src/escpos/models/printer-of-print.ts";
import type { Piece } from "../../src/escpos/receipt.ts";
import { paintReceipt } from "../../src/render/paint/paint-receipt.ts";
import type { TargetModelId } from "../../src/translation/target-model.ts";
import { type Translated, translate } from "../../src/translation/translate.ts";
import { translationFor } from "../../src/translation/translation.ts";
import type { TranslationPolicy } from "../../src/contract/printer-settings.ts";
import { pictureOf } from "../render/picture.ts";

/** A print for a real printer. */
export function translated(
  print: Uint8Array,
  target: TargetModelId,
  source: PrinterChoice = {},
  policy: TranslationPolicy = "auto",
): Translated {
  return translate(print, source, translationFor({ targetModel: target, translate: policy }, {}));
}

/** What a real printer makes of the bytes that it is sent. */
export function onPaper(bytes: Uint8Array, id: TargetModelId): Receipt {
  if (!isModelId(id)) throw new Error(`${id} prints pages`);
  const model: ModelId = id;
  return decode(bytes, { model, language: PRINTER_MODELS[model].language });
}

/** The ink of a receipt, as lines of text: what cuts it or stands for something unknown is none. */
export function inkLines(receipt: Receipt, isWanted: (piece: Piece) => boolean = () => true): string[] {
  const pieces = receipt.pieces.filter((piece) => isPrinted(piece) && isWanted(piece));
  const lines = pictureOf(paintReceipt({ ...receipt, pieces, truncated: false }).canvas);
  return lines.slice(0, lines.findLastIndex((line) => line.includes("#")) + 1);
}

function isPrinted({ kind }: Piece): boolean {
  return kind !== "cut" && kind !== "placeholder";
}

/** Whether a piece is in another colour than black. */
export function isRed(piece: Piece): boolean {
  if (piece.kind === "text") return piece.style.color > 1;
  return (piece.kind === "raster" || piece.kind === "rule") && (piece.color ?? 1) > 1;
}
