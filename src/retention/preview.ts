import type { Database } from "bun:sqlite";
import { momentBefore, readAge } from "../domain/age.ts";
import { RETENTION_LIMITS } from "../domain/retention-limits.ts";
import { SERVICE_LIMITS, type ServiceRetention } from "../domain/retention.ts";
import type { PrintRow } from "../storage/print-row.ts";
import { RetentionStore } from "../storage/retention-store.ts";
import { deletedPrints } from "./deleted-prints.ts";
import { type Expired, expiredByRules, isKept, type Look } from "./expired-prints.ts";
import type { PreviewQuestion } from "./messages.ts";
import { boundsOf, type PolicyWish, readHolds, readPolicies, type WorkspacePolicy } from "./policy.ts";
import type { PrintScan } from "./print-scan.ts";
import { expiredByCount, expiredBySize } from "./service-limits.ts";

/** What a rule or limit would delete now. */
export interface Preview {
  /** `null` for a limit of the service, and for a rule that there is not. */
  readonly ruleId: number | null;
  readonly name: string;
  /** The rule's workspace; `null` for a limit of the service. */
  readonly workspaceId: number | null;
  /** Of the workspace's rules and holds; see `policyVersion`. */
  readonly version: number;
  readonly prints: number;
  readonly bytes: number;
  readonly held: number;
  readonly waitingForPaper: number;
  /** Epoch milliseconds; `null` where there is nothing. */
  readonly oldest: number | null;
  readonly newest: number | null;
  readonly sample: readonly PrintRow[];
}

type Sum = { -readonly [Field in keyof Preview]: Preview[Field] } & { sample: PrintRow[] };

/**
 * Finds out what each rule and limit would delete, whether it waits or not, without deleting anything. What a limit of the
 * service would is that of the workspace alone where one is asked for.
 * @yields `null` now and then, for whoever lets others run
 */
export function* preview(
  database: Database,
  scan: PrintScan,
  { now, limits, workspaceId, trial }: PreviewQuestion,
): Generator<null, Preview[]> {
  const wish: PolicyWish = { now, isApplied: () => true, withLongAges: true };
  const ofAll = readPolicies(database, wish);
  const own = readPolicies(database, trial === undefined ? wish : { ...wish, trial }, workspaceId);
  const policies =
    workspaceId === null
      ? own
      : ofAll.map((policy) => own.find((each) => each.workspaceId === policy.workspaceId) ?? policy);
  const sums = new Sums(own, limits, trial?.given.settings.name ?? null);
  const look = { scan, now };
  const { before } = boundsOf({ ...limits, maxSize: null, maxPrints: null }, wish);
  for (const policy of own) yield* sums.addAll(expiredByRules(look, policy, before));
  if (limits.maxPrints !== null) yield* sums.addAll(expiredByCount(look, policies, limits.maxPrints));
  if (limits.maxSize !== null) yield* sums.addAll(expiredBySize(look, policies, limits.maxSize));
  if (limits.purgeAfter !== null) {
    const name = SERVICE_LIMITS.purgeAfter;
    for (const found of duePrints(database, look, own, limits.purgeAfter))
      if (found === null) yield null;
      else sums.add({ ...found, ruleId: null, name });
  }
  return sums.all();
}

/** The deleted prints that may be removed for good now. What a hold was on stays as long after its release. */
export function* duePrints(
  database: Database,
  look: Look,
  policies: readonly WorkspacePolicy[],
  purgeAfter: string,
) {
  const age = readAge(purgeAfter);
  if (age === null) return;
  const before = momentBefore(look.now, age);
  const store = new RetentionStore(database);
  const held = policies.map((policy) => ({ ...policy, holds: readHolds(store, policy.workspaceId, before) }));
  yield* deletedPrints(look, held, before);
}

/** What is found, added up for each rule and limit. */
class Sums {
  private readonly sums = new Map<string, Sum>();
  private readonly workspaceIds: ReadonlySet<number>;

  /** @param trial the name of the rule that is tried out */
  constructor(policies: readonly WorkspacePolicy[], limits: ServiceRetention, trial: string | null) {
    this.workspaceIds = new Set(policies.map(({ workspaceId }) => workspaceId));
    for (const { workspaceId, version, rules } of policies)
      for (const { id, name } of rules) this.begin(workspaceId, id, name, version);
    // One that would be disabled deletes nothing.
    if (trial !== null && policies[0] !== undefined) {
      const { workspaceId, version } = policies[0];
      if (!policies[0].rules.some(({ name }) => name === trial))
        this.begin(workspaceId, null, trial, version);
    }
    for (const [field, name] of Object.entries(SERVICE_LIMITS))
      if (limits[field as keyof ServiceRetention] !== null) this.begin(null, null, name, 0);
  }

  all(): Preview[] {
    return [...this.sums.values()];
  }

  *addAll(steps: Generator<Expired | null, void>): Generator<null, void> {
    for (const found of steps) {
      if (found !== null) this.add(found);
      yield null;
    }
  }

  add({ policy: { workspaceId }, ruleId, name, candidates }: Expired): void {
    if (!this.workspaceIds.has(workspaceId)) return;
    const sum = this.sums.get(keyOf(workspaceId, ruleId, name)) ?? this.sums.get(keyOf(null, null, name));
    if (sum === undefined) return;
    for (const candidate of candidates) {
      const { print, bytes, isHeld } = candidate;
      if (isKept(candidate)) {
        if (isHeld !== 0) sum.held++;
        else sum.waitingForPaper++;
        continue;
      }
      sum.prints++;
      sum.bytes += bytes;
      sum.oldest = Math.min(sum.oldest ?? print.createdAt, print.createdAt);
      sum.newest = Math.max(sum.newest ?? print.createdAt, print.createdAt);
      if (sum.sample.length < RETENTION_LIMITS.sample) sum.sample.push(print);
    }
  }

  private begin(workspaceId: number | null, ruleId: number | null, name: string, version: number): void {
    const nothing = { prints: 0, bytes: 0, held: 0, waitingForPaper: 0, oldest: null, newest: null };
    const sum = { ruleId, name, workspaceId, version, ...nothing, sample: [] };
    this.sums.set(keyOf(workspaceId, ruleId, name), sum);
  }
}

/** A rule may have the name of another, or of a limit. */
function keyOf(workspaceId: number | null, ruleId: number | null, name: string): string {
  return JSON.stringify([workspaceId, ruleId ?? name]);
}
