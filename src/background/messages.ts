import type { RulePreview, RuleSettings, RuleTrial } from "../domain/rule.ts";
import type { Sent } from "../platform/worker-channel.ts";
import type { TrialResult } from "../rules/trial.ts";
import type { RebuildProgress } from "../search/indexer/indexer.ts";
import type { BackgroundOperation } from "../storage/write-operation.ts";

/** What is done in the background; each goes on when the other fails. */
export type Task = "indexing" | "rules";

/** What the background Worker is asked. */
export type Question =
  /** To do what there is to do. `isBusy`: prints come so fast that what takes long should wait. */
  | { readonly ask: "work"; readonly isBusy: boolean }
  /** The same with a segment that a search found damaged. */
  | { readonly ask: "repair"; readonly workspaceId: number; readonly segmentId: number }
  /** To build the index of a workspace anew. */
  | { readonly ask: "rebuild"; readonly workspaceId: number }
  /** Whether a rule can be among those of a workspace; `replacing` is the one whose place it takes. */
  | {
      readonly ask: "check";
      readonly workspaceId: number;
      readonly settings: RuleSettings;
      readonly replacing: number | null;
    }
  | { readonly ask: "preview"; readonly workspaceId: number; readonly rule: RuleSettings | null }
  | { readonly ask: "try"; readonly workspaceId: number; readonly trial: RuleTrial }
  /** Whether nothing of prints that were erased before is left in the index: asked when the step that goes on has ended. */
  | { readonly ask: "isForgotten" };

/** What is sent to the background Worker; work is answered with `null` when nothing is left to do. */
export type ToBackground = Sent<
  { readonly databasePath: string; readonly question: Question },
  TrialResult | RulePreview | boolean | null,
  never
>;

/** What is to be written, and the id that this gives. */
export type Writes = Omit<BackgroundOperation, "kind">;

export type Note =
  | { readonly kind: "rebuilt"; readonly progress: RebuildProgress }
  /** A task was interrupted for this reason, and is tried again; `null` when it has gone on. */
  | { readonly kind: "task"; readonly task: Task; readonly fault: string | null };

/** What the background Worker sends: what the one writer is to write, and how it gets on. */
export type FromBackground = Sent<Writes, number, Note>;
