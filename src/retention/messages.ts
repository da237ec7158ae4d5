import type { GivenRetentionRule, RetentionReport, ServiceRetention } from "../domain/retention.ts";
import type { Sent } from "../platform/worker-channel.ts";
import type { ExpireChange } from "../storage/print-expiry.ts";
import type { Preview } from "./preview.ts";

/** What the Worker for retention is asked. `now` is the trusted time, epoch milliseconds. */
export type Question =
  /** To find what is to go, and to have it deleted and removed. `limits` are those that apply already. */
  | {
      readonly ask: "run";
      readonly now: number;
      readonly limits: ServiceRetention;
      readonly isNight: boolean;
    }
  /** What would be deleted, of one workspace or of all, whether it waits or not. */
  | ({ readonly ask: "preview" } & PreviewQuestion)
  /** Which of these prints are under a hold. */
  | { readonly ask: "held"; readonly workspaceId: number; readonly printIds: readonly number[] };

export interface PreviewQuestion {
  readonly now: number;
  readonly limits: ServiceRetention;
  /** `null` for all. */
  readonly workspaceId: number | null;
  readonly trial?: { readonly given: GivenRetentionRule; readonly replaces: number | null };
}

/** Which prints are under a hold, by their ids, when the workspace's rules and holds were of this version. */
export interface HeldPrints {
  readonly version: number;
  readonly held: ReadonlyMap<number, string>;
}

export type Answer = RetentionReport | readonly Preview[] | HeldPrints;

export type ToRetention = Sent<{ readonly databasePath: string; readonly question: Question }, Answer, never>;

/** What is to be done, and how many prints it was done to. */
export type Deed =
  | ExpireChange
  | {
      readonly do: "purge";
      readonly workspaceId: number;
      readonly name: string;
      readonly printIds: readonly number[];
    };

/** What has become of it: prints, and of those that were removed their bytes. */
export interface Done {
  readonly prints: number;
  readonly bytes: number;
}

export type FromRetention = Sent<Deed, Done, never>;
