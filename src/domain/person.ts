import { TillrollError } from "./errors.ts";
import { type Grant, settledGrants, standingOf } from "./grant.ts";
import { PERSON_LIMITS } from "./person-limits.ts";
import type { Role } from "./rights.ts";
import { hasMoreCodePoints } from "./text.ts";

/** Who may sign in to the dashboard. Times are epoch milliseconds. */
export interface Person {
  /** That of the user, by which prints and the audit log know whose they are. */
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  /** The one workspace that the role is for; `null` for all of them, `NO_WORKSPACE` where `grants` tells it. */
  readonly workspaceId: number | null;
  /** What they are in which workspaces, where that is more than one role tells: in an archive. */
  readonly grants?: readonly Grant[];
  /** When the password was set; `null` where there is none. */
  readonly passwordAt: number | null;
  readonly createdAt: number;
}

/** What of a person can be chosen. */
export type PersonSettings = Pick<Person, "name" | "role" | "workspaceId" | "grants">;

/** A one-time link for signing in. */
export interface PersonLink {
  readonly codeHash: Uint8Array;
  readonly expiresAt: number;
}

/** A person with what their password is compared with. */
export interface PersonWithPassword extends Person {
  readonly passwordHash: string | null;
}

/** How a session was begun. */
export const SIGN_IN_WAYS = ["link", "password", "token", "phone"] as const;

export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/** Whether a text can be a person's name: a line without blanks at its ends. */
export function isPersonName(text: string): boolean {
  return (
    text !== "" &&
    text === text.trim() &&
    !/\p{Cc}/u.test(text) &&
    !hasMoreCodePoints(text, PERSON_LIMITS.nameCharacters)
  );
}

/** The form in which names are compared: people do not remember in which case they wrote theirs. */
export function personKey(name: string): string {
  return name.trim().normalize("NFKC").toLowerCase();
}

/** Whether a person administers all workspaces: of these one must always be left. */
export function isOfService({ role, workspaceId }: Pick<Person, "role" | "workspaceId">): boolean {
  return role === "administrator" && workspaceId === null;
}

/** Whoever of some people has a name already keeps another from it. @throws TillrollError CONFLICT */
export function refusePersonName(other: Person | null, id: number | null): void {
  if (other === null || other.id === id) return;
  throw new TillrollError("CONFLICT", `There is a person "${other.name}" already.`, { name: other.name });
}

/** @throws TillrollError CONFLICT when there are as many people as there may be */
export function refuseMorePeople(count: number): void {
  if (count >= PERSON_LIMITS.people)
    throw new TillrollError("CONFLICT", `There are ${count} people already; remove some first.`);
}

/**
 * What a person of a shop is to be: grants come to one role there, for one workspace or all.
 * @throws TillrollError CONFLICT where they do not
 */
export function singleGrant<Settings extends Partial<PersonSettings>>(
  settings: Settings,
): Omit<Settings, "grants"> {
  const { grants: given, ...others } = settings;
  if (given === undefined) return others;
  const { role, workspaceId, grants } = standingOf(settledGrants(given));
  if (grants === undefined) return { ...others, role, workspaceId };
  const message = "A person has one role here, for one workspace or for all; several are for an archive.";
  throw new TillrollError("CONFLICT", message);
}

/** Nobody else administers all workspaces. */
export function lastAdministrator(): TillrollError {
  const message = "This is the last administrator of all workspaces; make another one first.";
  return new TillrollError("CONFLICT", message);
}

/** There is no such person. */
export function personNotFound(who: string): TillrollError {
  return new TillrollError("NOT_FOUND", `There is no person ${who}; see "tillroll user list".`);
}
