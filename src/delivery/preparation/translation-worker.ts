import { collectAfter } from "../../platform/huge-bytes.ts";
import { serveQuestions } from "../../platform/worker-channel.ts";
import { type Translated, translate } from "../../translation/translate.ts";
import type { TranslationQuestion } from "./translator.ts";

/* The Worker that draws prints for real printers, so that no print, however hostile, holds up the thread that answers. */

declare const self: Worker;

serveQuestions<TranslationQuestion, Translated>(
  self,
  ({ bytes, source, translation }) => {
    try {
      return translate(bytes, source, translation);
    } finally {
      collectAfter(bytes.byteLength);
    }
  },
  ({ bytes: { buffer, byteLength } }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
);
