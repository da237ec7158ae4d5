import { decode } from "../escpos/escpos.ts";
import { collectAfter } from "../platform/huge-bytes.ts";
import { serveQuestions } from "../platform/worker-channel.ts";
import { render } from "../render/render.ts";
import { decodeContent } from "../storage/raw-content.ts";
import type { Drawn, PreviewQuestion } from "./preview.ts";

/* The Worker that decodes and draws, so that no print, however hostile, holds up the thread that answers requests. */

declare const self: Worker;

serveQuestions<PreviewQuestion, Drawn>(
  self,
  ({ printId, stored, printer, format, ...options }) => {
    try {
      const raw = decodeContent(printId, stored);
      return render(decode(raw, printer), format, options);
    } finally {
      collectAfter(stored.byteLength);
    }
  },
  (drawn) => (typeof drawn !== "string" && isWhole(drawn) ? [drawn.buffer] : []),
);

function isWhole({ buffer, byteLength }: Uint8Array<ArrayBuffer>): boolean {
  return buffer.byteLength === byteLength;
}
