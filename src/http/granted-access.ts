import { type Awaitable, whenThere } from "../domain/awaitable.ts";
import {
  grantedIn,
  NO_WORKSPACE,
  type Reach,
  reaches,
  scopesBeside,
  scopesOfGrant,
} from "../domain/grant.ts";
import { ROLES } from "../domain/rights.ts";
import type { UsableSession } from "../domain/session.ts";
import type { Token } from "../domain/token.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { Workspaces } from "../storage/ports/identities.ts";
import type { Access } from "./authentication.ts";

/** What was granted to whoever asks. */
type Granted = Pick<Access, "scopes" | "role" | "workspaceId" | "granted">;

/** What a token grants. */
export function grantedByToken({ scopes, workspaceId, shopGroup = null }: Token): Granted {
  if (shopGroup === null) return { role: null, scopes, workspaceId };
  const granted = [{ workspaceId: null, shopGroup, scopes, role: null }];
  return { role: null, scopes: scopesBeside(granted), workspaceId: NO_WORKSPACE, granted };
}

/** What a person's session grants. */
export function grantedBySession({ role, workspaceId, grants }: UsableSession): Granted {
  if (grants === undefined) return { role, scopes: [ROLES[role]], workspaceId };
  const granted = grants.map(scopesOfGrant);
  return { role, scopes: scopesBeside(granted), workspaceId: NO_WORKSPACE, granted };
}

/** An access as it is in a workspace, which is what it is for then; `null` where it is not for it. */
export function accessIn(access: Access, workspace: Workspace): Access | null {
  const { granted, ...single } = access;
  if (granted === undefined)
    return access.workspaceId === null || access.workspaceId === workspace.id ? access : null;
  const there = grantedIn(granted, workspace);
  if (there === null) return null;
  return { ...single, role: there.role, scopes: there.scopes, workspaceId: workspace.id };
}

/** The workspaces that whoever asks may look at, the oldest first: the list itself where that is all of it. */
export function workspacesSeenBy(
  workspaces: Pick<Workspaces, "list" | "findById">,
  access: Pick<Access, "workspaceId" | "granted">,
): Awaitable<readonly Workspace[]> {
  const reached = reachesOf(access);
  const only = onlyReached(reached);
  if (only !== null) return whenThere(workspaces.findById(only), (found) => (found === null ? [] : [found]));
  return whenThere(workspaces.list(), (all) => reachedAmong(all, reached));
}

/** What an access is for: the workspaces that any of these reaches. */
export function reachesOf({
  workspaceId,
  granted,
}: Pick<Access, "workspaceId" | "granted">): readonly Reach[] {
  return granted ?? [{ workspaceId, shopGroup: null }];
}

/** The one workspace that is reached; `null` where there may be others. An archive has thousands, and most who ask have one. */
export function onlyReached([only, ...others]: readonly Reach[]): number | null {
  return others.length === 0 && only !== undefined ? only.workspaceId : null;
}

/** Those of all workspaces that are reached, in their order: the list itself where that is all of it. */
export function reachedAmong(all: readonly Workspace[], reached: readonly Reach[]): readonly Workspace[] {
  const seen = all.filter((workspace) => reached.some((reach) => reaches(reach, workspace)));
  return seen.length === all.length ? all : seen;
}
