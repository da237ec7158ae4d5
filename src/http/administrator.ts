import { TillrollError } from "../domain/errors.ts";
import { hasRight } from "../domain/rights.ts";
import type { Access, Authentication } from "./authentication.ts";
import type { Call } from "./endpoint.ts";

/**
 * Makes sure that whoever asks may change what is every workspace's.
 * @param what it is, for the message @param command of the command line, which may
 * @returns who asks
 * @throws TillrollError UNAUTHORIZED, API_TOKEN_SCOPE_INSUFFICIENT and the like
 */
export async function requireAdministrator(
  authentication: Authentication,
  call: Call,
  what: string,
  command: string,
): Promise<Access> {
  const access = await authentication.authenticate(call);
  if (hasRight(access, "service")) return access;
  const message = `${what} is that of all workspaces; use "${command}" on the machine of the service.`;
  throw new TillrollError("API_TOKEN_SCOPE_INSUFFICIENT", message, { required: "admin" });
}
