import { RETENTION_LIMITS } from "../domain/retention-limits.ts";
import { SERVICE_LIMITS } from "../domain/retention.ts";
import type { WorkspacePolicy } from "./policy.ts";
import type { Candidate, PrintScan, ScanWish } from "./print-scan.ts";
import { type Amount, type Bounds, isCounting, Quota } from "./quota.ts";

/** Prints of a workspace that are to go, by the rule or limit that says so. */
export interface Expired {
  readonly policy: WorkspacePolicy;
  /** The rule's id; `null` for a limit of the service, and for a rule that there is not. */
  readonly ruleId: number | null;
  /** The name of the rule or of the limit. */
  readonly name: string;
  readonly candidates: readonly Candidate[];
}

/** Looked at and nothing found: whoever runs it may let others run. */
export type Step<Found> = Generator<Found | null, void>;

/** What all that is looked at in a run has in common. */
export interface Look {
  readonly scan: PrintScan;
  /** The trusted time, epoch milliseconds. */
  readonly now: number;
}

/** The prints that the rules of a workspace, and the service's limit of ages, say are to go, the oldest first. */
export function* expiredByRules(
  { scan, now }: Look,
  policy: WorkspacePolicy,
  before: number | null,
): Step<Expired> {
  const { rules } = policy;
  const byAge: Bounds = { before, maxPrints: null, maxSize: null };
  if (before === null && rules.every(({ bounds }) => bounds === null)) return;
  const withBytes = rules.some(({ bounds }) => bounds?.maxSize != null);
  const wish = { deletedSince: now, withBytes };
  const isCounted = rules.some(({ bounds }) => bounds !== null && isCounting(bounds));
  const counts = isCounted ? yield* countAll(scan, policy, wish) : new Map<number, Amount>();
  const quotas = new Map<number, Quota>([[-1, new Quota(byAge, NOTHING)]]);
  for (const [index, { bounds }] of rules.entries())
    if (bounds !== null) quotas.set(index, new Quota(bounds, counts.get(index) ?? NOTHING));
  const { from, to } = scan.range(policy.workspaceId);
  for (let start = from; start < to; start += RETENTION_LIMITS.scannedPrints) {
    const ruleOfPrint = new Map<number, number>();
    let last = Number.NEGATIVE_INFINITY;
    const candidates = scan.look(policy, start, wish, ({ id, rule, createdAt, bytes }) => {
      ruleOfPrint.set(id, rule);
      last = createdAt;
      return quotas.get(rule)?.isBeyond({ createdAt, bytes }) === true;
    });
    yield* byRule(policy, candidates, ruleOfPrint);
    if ([...quotas.values()].every((quota) => quota.isDone(last))) return;
    yield null;
  }
}

const NOTHING: Amount = { prints: 0, bytes: 0 };

/** Parts candidates by their rules. */
function* byRule(
  policy: WorkspacePolicy,
  candidates: readonly Candidate[],
  ruleOfPrint: ReadonlyMap<number, number>,
): Generator<Expired, void> {
  for (const [index, some] of Map.groupBy(candidates, ({ print }) => ruleOfPrint.get(print.id) ?? -1)) {
    const rule = policy.rules[index];
    const name = rule?.name ?? SERVICE_LIMITS.maxAge;
    yield { policy, ruleId: rule?.id ?? null, name, candidates: some };
  }
}

/** How many prints of a workspace each rule is for, by its index; -1 for none. */
export function* countAll(
  scan: PrintScan,
  policy: WorkspacePolicy,
  wish: ScanWish,
): Generator<null, Map<number, Amount>> {
  const counts = new Map<number, Amount>();
  const { from, to } = scan.range(policy.workspaceId);
  for (let start = from; start < to; start += RETENTION_LIMITS.scannedPrints) {
    for (const [rule, more] of scan.count(policy, start, wish)) {
      const { prints, bytes } = counts.get(rule) ?? NOTHING;
      counts.set(rule, { prints: prints + more.prints, bytes: bytes + more.bytes });
    }
    yield null;
  }
  return counts;
}

/** Whether something keeps a print that is to go. */
export function isKept({ isHeld, waitsForPaper }: Pick<Candidate, "isHeld" | "waitsForPaper">): boolean {
  return isHeld !== 0 || waitsForPaper !== 0;
}
