import type { IppAttribute } from "./codec/message.ts";
import * as is from "./codec/values.ts";
import type { IppCall } from "./ipp-call.ts";
import { cutName } from "./name-octets.ts";
import type { IppJob } from "./job-table.ts";

/** What of a job only its own client is told; others are told {@link asOthersSee} instead. */
const PRIVATE_ATTRIBUTES = ["job-name", "job-originating-user-name", "job-state-message"] as const;

/**
 * Whether a request comes from the client whose job it is: from the same address, and in the same user's name where
 * it gives one. There is no better proof in IPP without passwords.
 */
export function isOwn({ request, client }: Pick<IppCall, "request" | "client">, job: IppJob): boolean {
  if (job.client !== client) return false;
  const user = request.text("requesting-user-name") ?? "";
  return user === "" || cutName(user) === job.user;
}

/** A job as anybody but its own client is told of it: that it is there, and how far it is. */
export function asOthersSee(job: IppJob): IppJob {
  return { ...job, name: `Job ${job.id}`, label: null, user: "anonymous", printId: null };
}

/** What hosts are told of this (PWG 5100.11, IPP Privacy Attributes). */
export function privacyAttributes(): IppAttribute[] {
  return [
    is.attribute("job-privacy-attributes", ...PRIVATE_ATTRIBUTES.map(is.keyword)),
    is.attribute("job-privacy-scope", is.keyword("owner")),
  ];
}
