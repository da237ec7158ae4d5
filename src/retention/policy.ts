import type { Database } from "bun:sqlite";
import { conditionFilter, isKeeping } from "../contract/retention.ts";
import { momentBefore, readAge } from "../domain/age.ts";
import { RETENTION_LIMITS } from "../domain/retention-limits.ts";
import type { GivenRetentionRule, RetentionLimits, RetentionSettings, Waiting } from "../domain/retention.ts";
import type { SearchFilter } from "../domain/search-query.ts";
import { policyVersion } from "../storage/policy-version.ts";
import { RetentionStore } from "../storage/retention-store.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import type { Bounds } from "./quota.ts";

/** A rule as it is applied. */
export interface PolicyRule {
  /** `null` for one that there is not yet. */
  readonly id: number | null;
  readonly name: string;
  readonly filter: SearchFilter;
  /** `null` where it deletes nothing: it keeps, or waits. */
  readonly bounds: Bounds | null;
}

/** What is to be done with the prints of a workspace. */
export interface WorkspacePolicy {
  readonly workspaceId: number;
  /** See `policyVersion`. */
  readonly version: number;
  /** In their order; only those that are enabled. */
  readonly rules: readonly PolicyRule[];
  readonly holds: readonly Hold[];
}

/** The prints that are under a hold. */
export interface Hold {
  readonly name: string;
  readonly filter: SearchFilter;
}

/** Which rules count, and how. */
export interface PolicyWish {
  /** The trusted time, epoch milliseconds. */
  readonly now: number;
  /** Whether a rule's limits are applied; the others keep what they are for. */
  readonly isApplied: (rule: RetentionSettings & Waiting & { readonly id: number | null }) => boolean;
  /** Whether ages of a week and more count too: those are for the night. */
  readonly withLongAges: boolean;
  /** A rule to try out, in the place of another or where it is to be. */
  readonly trial?: { readonly given: GivenRetentionRule; readonly replaces: number | null };
}

/** Reads the policies of all workspaces, or of one, as of one moment. */
export function readPolicies(
  database: Database,
  wish: PolicyWish,
  workspaceId: number | null = null,
): WorkspacePolicy[] {
  const ids = workspaceId === null ? new WorkspaceStore(database).list().map(({ id }) => id) : [workspaceId];
  return database.transaction(() => ids.map((id) => readPolicy(database, wish, id)))();
}

function readPolicy(database: Database, wish: PolicyWish, workspaceId: number): WorkspacePolicy {
  const store = new RetentionStore(database);
  const rules = withTrial(store.list(workspaceId), wish.trial)
    .filter(({ enabled }) => enabled)
    .map((rule) => ({
      id: rule.id,
      name: rule.name,
      filter: conditionFilter(rule.condition),
      bounds: isKeeping(rule) || !wish.isApplied(rule) ? null : boundsOf(rule, wish),
    }));
  return {
    workspaceId,
    version: policyVersion(database, workspaceId),
    rules,
    holds: readHolds(store, workspaceId),
  };
}

/** The holds of a workspace. @param releasedSince those released before then count no more */
export function readHolds(store: RetentionStore, workspaceId: number, releasedSince?: number): Hold[] {
  return store.holds
    .list(workspaceId, releasedSince ?? Number.POSITIVE_INFINITY)
    .map(({ name, condition }) => ({ name, filter: conditionFilter(condition) }));
}

type Applied = RetentionSettings & Waiting & { readonly id: number | null };

function withTrial(rules: readonly Applied[], trial: PolicyWish["trial"]): readonly Applied[] {
  if (trial === undefined) return rules;
  const { given, replaces } = trial;
  const tried: Applied = { ...given.settings, id: replaces, appliesFrom: null, wouldDelete: 0 };
  const place = rules.findIndex(({ id }) => id === replaces);
  const others = rules.filter(({ id }) => id !== replaces);
  return others.toSpliced(given.position ?? (place < 0 ? others.length : place), 0, tried);
}

/** What limits mean at a moment. */
export function boundsOf(
  { maxAge, maxPrints, maxSize }: RetentionLimits,
  { now, withLongAges }: Pick<PolicyWish, "now" | "withLongAges">,
): Bounds {
  const age = maxAge === null ? null : readAge(maxAge);
  const before = age === null ? null : momentBefore(now, age);
  const isLong = before !== null && now - before >= RETENTION_LIMITS.shortAgeMilliseconds;
  return { before: isLong && !withLongAges ? null : before, maxPrints, maxSize };
}
