import type { VerificationAnswer } from "../contract/journal.ts";
import type { Clock } from "../domain/clock.ts";
import { formatInstant } from "../domain/instant.ts";
import type { Workspace } from "../domain/workspace.ts";
import type { Log } from "../operations/log.ts";
import { sentenceOf } from "../platform/system-error.ts";
import type { Sent } from "../platform/worker-channel.ts";
import { WorkerThread } from "../platform/worker-thread.ts";
import type { SealRecord } from "./seal-record.ts";
import { readReport, writeReport } from "./verification-report.ts";
import type { VerifiedJournal } from "./verify-database.ts";
import type { JournalQuestion, ToJournalVerification, VerificationProgress } from "./verification-worker.ts";

export interface JournalVerificationOptions extends JournalQuestion {
  readonly workspaces: { list(): readonly Workspace[] };
  readonly record: SealRecord;
  readonly clock: Clock;
  readonly log: Log;
}

/** Verifies the journals of a running service, in a Worker. The last result is kept in the data folder. */
export class JournalVerification {
  last: VerificationAnswer | null;
  private underWay: Promise<void> | null = null;
  private told: VerificationProgress = { done: 0, total: 0 };
  private readonly worker: WorkerThread<ToJournalVerification, Sent<never, never, VerificationProgress>>;

  constructor(private readonly given: JournalVerificationOptions) {
    this.last = readReport(given.dataFolder);
    this.tellHealth();
    this.worker = new WorkerThread({
      entry: "seals/verification-worker",
      smol: true,
      restMilliseconds: 0,
      receive: (progress) => {
        this.told = progress;
      },
    });
  }

  /** How far it is; `null` when none is under way. */
  get progress(): VerificationProgress | null {
    return this.underWay === null ? null : this.told;
  }

  /** Begins one, unless one is under way. */
  begin(): void {
    this.underWay ??= this.run().finally(() => (this.underWay = null));
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    this.worker.end("the service stops");
    await this.underWay;
  }

  private async run(): Promise<void> {
    const { databasePath, dataFolder, place, access, log, clock } = this.given;
    this.told = { done: 0, total: 0 };
    try {
      const verified = await this.worker.ask({ databasePath, dataFolder, place, access });
      this.last = this.reportOf(verified, formatInstant(clock()));
      writeReport(dataFolder, this.last);
      const { findingCount, entries } = verified;
      log.write(findingCount === 0 ? "info" : "error", "the journal was verified", { entries, findingCount });
    } catch (error) {
      log.write("warning", "the journal could not be verified", { error: sentenceOf(error) });
    }
    this.tellHealth();
  }

  private reportOf(verified: VerifiedJournal, endedAt: string): VerificationAnswer {
    const slugs = new Map(this.given.workspaces.list().map(({ id, slug }) => [id, slug]));
    const { held: keptElsewhere, findings, restores, ...counts } = verified;
    const slugOf = (workspaceId: number | null) => slugs.get(workspaceId ?? 0) ?? null;
    return {
      ...counts,
      endedAt,
      keptElsewhere,
      findings: findings.map(({ workspaceId, ...finding }) => ({
        ...finding,
        workspace: slugOf(workspaceId),
      })),
      restores: restores.map(({ workspaceId, at, seals }) => ({
        workspace: slugOf(workspaceId),
        at: formatInstant(at),
        seals,
      })),
    };
  }

  private tellHealth(): void {
    const count = this.last?.findingCount ?? 0;
    this.given.record.finding =
      count === 0
        ? null
        : `The last verification of the journal found ${count} faults: what is stored is not what was entered. See the page "Journal".`;
  }
}
