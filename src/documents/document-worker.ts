import { readJsonPrint } from "../contract/print.ts";
import { parseJsonBody } from "../domain/json-body.ts";
import { printDocument } from "../page-raster/page-formats.ts";
import { collectAfter } from "../platform/huge-bytes.ts";
import { serveQuestions } from "../platform/worker-channel.ts";
import { printText } from "../polling/print-text.ts";
import { readEposJob } from "../printers/epos/epos-job.ts";
import { readWebPrntJob } from "../printers/webprnt/webprnt-document.ts";
import { receiptPicture } from "./receipt-picture.ts";
import type { DocumentAnswer, DocumentQuestion } from "./large-documents.ts";

/* The Worker that reads large documents. */

declare const self: Worker;

serveQuestions<DocumentQuestion, DocumentAnswer>(
  self,
  async (question) => {
    const bytes = question.body.byteLength;
    try {
      return await answerTo(question);
    } finally {
      collectAfter(bytes);
    }
  },
  ({ raw }) => (raw === null ? [] : [raw.buffer]),
);

async function answerTo(question: DocumentQuestion): Promise<DocumentAnswer> {
  switch (question.kind) {
    case "epos":
      return readEposJob(question.body, question.target);
    case "json":
      return readJsonPrint(parseJsonBody(question.body), question.maximumBytes);
    case "webprnt":
      return { raw: readWebPrntJob(question.body, question.printer) };
    case "text": {
      const { body, document, printer } = question;
      return { raw: printText({ ...document, body: new Uint8Array(body) }, printer) };
    }
    case "picture":
      return receiptPicture(question.body, question.printer);
    case "pages": {
      const { body, format, printer, isIncomplete } = question;
      return { raw: await printDocument(body, format, printer, isIncomplete) };
    }
  }
}
