import { KIBIBYTE } from "../../domain/limits.ts";
import type { IppAttribute, IppValue } from "../../ipp/message.ts";
import * as is from "../../ipp/values.ts";
import { JOB_STATE, type JobState } from "../../ipp/codes.ts";
import type { IppJob, IppJobs } from "./job-table.ts";
import { upTime } from "./printer-attributes.ts";

const { attribute } = is;

/** A job's own address, below its printer's. */
export function jobUri(printerUri: string, { id }: IppJob): string {
  return `${printerUri}/${id}`;
}

/** What a host is told when a job begins (RFC 8011, section 4.2.1.2). */
export function jobAnswer(job: IppJob, printerUri: string): IppAttribute[] {
  return [
    attribute("job-uri", is.uri(jobUri(printerUri, job))),
    attribute("job-id", is.integer(job.id)),
    attribute("job-state", is.enumeration(job.state)),
    attribute("job-state-reasons", is.keyword(job.reason)),
    attribute("job-state-message", is.text(messageOf(job))),
    attribute("number-of-intervening-jobs", is.integer(0)),
  ];
}

/** All attributes of a job (RFC 8011, section 5.3). */
export function jobDescription(job: IppJob, printerUri: string, jobs: IppJobs): IppAttribute[] {
  const now = jobs.clock();
  const kibibytes = Math.ceil(job.bytes / KIBIBYTE);
  const times = (prefix: string, of: (at: number) => IppValue) =>
    (
      [
        ["creation", job.createdAt],
        ["processing", job.processingAt],
        ["completed", job.completedAt],
      ] as const
    ).map(([name, at]) => attribute(`${prefix}-at-${name}`, at === null ? is.noValue : of(at)));
  return [
    ...jobAnswer(job, printerUri),
    attribute("attributes-charset", is.charset("utf-8")),
    attribute("attributes-natural-language", is.naturalLanguage("en")),
    ...times("date-time", (at) => is.dateTime(jobs.timeOfDayAt(at))),
    attribute("document-format", is.mimeMediaType(job.format)),
    attribute("job-k-octets", is.integer(kibibytes)),
    attribute("job-k-octets-processed", is.integer(job.state === JOB_STATE.completed ? kibibytes : 0)),
    attribute("job-name", is.name(job.name)),
    attribute("job-originating-user-name", is.name(job.user)),
    attribute("job-printer-up-time", is.integer(upTime(jobs, now))),
    attribute("job-printer-uri", is.uri(printerUri)),
    attribute("number-of-documents", is.integer(hasDocument(job) ? 1 : 0)),
    ...times("time", (at) => is.integer(upTime(jobs, at))),
  ];
}

/** A job is completed by its document; which print that is, is not told to everybody. */
function hasDocument({ printId, state }: IppJob): boolean {
  return printId !== null || state === JOB_STATE.completed;
}

const MESSAGES: Readonly<Partial<Record<JobState, string>>> = {
  [JOB_STATE.canceled]: "Canceled before its document came.",
  [JOB_STATE.aborted]: "No document came.",
  [JOB_STATE.completed]: "Stored.",
};

function messageOf({ printId, state }: IppJob): string {
  if (printId !== null) return `Stored as print ${printId}.`;
  return MESSAGES[state] ?? "Its document has not come yet.";
}
