import { SCOPES, satisfies, type Scope } from "./scope.ts";

/*
 * What may be done is a right. Which one an operation needs is told by the API reference, and checked from there
 * (`src/http/openapi`); who has which follows from the scopes of a token or from the role of a person.
 */

/** Rights, the narrowest first. `service` is to administer what is all workspaces'. */
export const RIGHTS = [...SCOPES, "service"] as const;

export type Right = (typeof RIGHTS)[number];

/** What a person is, and the widest scope that comes with it. */
export const ROLES = {
  viewer: "read",
  operator: "operate",
  administrator: "admin",
} as const satisfies Readonly<Record<string, Scope>>;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** What was granted to whoever asks. */
export interface Granted {
  readonly scopes: readonly Scope[];
  /** The one workspace that it is for; `null` for all of them. */
  readonly workspaceId: number | null;
}

/** Whether what was granted is enough for a right. In which workspace is another question. */
export function hasRight({ scopes, workspaceId }: Granted, right: Right): boolean {
  return right === "service" ? workspaceId === null && satisfies(scopes, "admin") : satisfies(scopes, right);
}

/** All rights that come with what was granted, in the order of {@link RIGHTS}. */
export function rightsOf(granted: Granted): Right[] {
  return RIGHTS.filter((right) => hasRight(granted, right));
}
