import { readJsonPrint } from "../domain/create-print.ts";
import { parseJsonBody } from "../domain/json-body.ts";
import { standBack } from "../platform/background-thread.ts";
import { serveQuestions } from "../platform/worker-client.ts";
import { readEposJob } from "../printers/epos/epos-job.ts";
import type { DocumentAnswer, DocumentQuestion } from "./document-question.ts";

/* The Worker that reads large documents, so that none, however hostile, holds up the thread that serves all others. */

declare const self: Worker;

standBack();

serveQuestions<DocumentQuestion, DocumentAnswer>(
  self,
  (question) =>
    question.kind === "epos"
      ? readEposJob(question.body, question.target)
      : readJsonPrint(parseJsonBody(question.body), question.maximumBytes),
  ({ raw }) => (raw === null ? [] : [raw.buffer]),
);
