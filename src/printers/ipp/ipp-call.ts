import type { Log } from "../../operations/log.ts";
import type { PageFormat } from "../../page-raster/page-formats.ts";
import type { PagePrinter } from "../../page-raster/page-print.ts";
import type { IppAttribute, IppGroup } from "../../ipp/message.ts";
import { GROUP } from "../../ipp/tags.ts";
import { type IppStatus, STATUS } from "../../ipp/codes.ts";
import type { IppBody } from "./ipp-body.ts";
import type { IppRequest } from "./ipp-request.ts";
import { cutName } from "./ipp-limits.ts";
import { IppFailure } from "./ipp-failure.ts";
import type { IppJob } from "./job-table.ts";
import type { PrinterView } from "./printer-attributes.ts";

/** Makes a print of a document of pages, in whatever thread; see {@link printDocument}. @param document handed over */
export type DrawPages = (
  document: Uint8Array<ArrayBuffer>,
  format: PageFormat,
  printer: PagePrinter,
  isIncomplete: boolean,
) => Promise<Uint8Array<ArrayBuffer>>;

/** A request that is being answered. */
export interface IppCall extends PrinterView {
  readonly request: IppRequest;
  /** The host's address, without its port. */
  readonly client: string;
  /** The body from its document on. */
  readonly body: IppBody;
  /** The document's bytes as the host announced them; `null` when it did not. */
  readonly documentBytes: number | null;
  readonly drawPages: DrawPages;
  readonly log: Log;
}

/** What an operation is answered: the groups behind the operation attributes. */
export interface IppOutcome {
  readonly status: IppStatus;
  readonly groups: readonly IppGroup[];
  /** Whether nothing is answered: the connection broke, or is to be cut. */
  readonly isDropped?: boolean;
}

/** The group of what was asked for and is not done; none when there is nothing in it. */
export function unsupportedGroup(attributes: readonly IppAttribute[]): IppGroup[] {
  return attributes.length === 0 ? [] : [{ tag: GROUP.unsupported, attributes }];
}

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

/**
 * Whether a request comes from the client that sent the job: from the same address, and under the same user name where it
 * gives one. IPP without passwords has no better proof.
 */
export function isOwn({ request, client }: Pick<IppCall, "request" | "client">, job: IppJob): boolean {
  if (job.client !== client) return false;
  const user = request.text("requesting-user-name") ?? "";
  return user === "" || cutName(user) === job.user;
}
