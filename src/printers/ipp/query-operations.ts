import type { IppAttribute, IppGroup } from "../../ipp/message.ts";
import { GROUP } from "../../ipp/tags.ts";
import * as is from "../../ipp/values.ts";
import { STATUS } from "../../ipp/codes.ts";
import { driverlessDescription, IDENTIFY_ACTIONS } from "./driverless-attributes.ts";
import { type IppCall, type IppOutcome, isOwn, jobOf, unsupportedGroup, userOf } from "./ipp-call.ts";
import { IppFailure } from "./ipp-failure.ts";
import { checkDocumentFormat } from "./job-request.ts";
import { cutName } from "./ipp-limits.ts";
import { jobDescription } from "./job-attributes.ts";
import type { IppJob } from "./job-table.ts";
import { templateDefaults } from "./job-template.ts";
import { printerDescription } from "./printer-attributes.ts";

const { attribute } = is;

/** Get-Printer-Attributes (RFC 8011, section 4.2.5). */
export function getPrinterAttributes(call: IppCall): IppOutcome {
  checkDocumentFormat(call.request);
  const attributes = selectAttributes(call, {
    "printer-description": [...printerDescription(call), ...driverlessDescription(call)],
    "job-template": templateDefaults(call.endpoint.details),
  });
  return { status: STATUS.ok, groups: [{ tag: GROUP.printer, attributes }] };
}

/**
 * Identify-Printer (PWG 5100.13): whoever stands before several is told which one it is, in the service's log, with what
 * the host says for it.
 */
export function identifyPrinter({ request, endpoint, client, log }: IppCall): IppOutcome {
  const unknown = request
    .texts("identify-actions")
    .filter((action) => !IDENTIFY_ACTIONS.some((known) => known === action));
  const message = request.text("message") ?? "";
  const printer = endpoint.printer.name;
  log.write("info", "a host wants to see which printer this is", { printer, client, message });
  const ignored = unknown.length === 0 ? [] : [attribute("identify-actions", ...unknown.map(is.keyword))];
  const status = ignored.length === 0 ? STATUS.ok : STATUS.okIgnoredOrSubstituted;
  return { status, groups: unsupportedGroup(ignored) };
}

/** Get-Job-Attributes (RFC 8011, section 4.3.4). */
export function getJobAttributes(call: IppCall): IppOutcome {
  return { status: STATUS.ok, groups: [jobGroup(call, jobOf(call))] };
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
  const found = jobs
    .all(endpoint.printer.id)
    .filter((job) => isWanted(job) && (user === null || (job.user === user && isOwn(call, job))))
    .toSorted((left, right) => left.createdAt - right.createdAt || left.id - right.id);
  if (which !== "not-completed") found.reverse();
  const [limit = found.length] = request.integers("limit");
  const told = found.slice(0, Math.max(0, limit));
  const groups = told.map((job) => jobGroup(call, job, ["job-id", "job-uri"]));
  return { status: STATUS.ok, groups };
}

const WHICH_JOBS: Readonly<Record<string, (job: IppJob) => boolean>> = {
  completed: ({ completedAt }) => completedAt !== null,
  "not-completed": ({ completedAt }) => completedAt === null,
  all: () => true,
};

/** A job; of others' jobs, that it exists, and its state. */
function jobGroup(call: IppCall, job: IppJob, defaults?: readonly string[]): IppGroup {
  const others = { name: `Job ${job.id}`, label: null, user: "anonymous", printId: null };
  const visible = isOwn(call, job) ? job : { ...job, ...others };
  const groups = { "job-description": jobDescription(visible, call.uri, call.jobs) };
  return { tag: GROUP.job, attributes: selectAttributes(call, groups, defaults) };
}

/**
 * The attributes that a host asked for (`requested-attributes`): by their names, by the name of their group, or `all`.
 * Unknown names are ignored (RFC 8011, section 4.2.5.1).
 * @param groups attributes by the group name under which a host can ask for all of them
 * @param defaults what is asked for where nothing is said
 */
function selectAttributes(
  { request }: IppCall,
  groups: Readonly<Record<string, readonly IppAttribute[]>>,
  defaults: readonly string[] = ["all"],
): IppAttribute[] {
  const requested = request.texts("requested-attributes");
  const wanted = new Set(requested.length === 0 ? defaults : requested);
  return Object.entries(groups).flatMap(([group, attributes]) => {
    const isWhole = wanted.has("all") || wanted.has(group);
    return attributes.filter(({ name }) => wanted.has(name) || (isWhole && !ONLY_BY_NAME.has(name)));
  });
}

/** What is long and seldom wanted is told only to who asks for it by its name (PWG 5100.7, section 6.3). */
const ONLY_BY_NAME: ReadonlySet<string> = new Set(["media-col-database"]);
