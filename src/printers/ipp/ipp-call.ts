import type { Log } from "../../operations/log.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import type { IppGroup } from "./codec/message.ts";
import type { IppStatus } from "./codes.ts";
import type { IppBody } from "./ipp-body.ts";
import type { IppRequest } from "./ipp-request.ts";
import { cutName } from "./ipp-limits.ts";
import type { IppJob, IppJobs } from "./job-table.ts";
import type { PrinterView } from "./printer-attributes.ts";

/** A request that is being answered. */
export interface IppCall {
  readonly request: IppRequest;
  readonly endpoint: PrinterEndpoint;
  /** What answers say about the printer. */
  readonly view: PrinterView;
  readonly jobs: IppJobs;
  /** The host's address, without its port. */
  readonly client: string;
  /** The body from its document on. */
  readonly body: IppBody;
  /** The document's bytes as the host announced them; `null` when it did not. */
  readonly documentBytes: number | null;
  readonly log: Log;
}

/** What an operation is answered: the groups behind the operation attributes. */
export interface IppOutcome {
  readonly status: IppStatus;
  readonly groups: readonly IppGroup[];
  /** Whether nothing is answered: the connection broke, or is to be cut. */
  readonly isDropped?: boolean;
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
