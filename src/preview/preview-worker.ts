import { decode } from "../escpos/escpos.ts";
import { collectAfter } from "../platform/huge-bytes.ts";
import { serveQuestions } from "../platform/worker-channel.ts";
import { render } from "../render/render.ts";
import { fontFile, fontStyle } from "../render/web-font/font-files.ts";
import { decodeContent } from "../storage/raw-content.ts";
import { unpackRecognition } from "../storage/recognition-reader.ts";
import type { Drawn, FontQuestion, PreviewQuestion } from "./preview.ts";

/* The Worker that decodes and draws, so that no print, however hostile, holds up the thread that answers requests. */

declare const self: Worker;

serveQuestions<PreviewQuestion | FontQuestion, Drawn | null>(
  self,
  (question) => {
    if (!("stored" in question)) return fontOf(question);
    return previewOf(question);
  },
  (drawn) => (drawn !== null && typeof drawn !== "string" && isWhole(drawn) ? [drawn.buffer] : []),
);

function previewOf({ printId, stored, printer, format, recognised, ...options }: PreviewQuestion): Drawn {
  try {
    const raw = decodeContent(printId, stored);
    const recognition = recognised === null ? undefined : unpackRecognition(recognised);
    return render(decode(raw, printer), format, { ...options, recognition });
  } finally {
    collectAfter(stored.byteLength);
  }
}

function fontOf(question: FontQuestion): Drawn | null {
  return "family" in question
    ? fontStyle(question.family, question.folder)
    : fontFile(question.version, question.name);
}

function isWhole({ buffer, byteLength }: Uint8Array<ArrayBuffer>): boolean {
  return buffer.byteLength === byteLength;
}
