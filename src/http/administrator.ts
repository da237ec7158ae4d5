import { TillrollError } from "../domain/errors.ts";
import { satisfies } from "../domain/scope.ts";
import type { Authentication } from "./authentication.ts";
import type { Call } from "./endpoint.ts";

/**
 * Makes sure that whoever asks may change what is every workspace's.
 * @param what it is, for the message @param command of the command line, which may
 * @throws TillrollError UNAUTHORIZED, API_TOKEN_SCOPE_INSUFFICIENT and the like
 */
export function requireAdministrator(
  authentication: Authentication,
  call: Call,
  what: string,
  command: string,
): void {
  const { workspaceId, scopes } = authentication.authenticate(call);
  if (workspaceId === null && satisfies(scopes, "admin")) return;
  const message = `${what} is that of all workspaces; use "${command}" on the machine of the service.`;
  throw new TillrollError("API_TOKEN_SCOPE_INSUFFICIENT", message, { required: "admin" });
}
