import type { IppAttribute } from "./codec/message.ts";
import { GROUP } from "./codec/tags.ts";
import { STATUS } from "./codes.ts";
import { type IppCall, type IppOutcome, isOwn } from "./ipp-call.ts";
import { IppFailure } from "./ipp-failure.ts";
import { checkDocumentFormat } from "./job-request.ts";
import { cutName } from "./ipp-limits.ts";
import { jobDescription } from "./job-attributes.ts";
import type { IppJob } from "./job-table.ts";
import { printerDescription, printerTemplate } from "./printer-attributes.ts";

/** Get-Printer-Attributes (RFC 8011, section 4.2.5). */
export function getPrinterAttributes({ request, view }: IppCall): IppOutcome {
  checkDocumentFormat(request);
  const groups = new Map([
    ["printer-description", printerDescription(view)],
    ["job-template", printerTemplate(view)],
  ]);
  const attributes = selectAttributes(groups, orDefault(request.texts("requested-attributes"), ["all"]));
  return { status: STATUS.ok, groups: [{ tag: GROUP.printer, attributes }] };
}

/** Get-Job-Attributes (RFC 8011, section 4.3.4). */
export function getJobAttributes(call: IppCall): IppOutcome {
  const requested = orDefault(call.request.texts("requested-attributes"), ["all"]);
  return { status: STATUS.ok, groups: [jobGroup(call, jobOf(call), requested)] };
}

/** Get-Jobs (RFC 8011, section 4.2.6). */
export function getJobs(call: IppCall): IppOutcome {
  const { request, endpoint, jobs } = call;
  const which = request.text("which-jobs") ?? "not-completed";
  const isWanted = WHICH_JOBS[which];
  if (isWanted === undefined) {
    const message = `Jobs that are ${which} cannot be told apart here.`;
    throw new IppFailure(STATUS.attributesOrValuesNotSupported, message, request.asUnsupported("which-jobs"));
  }
  const user = request.boolean("my-jobs") === true ? cutName(userOf(call)) : null;
  const requested = orDefault(request.texts("requested-attributes"), ["job-id", "job-uri"]);
  const found = jobs
    .all(endpoint.printer.id)
    .filter((job) => isWanted(job) && (user === null || (job.user === user && isOwn(call, job))))
    .toSorted(which === "not-completed" ? oldestFirst : newestFirst);
  const [limit = found.length] = request.integers("limit");
  const groups = found.slice(0, Math.max(0, limit)).map((job) => jobGroup(call, job, requested));
  return { status: STATUS.ok, groups };
}

const WHICH_JOBS: Readonly<Record<string, (job: IppJob) => boolean>> = {
  completed: ({ completedAt }) => completedAt !== null,
  "not-completed": ({ completedAt }) => completedAt === null,
  all: () => true,
};

const oldestFirst = (left: IppJob, right: IppJob) => left.createdAt - right.createdAt || left.id - right.id;
const newestFirst = (left: IppJob, right: IppJob) => oldestFirst(right, left);

/** The job that a request is about. @throws IppFailure when there is none */
export function jobOf({ request, endpoint, jobs }: IppCall): IppJob {
  const job = jobs.find(endpoint.printer.id, request.jobId());
  if (job === null) throw new IppFailure(STATUS.notFound, "There is no such job, or it has been forgotten.");
  return job;
}

/** Whose request it is. */
export function userOf({ request }: IppCall): string {
  return request.text("requesting-user-name") ?? "anonymous";
}

function jobGroup(call: IppCall, job: IppJob, requested: readonly string[]) {
  const { view, jobs } = call;
  const visible = isOwn(call, job) ? job : asOthersSee(job);
  const groups = new Map([["job-description", jobDescription(visible, view.uri, jobs)]]);
  return { tag: GROUP.job, attributes: selectAttributes(groups, requested) };
}

function orDefault(names: readonly string[], fallback: readonly string[]): readonly string[] {
  return names.length === 0 ? fallback : names;
}

/** Attributes by the group name under which a host can ask for all of them. */
type AttributeGroups = ReadonlyMap<string, readonly IppAttribute[]>;

/**
 * The attributes that a host asked for (`requested-attributes`): by their names, by the name of their group, or `all`.
 * Unknown names are ignored (RFC 8011, section 4.2.5.1).
 */
function selectAttributes(groups: AttributeGroups, requested: readonly string[]): IppAttribute[] {
  const wanted = new Set(requested);
  return [...groups].flatMap(([group, attributes]) =>
    wanted.has("all") || wanted.has(group) ? attributes : attributes.filter(({ name }) => wanted.has(name)),
  );
}

/** A job as other clients see it: that it exists, and its state. */
function asOthersSee(job: IppJob): IppJob {
  return { ...job, name: `Job ${job.id}`, label: null, user: "anonymous", printId: null };
}
