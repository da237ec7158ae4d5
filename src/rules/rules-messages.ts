import type { ErrorCode, ErrorData } from "../domain/errors.ts";
import type { RuleSettings, RuleTrial } from "../domain/rule.ts";
import type { PrintPatch } from "../domain/update-print.ts";
import type { RuleChange } from "../storage/rule-store.ts";
import type { TrialResult } from "./trial.ts";

/** What rules found for a print. */
export interface Fill {
  readonly workspaceId: number;
  readonly printId: number;
  readonly patch: PrintPatch;
}

/** What is to be written together; the progress only when all of the rest is. */
export interface RuleWrites {
  readonly fills: readonly Fill[];
  readonly progress: Extract<RuleChange, { readonly do: "progress" | "reapplied" }>;
}

/** What the Worker is asked. */
export type RuleQuestion =
  /** Whether a rule can be among those of a workspace; `replacing` is the one whose place it takes. */
  | {
      readonly ask: "check";
      readonly workspaceId: number;
      readonly settings: RuleSettings;
      readonly replacing: number | null;
    }
  | { readonly ask: "try"; readonly workspaceId: number; readonly trial: RuleTrial };

/** Messages to the Worker that applies rules. */
export type ToRules =
  | { readonly kind: "open"; readonly databasePath: string }
  /** There may be something to do. `isBusy`: prints come so fast that rules should leave the machine to them. */
  | { readonly kind: "wake"; readonly isBusy: boolean }
  | { readonly kind: "question"; readonly number: number; readonly question: RuleQuestion }
  /** What became of what it had written: whether all of it is durable. */
  | { readonly kind: "written"; readonly ok: boolean };

/** Messages from it. */
export type FromRules =
  | { readonly kind: "write"; readonly writes: RuleWrites }
  | { readonly kind: "answer"; readonly number: number; readonly result: TrialResult | null }
  | {
      readonly kind: "refusal";
      readonly number: number;
      readonly code: ErrorCode;
      readonly message: string;
      readonly data: ErrorData;
    }
  /** Nothing is left to do of what the first `heard` messages were about, `open` and `written` not counted. */
  | { readonly kind: "resting"; readonly heard: number }
  | { readonly kind: "failed"; readonly reason: string };
