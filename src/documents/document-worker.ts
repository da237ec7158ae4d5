import { readJsonPrint } from "../contract/print.ts";
import { parseJsonBody } from "../domain/json-body.ts";
import { collectAfter } from "../platform/huge-bytes.ts";
import { serveQuestions } from "../platform/worker-channel.ts";
import { readEposJob } from "../printers/epos/epos-job.ts";
import type { DocumentAnswer, DocumentQuestion } from "./large-documents.ts";

/* The Worker that reads large documents. */

declare const self: Worker;

serveQuestions<DocumentQuestion, DocumentAnswer>(
  self,
  (question) => {
    const bytes = question.body.byteLength;
    try {
      return answerTo(question);
    } finally {
      collectAfter(bytes);
    }
  },
  ({ raw }) => (raw === null ? [] : [raw.buffer]),
);

function answerTo(question: DocumentQuestion): DocumentAnswer {
  return question.kind === "epos"
    ? readEposJob(question.body, question.target)
    : readJsonPrint(parseJsonBody(question.body), question.maximumBytes);
}
