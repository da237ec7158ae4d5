import { readJsonPrint } from "../domain/create-print.ts";
import { parseJsonBody } from "../domain/json-body.ts";
import { MEBIBYTE } from "../domain/limits.ts";
import { standBack } from "../platform/background-thread.ts";
import { serveQuestions } from "../platform/worker-client.ts";
import { readEposJob } from "../printers/epos/epos-job.ts";
import type { DocumentAnswer, DocumentQuestion } from "./document-question.ts";

/* The Worker that reads large documents. */

declare const self: Worker;

/** A document from here on leaves so much garbage that the collector is called at once, bytes. */
const HUGE_BYTES = MEBIBYTE;

standBack();

serveQuestions<DocumentQuestion, DocumentAnswer>(
  self,
  (question) => {
    const bytes = question.body.byteLength;
    try {
      return answerTo(question);
    } finally {
      if (bytes >= HUGE_BYTES) Bun.gc(true);
    }
  },
  ({ raw }) => (raw === null ? [] : [raw.buffer]),
);

function answerTo(question: DocumentQuestion): DocumentAnswer {
  return question.kind === "epos"
    ? readEposJob(question.body, question.target)
    : readJsonPrint(parseJsonBody(question.body), question.maximumBytes);
}
