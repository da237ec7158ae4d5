import { type Role, ROLE_NAMES, ROLES } from "./rights.ts";
import { SCOPES, type Scope } from "./scope.ts";

/** Which workspaces something is for: one, the shops of a group, or, where both are `null`, all. */
export interface Reach {
  readonly workspaceId: number | null;
  /** Groups are an archive's. */
  readonly shopGroup: string | null;
}

/** What a person is in some workspaces. */
export interface Grant extends Reach {
  readonly role: Role;
}

/** What may be done in some workspaces. */
export interface ReachingScopes extends Reach {
  readonly scopes: readonly Scope[];
  /** `null` where a token says what may be done. */
  readonly role: Role | null;
}

/** What stands for one workspace where there is not one: no workspace has this id. */
export const NO_WORKSPACE = 0;

/** What a person of several grants may do beside the workspaces: what is one workspace's is asked for there. */
const MOST_BESIDE: Scope = "operate";

/** Whether a workspace is among those that something is for. */
export function reaches(
  { workspaceId, shopGroup }: Reach,
  workspace: { readonly id: number; readonly shopGroup?: string | null },
): boolean {
  if (workspaceId !== null) return workspaceId === workspace.id;
  return shopGroup === null || shopGroup === (workspace.shopGroup ?? null);
}

/** The grants that say the same with nothing twice: who administers all workspaces needs no other. */
export function settledGrants(grants: readonly Grant[]): readonly Grant[] {
  const all = grants.find((grant) => grant.role === "administrator" && isOfAll(grant));
  if (all !== undefined) return [all];
  const settled = new Map<string, Grant>();
  for (const grant of grants) {
    const key = JSON.stringify([grant.workspaceId, grant.shopGroup]);
    const known = settled.get(key);
    if (known === undefined || isWider(grant.role, known.role)) settled.set(key, grant);
  }
  return [...settled.values()];
}

/** What a person is by their grants: `grants` is there only where a role and a workspace do not tell all. */
export function standingOf(grants: readonly Grant[]): {
  readonly role: Role;
  readonly workspaceId: number | null;
  readonly grants?: readonly Grant[];
} {
  const [first, ...others] = grants;
  if (first !== undefined && others.length === 0 && first.shopGroup === null)
    return { role: first.role, workspaceId: first.workspaceId };
  const roles = grants.map(({ role }) => role);
  const role = roles.reduce((widest, next) => (isWider(next, widest) ? next : widest), "viewer");
  return { role, workspaceId: NO_WORKSPACE, grants };
}

/** What may be done beside the workspaces by who may do several things in several of them. */
export function scopesBeside(granted: readonly ReachingScopes[]): readonly Scope[] {
  const widest = Math.max(
    -1,
    ...granted.flatMap(({ scopes }) => scopes.map((scope) => SCOPES.indexOf(scope))),
  );
  const scope = SCOPES[Math.min(widest, SCOPES.indexOf(MOST_BESIDE))];
  return scope === undefined ? [] : [scope];
}

/** The widest of what may be done in a workspace; `null` for nothing. */
export function grantedIn(
  granted: readonly ReachingScopes[],
  workspace: Parameters<typeof reaches>[1],
): ReachingScopes | null {
  const there = granted.filter((one) => reaches(one, workspace));
  const width = ({ scopes }: ReachingScopes) => Math.max(...scopes.map((scope) => SCOPES.indexOf(scope)));
  return there.toSorted((left, right) => width(right) - width(left))[0] ?? null;
}

/** The grants of a person: one for a role and a workspace, unless they have others. */
export function grantsOf({
  role,
  workspaceId,
  grants,
}: {
  readonly role: Role;
  readonly workspaceId: number | null;
  readonly grants?: readonly Grant[];
}): readonly Grant[] {
  return grants ?? [{ role, workspaceId, shopGroup: null }];
}

/** What a grant allows. */
export function scopesOfGrant({ role, workspaceId, shopGroup }: Grant): ReachingScopes {
  return { role, workspaceId, shopGroup, scopes: [ROLES[role]] };
}

function isOfAll({ workspaceId, shopGroup }: Reach): boolean {
  return workspaceId === null && shopGroup === null;
}

function isWider(role: Role, than: Role): boolean {
  return ROLE_NAMES.indexOf(role) > ROLE_NAMES.indexOf(than);
}
