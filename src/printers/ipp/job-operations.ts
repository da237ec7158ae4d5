import type { IppAttribute } from "../../ipp/message.ts";
import { GROUP } from "../../ipp/tags.ts";
import { type Compression, JOB_STATE, STATUS } from "../../ipp/codes.ts";
import { type IppCall, type IppOutcome, isOwn, jobOf, unsupportedGroup, userOf } from "./ipp-call.ts";
import { drawn, readDocument } from "./ipp-document.ts";
import { IppFailure } from "./ipp-failure.ts";
import { badRequest, type IppRequest } from "./ipp-request.ts";
import { jobAnswer } from "./job-attributes.ts";
import { labelOf, readJobRequest } from "./job-request.ts";
import { cutName, IPP_LIMITS } from "./ipp-limits.ts";
import type { IppJob } from "./job-table.ts";

/** Print-Job (RFC 8011, section 4.2.1): answered when the print is stored. */
export async function printJob(call: IppCall): Promise<IppOutcome> {
  const { request, jobs, endpoint } = call;
  const { description, compression, unsupported } = readJobRequest(call);
  const job = jobs.create(endpoint.printer.id, description, false);
  try {
    const came = await receive(call, job, compression, labelOf(request));
    if (came === "broken") return abandoned(call, job);
    if (came === "nothing") throw badRequest("The request has no document.");
  } catch (error) {
    jobs.forget(endpoint.printer.id, job);
    throw error;
  }
  complete(call, job);
  return begun(call, job, unsupported);
}

/** Validate-Job (RFC 8011, section 4.2.3). */
export function validateJob(call: IppCall): IppOutcome {
  const { unsupported } = readJobRequest(call);
  return { status: statusOf(unsupported), groups: unsupportedGroup(unsupported) };
}

/** Create-Job (RFC 8011, section 4.2.4). */
export function createJob(call: IppCall): IppOutcome {
  const { description, unsupported } = readJobRequest(call);
  return begun(call, call.jobs.create(call.endpoint.printer.id, description, true), unsupported);
}

/** Send-Document (RFC 8011, section 4.3.1): one document a job. */
export async function sendDocument(call: IppCall): Promise<IppOutcome> {
  const { request, jobs } = call;
  const job = jobOf(call);
  const isLast = request.boolean("last-document");
  if (isLast === null) throw badRequest("Send-Document needs last-document.");
  const { description, compression, unsupported } = readJobRequest(call);
  if (!job.isOpen || job.isReceiving) throw notPossible("The job takes no document any more.");
  if (job.printId !== null) return await endWithoutDocument(call, job, isLast);
  job.isReceiving = true;
  if (request.text("document-format") !== null) job.format = description.format;
  try {
    const came = await receive(call, job, compression, job.label ?? labelOf(request));
    if (came === "broken") return abandoned(call, job);
    if (came === "nothing") {
      if (!isLast) throw badRequest("The request has no document.");
      jobs.finish(job, JOB_STATE.aborted, "aborted-by-system");
    } else if (isLast) complete(call, job);
  } finally {
    job.isReceiving = false;
  }
  return begun(call, job, unsupported);
}

/** Cancel-Job (RFC 8011, section 4.3.3): possible until the document has come. */
export function cancelJob(call: IppCall): IppOutcome {
  const job = jobOf(call);
  if (!isCancelable(job)) throw notPossible("The job has been stored already.");
  call.jobs.finish(job, JOB_STATE.canceled, "job-canceled-by-user");
  return { status: STATUS.ok, groups: [] };
}

/** Cancel-My-Jobs (PWG 5100.11): all or none of those named, else all that can be. */
export function cancelMyJobs(call: IppCall): IppOutcome {
  const { request, jobs, endpoint } = call;
  const user = cutName(userOf(call));
  const ids = request.integers("job-ids");
  const mine = jobs.all(endpoint.printer.id).filter((job) => job.user === user && isOwn(call, job));
  const chosen = ids.length === 0 ? mine.filter(isCancelable) : mine.filter(({ id }) => ids.includes(id));
  if (chosen.length < ids.length || !chosen.every(isCancelable))
    throw notPossible("Not all of the jobs are yours and can still be canceled.");
  for (const job of chosen) jobs.finish(job, JOB_STATE.canceled, "job-canceled-by-user");
  return { status: STATUS.ok, groups: [] };
}

/** Close-Job (PWG 5100.11): no document comes any more. */
export function closeJob(call: IppCall): IppOutcome {
  const job = jobOf(call);
  if (!job.isOpen || job.isReceiving) throw notPossible("The job is closed already.");
  end(call, job);
  return { status: STATUS.ok, groups: [] };
}

/**
 * Takes a document in and stores it as a print.
 * @returns `broken` when the connection broke inside it: then what came is stored, and marked
 */
async function receive(
  call: IppCall,
  job: IppJob,
  compression: Compression,
  label: string | null,
): Promise<"stored" | "nothing" | "broken"> {
  const { request, endpoint, client, documentBytes } = call;
  endpoint.rate.begin(client);
  using reservation = endpoint.reserve(client);
  job.isReceiving = true;
  job.processingAt = call.jobs.clock();
  const half = documentBytes === null ? IPP_LIMITS.dropBytes : Math.max(1, Math.floor(documentBytes / 2));
  const most = endpoint.printer.simulate === "drop" ? half : Infinity;
  const came = await readDocument(call, reservation, compression, most);
  const { isIncomplete } = came;
  const raw = await drawn(call, job.format, came, reservation);
  if (job.completedAt !== null) throw new IppFailure(STATUS.jobCanceled, "The job was canceled.");
  if (raw.byteLength > 0) {
    job.bytes = raw.byteLength;
    // From here on it cannot be canceled: it may be durable at any moment.
    job.isStoring = true;
    try {
      const about = { protocol: "ipp", client, label, tag: tagsOf(request), isIncomplete } as const;
      job.printId = await endpoint.store({ raw, ...about, spoolKey: null });
    } finally {
      job.isStoring = false;
    }
  }
  if (isIncomplete) return "broken";
  return job.printId === null ? "nothing" : "stored";
}

function tagsOf(request: IppRequest): Map<string, string> {
  const user = request.text("requesting-user-name") ?? "";
  const host = request.text("job-originating-host-name") ?? "";
  return new Map(Object.entries({ user, host }).filter(([, value]) => value !== ""));
}

/** A further request for a job whose document is stored: it may say that no other comes. */
async function endWithoutDocument(call: IppCall, job: IppJob, isLast: boolean): Promise<IppOutcome> {
  if ((await call.body.next()) !== null) {
    const message = "A job has one document here; send the next one as a job of its own.";
    throw new IppFailure(STATUS.multipleDocumentJobsNotSupported, message);
  }
  if (!isLast) throw badRequest("The request has no document.");
  end(call, job);
  return begun(call, job, []);
}

function end(call: IppCall, job: IppJob): void {
  if (job.printId !== null) complete(call, job);
  else call.jobs.finish(job, JOB_STATE.aborted, "aborted-by-system");
}

/** With a real printer behind ours the print is on its way there (RFC 8011, section 5.3.8). */
function complete({ jobs, endpoint }: IppCall, job: IppJob): void {
  const isDelivered = endpoint.printer.target !== null;
  jobs.finish(job, JOB_STATE.completed, isDelivered ? "queued-in-device" : "job-completed-successfully");
}

/** The host is gone, or is to believe so. */
function abandoned({ jobs, log, client, endpoint }: IppCall, job: IppJob): IppOutcome {
  jobs.finish(job, JOB_STATE.aborted, "submission-interrupted");
  const printer = endpoint.printer.name;
  log.write("warning", "an IPP document broke off", { client, printer, bytes: job.bytes });
  return { status: STATUS.internalError, groups: [], isDropped: true };
}

function begun({ uri }: IppCall, job: IppJob, unsupported: readonly IppAttribute[]): IppOutcome {
  const group = { tag: GROUP.job, attributes: jobAnswer(job, uri) };
  return { status: statusOf(unsupported), groups: [...unsupportedGroup(unsupported), group] };
}

function statusOf(unsupported: readonly IppAttribute[]) {
  return unsupported.length === 0 ? STATUS.ok : STATUS.okIgnoredOrSubstituted;
}

function isCancelable({ completedAt, printId, isOpen, isStoring }: IppJob): boolean {
  return completedAt === null && printId === null && isOpen && !isStoring;
}

function notPossible(message: string): IppFailure {
  return new IppFailure(STATUS.notPossible, message);
}
