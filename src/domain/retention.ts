/** How much stays; `null` for no limit. */
export interface RetentionLimits {
  /** An age that `readAge` reads. */
  readonly maxAge: string | null;
  /** The newest prints that stay. */
  readonly maxPrints: number | null;
  /** Bytes that the newest prints that stay may have together. */
  readonly maxSize: number | null;
}

/** What a rule of retention is for, and what stays of it. Without any limit all of it stays. */
export interface RetentionSettings extends RetentionLimits {
  readonly name: string;
  /** The filters of a search, as the text of a JSON object; `{}` for all prints. */
  readonly condition: string;
  readonly enabled: boolean;
}

/** Whether what is set would delete prints at once, and when it does. Times are epoch milliseconds. */
export interface Waiting {
  /** From when on it deletes; `null` until it was looked at what it would delete. */
  readonly appliesFrom: number | null;
  /** The prints that it would have deleted then. */
  readonly wouldDelete: number;
}

/** A rule of retention of a workspace. Of those that a print fits, the first in the order of `position` decides. */
export interface RetentionRule extends RetentionSettings, Waiting {
  readonly id: number;
  readonly workspaceId: number;
  /** From 0, without gaps. */
  readonly position: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A rule as a client gives it; without a position it stays where it is, or goes to the end. */
export interface GivenRetentionRule {
  readonly settings: RetentionSettings;
  readonly position: number | null;
}

/** Prints that nobody and nothing removes until the hold is released. */
export interface RetentionHold {
  readonly id: number;
  readonly workspaceId: number;
  readonly name: string;
  /** As that of a rule. */
  readonly condition: string;
  readonly reason: string;
  readonly createdBy: string;
  readonly createdAt: number;
  /** All three are `null` while it holds. */
  readonly releaseReason: string | null;
  readonly releasedBy: string | null;
  readonly releasedAt: number | null;
}

/** What the service was started with: limits for the prints that no rule is for, and when deleted prints are removed. */
export interface ServiceRetention extends RetentionLimits {
  /** What the database may use of the disk, bytes. */
  readonly maxSize: number | null;
  /** The age of a deletion after which the print is removed for good; `null` for never. */
  readonly purgeAfter: string | null;
}

/** The options that set it. */
export const SERVICE_LIMITS = {
  maxAge: "max-age",
  maxPrints: "max-prints",
  maxSize: "max-size",
  purgeAfter: "purge-after",
} as const satisfies Record<keyof ServiceRetention, string>;

export type ServiceLimitName = (typeof SERVICE_LIMITS)[keyof ServiceRetention];

/** Keeps everything; deleted prints can be restored for a month. */
export const DEFAULT_RETENTION: ServiceRetention = {
  maxAge: null,
  maxPrints: null,
  maxSize: null,
  purgeAfter: "30d",
};

/** A limit that the service was started with, as it is stored. */
export interface ServiceLimit extends Waiting {
  readonly name: ServiceLimitName;
  readonly value: string;
}

/** What a run has done. */
export interface RetentionReport {
  /** Prints marked deleted, by the name of the rule or limit. */
  readonly deleted: Readonly<Record<string, number>>;
  /** Prints removed for good, and their bytes. */
  readonly purged: number;
  readonly purgedBytes: number;
  /** Prints that were to go and did not: under a hold, or waiting for paper. */
  readonly held: number;
  readonly waitingForPaper: number;
}

/** The last run, and until when nothing is deleted because the clock has made a leap. Epoch milliseconds. */
export interface RetentionRun {
  readonly endedAt: number;
  readonly resumesAt: number | null;
  readonly report: RetentionReport;
}

/** Who deletes, as events and the log say it: retention, and the name of the rule or the limit. */
export type RetentionBy = `retention: ${string}`;

/** Who deletes, as events and the log say it. @param name of the rule or the limit */
export function retentionBy(name: string): RetentionBy {
  return `retention: ${name}`;
}
