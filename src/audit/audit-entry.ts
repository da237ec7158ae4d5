import type { RetentionBy } from "../domain/retention.ts";
import type { AuditAct } from "./acts.ts";

/**
 * Who does what is audited: an API token, a session of the dashboard, a command on this machine (`id` is the user of the
 * operating system), a web page (`id` is its origin), or a part of the service by itself.
 */
export const AUDIT_ACTOR_KINDS = ["token", "session", "command", "page", "system"] as const;

export type AuditActorKind = (typeof AUDIT_ACTOR_KINDS)[number];

/** Who does an act, and from where. */
export interface AuditActor {
  readonly kind: AuditActorKind;
  /** By which others are told apart: of a token or a session its id, of a command the user's name, of a part its name. */
  readonly id: string;
  /** What people call it; empty where it has no name. */
  readonly name: string;
  /** The client's address; `null` where there is none. */
  readonly address: string | null;
  /** Of the request; `null` where there is none. */
  readonly requestId: string | null;
}

/** Particulars of an act, for people and programs. Never a secret, and nothing of a receipt. */
export type AuditDetails = Readonly<Record<string, unknown>>;

/** What is to be entered. It goes to the writer's Worker, so it holds nothing but data. */
export interface AuditNote {
  readonly actor: AuditActor;
  readonly act: AuditAct;
  /** The name or the id of what it is about; `null` for the id that the write operation gives it. */
  readonly subject: string | null;
  readonly details: AuditDetails;
  /** The workspace whose it is; `null` for what is the whole service's. */
  readonly workspaceId: number | null;
}

/** An entry of the audit log. */
export interface AuditEntry extends AuditNote {
  readonly id: number;
  /** The trusted time at which it was entered, epoch milliseconds. */
  readonly at: number;
  readonly subject: string;
}

/** Which entries are asked for. Times are epoch milliseconds. */
export interface AuditFilter {
  /** From then on. */
  readonly since: number | null;
  /** Before then. */
  readonly until: number | null;
  readonly act: AuditAct | null;
  /** The actor's id: of a token or a session, or the user's name of a command. */
  readonly actor: string | null;
  readonly subject: string | null;
  /** Only this workspace's; `null` for all there are. */
  readonly workspaceId: number | null;
  /** Only entries older than this one. */
  readonly before: AuditPosition | null;
  /** How many at most. */
  readonly limit: number;
}

/** Where an entry stands: entries are in the order of their times, and then of their ids. */
export type AuditPosition = Pick<AuditEntry, "at" | "id">;

/**
 * An entry for the audit log, to be stored together with the act: `writer.submit({...operation, audit: audit(…)})` enters it
 * in the same commit, and only when the operation succeeds; `AuditStore.add` does so for a command in its own transaction.
 * What has no operation of its own submits `{kind: "audit", change: {do: "add", note: audit(…)}}` right after the act.
 * @param subject the name or the id of what it is about; `null` for the id that the operation gives
 * @param details particulars; never a secret, and nothing of a receipt
 * @param workspaceId the workspace whose it is; `null` for what is the whole service's
 */
export function audit(
  actor: AuditActor,
  act: AuditAct,
  subject: string | number | null,
  details: AuditDetails = {},
  workspaceId: number | null = null,
): AuditNote {
  return { actor, act, subject: subject === null ? null : String(subject), details, workspaceId };
}

/** Parts of the service that act by themselves. The audit log keeps these names. */
export const SYSTEM_PARTS = [
  "archive",
  "audit",
  "clock",
  "first start",
  "greeting",
  "recognition",
  "repair",
  "restore",
  "retention",
  "rules",
  "service",
] as const;

/** A part of the service that acts by itself, or a policy of retention by its name. */
export function systemActor(part: (typeof SYSTEM_PARTS)[number] | RetentionBy): AuditActor {
  return { kind: "system", id: part, name: "", address: null, requestId: null };
}

/** A command on this machine. @param user of the operating system */
export function commandActor(user: string): AuditActor {
  return { kind: "command", id: user, name: "", address: null, requestId: null };
}
