import { compareReceipts } from "../compare/compare-receipts.ts";
import { comparisonDrawing } from "../compare/drawing.ts";
import { comparisonPicture } from "../compare/picture.ts";
import { withMaskedPictures } from "../cards/masked-pictures.ts";
import { decodeMasked } from "../cards/masked-receipt.ts";
import type { Receipt } from "../escpos/escpos.ts";
import { collectAfter } from "../platform/huge-bytes.ts";
import { serveQuestions } from "../platform/worker-channel.ts";
import { render } from "../render/render.ts";
import { fontFile, fontStyle } from "../render/web-font/font-files.ts";
import { decodeContent } from "../storage/raw-content.ts";
import { unpackRecognition } from "../storage/recognition-reader.ts";
import type { ComparedPrint, ComparisonQuestion, Drawn, FontQuestion, PreviewQuestion } from "./preview.ts";

/* The Worker that decodes and draws, so that no print, however hostile, holds up the thread that answers requests. */

declare const self: Worker;

serveQuestions<PreviewQuestion | ComparisonQuestion | FontQuestion, Drawn | null>(
  self,
  (question) => {
    if ("compared" in question) return comparisonOf(question);
    if (!("stored" in question)) return fontOf(question);
    return previewOf(question);
  },
  (drawn) => (drawn !== null && typeof drawn !== "string" && isWhole(drawn) ? [drawn.buffer] : []),
);

function previewOf(question: PreviewQuestion): Drawn {
  const { printId, stored, printer, format, recognised, masksCards, ...options } = question;
  try {
    const raw = decodeContent(printId, stored);
    const recognition = recognised === null ? undefined : unpackRecognition(recognised);
    const receipt = decodeMasked(raw, printer, masksCards);
    const shown = masksCards ? withMaskedPictures(receipt, recognition) : { receipt, recognition };
    return render(shown.receipt, format, { ...options, recognition: shown.recognition });
  } finally {
    collectAfter(stored.byteLength);
  }
}

function comparisonOf({ compared, wish, format }: ComparisonQuestion): Drawn {
  const { a, b } = compared;
  try {
    const receipts = { a: receiptOf(a), b: receiptOf(b) };
    const comparison = compareReceipts(receipts.a, receipts.b, wish);
    if (format === "png") return comparisonPicture(receipts, comparison);
    return format === "svg" ? comparisonDrawing(receipts, comparison) : JSON.stringify(comparison);
  } finally {
    collectAfter(a.stored.byteLength + b.stored.byteLength);
  }
}

function receiptOf({ printId, stored, printer, masksCards }: ComparedPrint): Receipt {
  return decodeMasked(decodeContent(printId, stored), printer, masksCards);
}

function fontOf(question: FontQuestion): Drawn | null {
  return "family" in question
    ? fontStyle(question.family, question.folder)
    : fontFile(question.version, question.name);
}

function isWhole({ buffer, byteLength }: Uint8Array<ArrayBuffer>): boolean {
  return buffer.byteLength === byteLength;
}
