import type { AuditAct } from "../audit/acts.ts";
import {
  audit,
  type AuditActor,
  type AuditDetails,
  type AuditNote,
  commandActor,
} from "../audit/audit-entry.ts";
import { firstCodePoints } from "../domain/text.ts";
import type { Workspace } from "../domain/workspace.ts";
import { COMMAND_USER_HEADER } from "../platform/command-user.ts";
import type { Access } from "./authentication.ts";
import type { Call } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";

const MOST_USER_CHARACTERS = 100;

type Stores = Pick<HttpService, "stores">;

/** Who asks, as the audit log names them. */
export async function actorOf({ stores }: Stores, call: Call, access: Access): Promise<AuditActor> {
  const from = { address: call.address, requestId: call.requestId };
  if (access.isLocal === true) {
    return { ...commandActor(commandUserOf(call.request)), ...from };
  }
  const tokenId = access.tokenId ?? access.session?.tokenId ?? null;
  const user = (await stores.sessions.findUser(access.userId))?.name ?? "";
  const name = tokenId === null ? user : ((await stores.tokens.find(tokenId))?.name ?? "");
  return access.session === null
    ? { kind: "token", id: tokenId ?? "", name, ...from }
    : { kind: "session", id: access.session.id, name, ...from };
}

/** The user whose command it is; a caller of our own API that does not say it has none. */
function commandUserOf({ headers }: Request): string {
  try {
    return firstCodePoints(decodeURIComponent(headers.get(COMMAND_USER_HEADER) ?? ""), MOST_USER_CHARACTERS);
  } catch {
    return "";
  }
}

/** The entry of what somebody asks for; see `audit` in `audit/audit-entry.ts`. @param who `workspace` is `null` for the service's */
export async function auditNote(
  service: Stores,
  call: Call,
  { access, workspace }: { readonly access: Access; readonly workspace: Workspace | null },
  act: AuditAct,
  subject: string | number | null,
  details: AuditDetails = {},
): Promise<AuditNote> {
  return audit(await actorOf(service, call, access), act, subject, details, workspace?.id ?? null);
}
