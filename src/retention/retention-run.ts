import type { Database } from "bun:sqlite";
import { RETENTION_LIMITS } from "../domain/retention-limits.ts";
import type { RetentionReport, ServiceRetention } from "../domain/retention.ts";
import { SERVICE_LIMITS } from "../domain/retention.ts";
import { type Expired, expiredByRules, isKept } from "./expired-prints.ts";
import type { Deed, Done } from "./messages.ts";
import { boundsOf, type PolicyWish, readPolicies } from "./policy.ts";
import { duePrints } from "./preview.ts";
import type { Candidate, PrintScan } from "./print-scan.ts";
import { expiredByCount, expiredBySize } from "./service-limits.ts";

export interface RunOptions {
  readonly database: Database;
  readonly scan: PrintScan;
  /** The trusted time, epoch milliseconds. */
  readonly now: number;
  /** The service's limits that apply already. */
  readonly limits: ServiceRetention;
  /** Whether ages of a week and more are looked at too, and deleted prints removed. */
  readonly isNight: boolean;
  /** Has something done, in its turn behind what tills and people do. */
  readonly act: (deed: Deed) => Promise<Done>;
  /** Called between pieces of looking. */
  readonly pause: () => Promise<void>;
}

/**
 * Finds what is to go, and has it marked deleted and then, after its time, removed. It keeps nothing from run to run: what the
 * end of the service interrupts, the next run finds again.
 */
export class RetentionPass {
  private readonly deleted: Record<string, number> = {};
  private readonly sums = { purged: 0, purgedBytes: 0, held: 0, waitingForPaper: 0 };

  constructor(private readonly options: RunOptions) {}

  async run(): Promise<RetentionReport> {
    const { database, scan, now, limits, isNight } = this.options;
    const isApplied: PolicyWish["isApplied"] = ({ appliesFrom }) =>
      appliesFrom !== null && appliesFrom <= now;
    const wish = { now, isApplied, withLongAges: isNight };
    const policies = readPolicies(database, wish);
    const look = { scan, now };
    const { before } = boundsOf({ ...limits, maxPrints: null, maxSize: null }, wish);
    for (const policy of policies)
      await this.each(expiredByRules(look, policy, before), (found) => this.expire(found));
    if (limits.maxPrints !== null)
      await this.each(expiredByCount(look, policies, limits.maxPrints), (found) => this.expire(found));
    if (limits.purgeAfter !== null && isNight) {
      const name = SERVICE_LIMITS.purgeAfter;
      const due = duePrints(database, look, policies, limits.purgeAfter);
      await this.each(due, (found) =>
        this.purge({ ...found, ruleId: null, name }, this.free(found.candidates)),
      );
    }
    if (limits.maxSize !== null)
      await this.each(expiredBySize(look, policies, limits.maxSize), async (found) => {
        if (!found.isDeleted) await this.expire(found);
        await this.purge(
          found,
          found.candidates.filter((candidate) => !isKept(candidate)),
        );
      });
    return { deleted: this.deleted, ...this.sums };
  }

  private async each<Found>(
    steps: Generator<Found | null, void>,
    work: (found: Found) => Promise<void>,
  ): Promise<void> {
    for (const found of steps) {
      if (found !== null) await work(found);
      await this.options.pause();
    }
  }

  private async expire({ policy, name, candidates }: Expired): Promise<void> {
    const { workspaceId, version } = policy;
    for (const some of pieces(this.free(candidates))) {
      const prints = some.map(({ print, fingerprint }) => ({ id: print.id, fingerprint }));
      const done = await this.options.act({ do: "expire", workspaceId, name, version, prints });
      if (done.prints > 0) this.deleted[name] = (this.deleted[name] ?? 0) + done.prints;
    }
  }

  private async purge(
    { policy: { workspaceId }, name }: Expired,
    candidates: readonly Candidate[],
  ): Promise<void> {
    if (candidates.length === 0) return;
    // However many: the one who removes them cuts them into pieces.
    const printIds = candidates.map(({ print }) => print.id);
    const { prints, bytes } = await this.options.act({ do: "purge", workspaceId, name, printIds });
    this.sums.purged += prints;
    this.sums.purgedBytes += bytes;
  }

  /** Those that nothing keeps; the others are counted. */
  private free(candidates: readonly Candidate[]): Candidate[] {
    const free = candidates.filter((candidate) => !isKept(candidate));
    this.sums.held += candidates.filter(({ isHeld }) => isHeld !== 0).length;
    this.sums.waitingForPaper += candidates.filter((each) => isKept(each) && each.isHeld === 0).length;
    return free;
  }
}

function* pieces<Item>(items: readonly Item[]): Generator<readonly Item[], void> {
  const { deletedPrints } = RETENTION_LIMITS;
  for (let start = 0; start < items.length; start += deletedPrints)
    yield items.slice(start, start + deletedPrints);
}
