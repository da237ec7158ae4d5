import { troubleOf } from "../../domain/printer-status.ts";
import {
  CONNECTION_TYPES,
  printRequest,
  readPrintResult,
  readStatusNotification,
} from "../../polling/messages/server-direct-print.ts";
import { eposOutcome } from "../epos/epos-link.ts";
import { emptyAnswer, type PolledAnswer, type PolledRequest } from "./polled-exchange.ts";
import type { PolledPrinter } from "./polled-printer.ts";
import { POLLED_LIMITS } from "./polled-limits.ts";

/* The server's side of Epson's Server Direct Print: every request is a form, what it wants is its ConnectionType. */

const XML = "text/xml; charset=utf-8";

/** Answers a printer that speaks Server Direct Print. */
export async function answerDirectPrint(
  request: PolledRequest,
  printer: PolledPrinter,
): Promise<PolledAnswer> {
  const form = new URLSearchParams(new TextDecoder().decode(await request.body()));
  switch (form.get("ConnectionType")) {
    case CONNECTION_TYPES.ask:
      return answerQuestion(form.get("ID") ?? "", printer);
    case CONNECTION_TYPES.result:
      noteResult(form, printer);
      return emptyAnswer(200, XML);
    // One manual names the field one way, its example the other.
    case CONNECTION_TYPES.status:
    case "Status":
      printer.note(readStatusNotification(form.get("Status") ?? form.get("ResponseFile") ?? ""));
      return emptyAnswer(200, XML);
    default:
      // With digest authentication a printer sends a request without anything first.
      return emptyAnswer(form.size === 0 ? 200 : 400, XML);
  }
}

/** A printer may ask again while it prints: it has the job then, and is given none. */
async function answerQuestion(id: string, printer: PolledPrinter): Promise<PolledAnswer> {
  if (printer.fetchedBy(id) !== null) return emptyAnswer(200, XML);
  // What it told last may be old: it asks only when it can print, or is about to find out that it cannot.
  if (printer.status !== null && troubleOf(printer.status) !== null) printer.note(null);
  const job = await printer.arrive(true);
  if (job === null) return emptyAnswer(200, XML);
  if (job.language !== "escpos") {
    const reason = "A printer that asks by Server Direct Print takes ESC/POS only.";
    printer.conclude(job.token, id, { kind: "refused", reason });
    return emptyAnswer(200, XML);
  }
  // Another request may have waited for it too, and have it by now: each job goes with one answer.
  if (job.fetchedBy !== null || !printer.noteFetched(job, id)) return emptyAnswer(200, XML);
  const body = printRequest(job.token, job.bytes, POLLED_LIMITS.printMilliseconds);
  return { status: 200, type: XML, body };
}

/** A result that comes again, because its answer was lost, is answered as the first. */
function noteResult(form: URLSearchParams, printer: PolledPrinter): void {
  const result = readPrintResult(form.get("ResponseFile") ?? "");
  if (result === null) return;
  const { jobId, answer } = result;
  printer.note(answer.status);
  printer.conclude(jobId, form.get("ID") ?? "", eposOutcome(answer));
}
