import { RETENTION_LIMITS } from "../domain/retention-limits.ts";
import { SERVICE_LIMITS, type ServiceLimitName } from "../domain/retention.ts";
import { deletedPrints } from "./deleted-prints.ts";
import { countAll, type Expired, isKept, type Look, type Step } from "./expired-prints.ts";
import { merged } from "./merged.ts";
import type { WorkspacePolicy } from "./policy.ts";
import type { Candidate } from "./print-scan.ts";

/** A print that no rule is for. */
interface Unruled {
  readonly id: number;
  readonly policy: WorkspacePolicy;
  /** `null` for one that was deleted since the run began. */
  readonly candidate: Candidate | null;
}

/** The prints beyond the service's limit of their number, of those that no rule is for: the oldest of all workspaces first. */
export function* expiredByCount(
  look: Look,
  policies: readonly WorkspacePolicy[],
  maxPrints: number,
): Step<Expired> {
  const wish = { deletedSince: look.now, withBytes: false };
  let excess = -maxPrints;
  for (const policy of policies) excess += (yield* countAll(look.scan, policy, wish)).get(-1)?.prints ?? 0;
  if (excess > 0) yield* oldest(look, policies, SERVICE_LIMITS.maxPrints, () => excess-- > 0);
}

/** What is to be removed for the disk's sake: some has been deleted already, the rest is to be. */
export interface Room extends Expired {
  readonly isDeleted: boolean;
}

/**
 * What is to go so that the database uses no more of the disk than it may: deleted prints first, those deleted first, then the
 * oldest of all workspaces that no rule is for. None of it is there to be restored: the disk has no room for it.
 */
export function* expiredBySize(
  look: Look,
  policies: readonly WorkspacePolicy[],
  maxSize: number,
): Step<Room> {
  let missing = look.scan.usedBytes() - maxSize;
  if (missing <= 0) return;
  const take = (candidate: Candidate | null) => {
    if (missing <= 0) return false;
    if (candidate !== null && !isKept(candidate)) missing -= roomOf(candidate);
    return true;
  };
  for (const found of deletedPrints(look, policies, Number.POSITIVE_INFINITY)) {
    if (missing <= 0) return;
    if (found === null) yield null;
    else {
      const candidates = found.candidates.filter((candidate) => !isKept(candidate) && take(candidate));
      yield { ...found, ruleId: null, name: SERVICE_LIMITS.maxSize, candidates, isDeleted: true };
    }
  }
  for (const found of oldest(look, policies, SERVICE_LIMITS.maxSize, take))
    yield found === null ? null : { ...found, isDeleted: false };
}

/** What the file has more room when a print is removed, roughly, bytes. */
export function roomOf({ storedBytes }: Pick<Candidate, "storedBytes">): number {
  return storedBytes + RETENTION_LIMITS.overheadBytes;
}

/** The oldest prints that no rule is for. @param take asked of each in its turn, until it says that it was enough */
function* oldest(
  look: Look,
  policies: readonly WorkspacePolicy[],
  name: ServiceLimitName,
  take: (candidate: Candidate | null) => boolean,
): Step<Expired> {
  const sources = policies.map((policy) => unruled(look, policy));
  let gathered: Unruled[] = [];
  for (const next of merged(sources, (one, other) => one.id - other.id)) {
    if (next === null) yield null;
    else if (!take(next.candidate)) break;
    else gathered.push(next);
    if (gathered.length >= RETENTION_LIMITS.scannedPrints) {
      yield* byWorkspace(gathered, name);
      gathered = [];
    }
  }
  yield* byWorkspace(gathered, name);
}

function* byWorkspace(gathered: readonly Unruled[], name: string): Generator<Expired, void> {
  for (const [policy, some] of Map.groupBy(gathered, (each) => each.policy)) {
    const candidates = some.flatMap(({ candidate }) => candidate ?? []);
    if (candidates.length > 0) yield { policy, ruleId: null, name, candidates };
  }
}

/** The prints of a workspace that no rule is for, piece by piece, the oldest first. */
function* unruled({ scan, now }: Look, policy: WorkspacePolicy): Generator<readonly Unruled[], void> {
  const wish = { deletedSince: now, withBytes: false };
  const { from, to } = scan.range(policy.workspaceId);
  for (let start = from; start < to; start += RETENTION_LIMITS.scannedPrints) {
    const ids: number[] = [];
    const found = scan.look(policy, start, wish, ({ id, rule }) => {
      if (rule === -1) ids.push(id);
      return rule === -1;
    });
    const byId = new Map(found.map((candidate) => [candidate.print.id, candidate]));
    yield ids.map((id) => ({ id, policy, candidate: byId.get(id) ?? null }));
  }
}
