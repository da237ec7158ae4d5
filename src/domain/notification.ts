import type { EventKind } from "./event.ts";

/** How somebody is told: by mail, by a post as ntfy takes them, or by a signed webhook. */
export const NOTIFICATION_KINDS = ["mail", "ntfy", "webhook"] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** What can be told away from the page: what is rare, or wants a person. */
export const NOTIFIED_EVENTS = [
  "printer.state",
  "printer.diverted",
  "printer.restored",
  "delivery.waiting",
  "delivery.failed",
  "delivery.done",
  "health",
  "data.restored",
] as const satisfies readonly EventKind[];

export type NotifiedEvent = (typeof NOTIFIED_EVENTS)[number];

/** What is told unless others are chosen: what is the matter, and that it is over, but not each print. */
export const USUAL_EVENTS: readonly NotifiedEvent[] = [
  "printer.state",
  "printer.diverted",
  "printer.restored",
  "delivery.failed",
  "health",
  "data.restored",
];

/** The languages in which people are told. */
export const NOTIFICATION_LANGUAGES = ["en", "de"] as const;

export type NotificationLanguage = (typeof NOTIFICATION_LANGUAGES)[number];

/** `active` is told; `paused` is not, also not later of what happened meanwhile. */
export const NOTIFICATION_STATES = ["active", "paused"] as const;

/** What of a notification target can be given and changed. */
export interface NotificationSettings {
  readonly name: string;
  readonly kind: NotificationKind;
  /** Recipients of mail, with commas between; else an address of the web. */
  readonly address: string;
  /** The mail server with its password, as an address; `null` for that of the service. */
  readonly server: string | null;
  /** The token of a post or the key of a webhook's signatures; `null` for none. */
  readonly secret: string | null;
  /** Only what is about this workspace, and the service; `null` for all. */
  readonly workspaceId: number | null;
  readonly events: readonly NotifiedEvent[];
  /** Local times between which nothing is told, such as `22:00-07:00`; `null` for none. */
  readonly quietHours: string | null;
  readonly language: NotificationLanguage;
  /** The priority of posts, from 1 to 5; `null` for one that fits what is told. */
  readonly priority: number | null;
  readonly state: (typeof NOTIFICATION_STATES)[number];
}

/** Who is told away from the page. Times are epoch milliseconds. */
export interface NotificationTarget extends NotificationSettings {
  readonly id: number;
  /** The last event that was looked at. */
  readonly lastEvent: number;
  /** When each topic was told last. */
  readonly told: Readonly<Record<string, number>>;
  /** Why the last attempt failed; `null` when it did not. */
  readonly reason: string | null;
  readonly attempts: number;
  readonly failingSince: number | null;
  readonly nextAttemptAt: number | null;
  readonly sentAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Something to be told to a target. */
export interface Notice {
  readonly id: number;
  /** What it is about: of the same topic not much is told in a short time. */
  readonly topic: string;
  readonly kind: NotifiedEvent;
  /** The event's particulars. */
  readonly data: Readonly<Record<string, unknown>>;
  /** When it happened, epoch milliseconds. */
  readonly at: number;
}

/** A notice that is not stored yet. */
export type NewNotice = Omit<Notice, "id">;
