import type { AuditEntry, AuditFilter, AuditNote } from "../../audit/audit-entry.ts";
import type { Awaitable } from "../../domain/awaitable.ts";
import type {
  ReapplicationBounds,
  Rule,
  RulePreview,
  RuleSettings,
  RulesStatus,
  RuleTrial,
} from "../../domain/rule.ts";
import type { SavedSearch } from "../../domain/saved-search.ts";
import type { Webhook } from "../../domain/webhook.ts";
import type { TrialResult } from "../../rules/trial.ts";

/** Reads the webhooks of all workspaces. */
export interface WebhookReading {
  /** All webhooks, the oldest first. */
  list(): Awaitable<Webhook[]>;
  /** A webhook of a workspace. @throws TillrollError NOT_FOUND */
  get(workspaceId: number, id: number): Awaitable<Webhook>;
}

/** Reads the rules of workspaces. */
export interface RuleReading {
  /** The rules of a workspace, in their order. */
  list(workspaceId: number): Awaitable<Rule[]>;
  /** A rule of a workspace. @throws TillrollError NOT_FOUND */
  get(workspaceId: number, id: number): Awaitable<Rule>;
  /** Whether the rules that come with Tillroll count in a workspace. */
  areDefaultsEnabled(workspaceId: number): Awaitable<boolean>;
}

/** Reads the searches of workspaces that have a name. */
export interface SavedSearchReading {
  /** Those of a workspace, by name. */
  list(workspaceId: number): Awaitable<SavedSearch[]>;
  /** One of a workspace. @throws TillrollError NOT_FOUND */
  get(workspaceId: number, id: number): Awaitable<SavedSearch>;
}

/** Reads the audit log. */
export interface AuditReading {
  /** The entries that are asked for, the newest first. */
  list(filter: AuditFilter): Awaitable<AuditEntry[]>;
}

/** What is done with stored prints beside the requests: rules, looks for card numbers, the index. */
export interface BackgroundWork {
  /**
   * Checks whether a rule can be among those of a workspace.
   * @param replacing the rule whose place it takes
   * @throws TillrollError BAD_REQUEST
   */
  checkRule(workspaceId: number, settings: RuleSettings, replacing?: number | null): Promise<void>;
  /** Tries rules out. @throws TillrollError BAD_REQUEST, NOT_FOUND, PRINT_DATA_DAMAGED */
  tryRules(workspaceId: number, trial: RuleTrial): Promise<TrialResult>;
  /** Tries a rule, or those that there are (`null`), out on the newest prints. @throws TillrollError BAD_REQUEST */
  previewRule(workspaceId: number, rule: RuleSettings | null): Promise<RulePreview>;
  /** Has the rules applied once more to prints that are there. @throws TillrollError CONFLICT while this is under way */
  reapplyRules(workspaceId: number, bounds: ReapplicationBounds, audit?: AuditNote): Promise<void>;
  /** Has the prints that are there looked through for card numbers. @throws TillrollError CONFLICT while this is under way */
  scanForCards(workspaceId: number, audit: AuditNote): Promise<void>;
  /** What the rules of a workspace are doing. */
  rulesStatus(workspaceId: number): Awaitable<RulesStatus>;
  /** Has the index of a workspace made anew. */
  rebuild(workspaceId: number): void;
  /** How far that is, in prints; `null` where it is not under way. */
  progressOf(workspaceId: number): Awaitable<{ readonly done: number; readonly total: number } | null>;
}
