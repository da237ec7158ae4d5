import { isOffline } from "../../domain/printer-status.ts";
import { codeNumber, jobOutcome, readPolledStatus } from "../../polling/messages/cloudprnt-status.ts";
import { JOB_MEDIA_TYPES } from "../../polling/messages/media-types.ts";
import type { ReceiptPicture } from "../../documents/receipt-picture.ts";
import type { SendOutcome } from "../link.ts";
import { emptyAnswer, type PolledAnswer, type PolledRequest } from "./polled-exchange.ts";
import type { OfferedJob, PolledPrinter } from "./polled-printer.ts";

/* The server's side of CloudPRNT. Source: Star CloudPRNT Protocol Guide, "CloudPRNT HTTP Method". */

/** What a printer says when it asks for a job; all but the code may be missing, or null. */
interface Poll {
  readonly statusCode: string;
  readonly status: string | null;
  readonly isPrinting: boolean;
  /** By which printers are told apart. */
  readonly macAddress: string;
}

/** What draws a job, for printers that print pictures. */
export type DrawJob = (job: OfferedJob) => Promise<ReceiptPicture>;

const PICTURE = "image/png";

/** A presenter's codes for a print that is not finished: 220 and 221. */
const isBusy = (code: number | null) => code !== null && Math.floor(code / 10) === 22;

/** Answers a printer that speaks CloudPRNT: POST asks for a job, GET fetches it, DELETE tells what became of it. */
export async function answerCloudPrnt(
  request: PolledRequest,
  printer: PolledPrinter,
  draw: DrawJob,
): Promise<PolledAnswer> {
  switch (request.method) {
    case "POST":
      return answerPoll(await request.body(), printer);
    case "GET":
      return request.parameter("code") === null
        ? answerFetch(request, printer, draw)
        : answerConfirmation(request, printer);
    default:
      return answerConfirmation(request, printer);
  }
}

async function answerPoll(body: Uint8Array, printer: PolledPrinter): Promise<PolledAnswer> {
  const poll = readPoll(body);
  if (poll === null) return emptyAnswer(400);
  const code = codeNumber(poll.statusCode);
  const status = readPolledStatus(poll.statusCode, poll.status);
  printer.note(status);
  const isFailing = isOffline(status);
  if (poll.isPrinting || isBusy(code)) printer.noteProgress(poll.macAddress);
  // "If the status is not OK, the server can tell that printing was not successful."
  else if (isFailing && printer.fetchedBy(poll.macAddress) !== null)
    printer.abort(`The printer had an error while it printed: ${poll.statusCode}.`);
  else printer.noteSilentPoll(poll.macAddress);
  const job = await printer.arrive(!isFailing && !poll.isPrinting && !isBusy(code));
  return jsonAnswer(
    job === null
      ? { jobReady: false }
      : { jobReady: true, mediaTypes: typesOf(job), jobToken: job.token, deleteMethod: "DELETE" },
  );
}

async function answerFetch(
  request: PolledRequest,
  printer: PolledPrinter,
  draw: DrawJob,
): Promise<PolledAnswer> {
  const job = printer.find(request.parameter("token"));
  if (job === null) return emptyAnswer(404);
  const [own] = typesOf(job);
  const type = request.parameter("type") ?? own;
  if (!typesOf(job).includes(type)) return emptyAnswer(415);
  const who = request.parameter("mac") ?? "";
  if (type === own)
    return printer.noteFetched(job, who) ? { status: 200, type, body: job.bytes } : emptyAnswer(404);
  const { raw, cut, opensDrawer } = await draw(job);
  if (!printer.noteFetched(job, who)) return emptyAnswer(404);
  const headers = {
    "X-Star-Cut": cut === null ? "none" : `${cut}; feed=true`,
    ...(opensDrawer && { "X-Star-CashDrawer": "end" }),
  };
  return { status: 200, type, body: raw, headers };
}

/** A confirmation that comes again, because its answer was lost, is answered as the first. */
function answerConfirmation(request: PolledRequest, printer: PolledPrinter): PolledAnswer {
  const code = request.parameter("code") ?? "";
  const token = request.parameter("token");
  printer.conclude(token, request.parameter("mac") ?? "", outcomeOf(code, printer.find(token)));
  return emptyAnswer(200);
}

function outcomeOf(code: string, job: OfferedJob | null): SendOutcome {
  const reason = `The printer answered the print with ${code || "nothing"}.`;
  switch (jobOutcome(code)) {
    case "printed":
      return { kind: "printed", note: null };
    case "refused":
      return { kind: "refused", reason };
    case "not begun":
      return { kind: "untouched", reason };
    case "interrupted":
      return { kind: "interrupted", sentBytes: job?.bytes.byteLength ?? 0, reason };
  }
}

/** What a job can be fetched as, its own bytes first. */
function typesOf({ language }: OfferedJob): readonly [string, string] {
  return [JOB_MEDIA_TYPES[language], PICTURE];
}

function readPoll(body: Uint8Array): Poll | null {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
  if (typeof json !== "object" || json === null) return null;
  const { statusCode, status, printingInProgress, printerMAC } = json as Record<string, unknown>;
  if (typeof statusCode !== "string" && typeof statusCode !== "number") return null;
  return {
    statusCode: decodedCode(String(statusCode)),
    status: typeof status === "string" ? status : null,
    isPrinting: printingInProgress === true,
    macAddress: typeof printerMAC === "string" ? printerMAC : "",
  };
}

/** Printers write the code as in an address: `200%20OK`. */
function decodedCode(code: string): string {
  return code.replaceAll("%20", " ").slice(0, 100);
}

function jsonAnswer(value: object): PolledAnswer {
  return { status: 200, type: "application/json", body: JSON.stringify(value) };
}
