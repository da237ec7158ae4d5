import { NO_TEXT, ruleText } from "../rules/receipt-text.ts";
import { patchOf, type RuleEngine, type RuleWrites } from "../rules/rule-engine.ts";
import type { RuleSet } from "../rules/rule-set.ts";
import type { ContentRow } from "../search/index-connection.ts";
import type { PrintListener } from "../search/indexer/print-listener.ts";
import type { ReceiptWords } from "../search/text/receipt-lines.ts";
import type { PrintUpdate, RuleProgress } from "../storage/write-operation.ts";

/** Fills that wait at most to be written with something else: they share a transaction with new prints. */
const WAITING_FILLS = 64;

/** What rules may work in a step of the text index, milliseconds: slow ones go on alone, behind the text. */
const STEP_MILLISECONDS = 1000;

/** What this thread has worked: on a busy machine more time passes, which is no fault of the rules. */
function workedMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How rules go over the new prints of a workspace. */
interface Run {
  readonly rules: RuleSet;
  /** The print that is next: rules see prints in their order. */
  next: number;
  /** What of that goes with what was written. */
  written: number;
}

/** Applies rules to new prints while these are decoded for the text index, where both have got as far. */
export class NewPrints implements PrintListener {
  private readonly runs = new Map<number, Run>();
  private fills: PrintUpdate[] = [];
  private pictures: number[] = [];
  private leftMilliseconds = 0;

  /** @param write returns when all is durable */
  constructor(
    private readonly engine: RuleEngine,
    private readonly write: (writes: RuleWrites) => Promise<unknown>,
  ) {}

  /** Begins a step, from where the last one that is durable ended. */
  begin(): void {
    this.clear();
    this.leftMilliseconds = STEP_MILLISECONDS;
    for (const workspace of this.engine.behind()) {
      const { id, nextOrdinal } = workspace;
      this.runs.set(id, { rules: this.engine.rulesOf(workspace), next: nextOrdinal, written: nextOrdinal });
    }
  }

  /** Forgets what is not written: it is found again. */
  clear(): void {
    this.runs.clear();
    this.fills = [];
    this.pictures = [];
  }

  onPrint(workspaceId: number, print: ContentRow, words: ReceiptWords | null): void {
    if (words?.hasPictures === true && print.deletedAt === null) this.pictures.push(print.id);
    const run = this.runs.get(workspaceId);
    if (run === undefined || run.next !== print.ordinal || this.leftMilliseconds <= 0) return;
    const began = workedMilliseconds();
    if (print.deletedAt === null) {
      const patch = patchOf(print, run.rules, () => (words === null ? NO_TEXT : ruleText(words)));
      if (patch !== null) this.fills.push({ workspaceId, printId: print.id, patch });
    }
    run.next++;
    this.leftMilliseconds -= workedMilliseconds() - began;
  }

  async afterPrints(): Promise<void> {
    if (this.fills.length + this.pictures.length >= WAITING_FILLS) await this.write(this.take());
  }

  async end(): Promise<void> {
    const writes = this.take();
    if (writes.progress.length + (writes.pictures?.length ?? 0) > 0) await this.write(writes);
  }

  settledTo(workspaceId: number): number {
    return this.runs.get(workspaceId)?.next ?? Infinity;
  }

  /** What is to be written with the next thing that is. */
  take(): RuleWrites {
    const { fills, pictures } = this;
    this.fills = [];
    this.pictures = [];
    const progress: RuleProgress[] = [];
    for (const [workspaceId, run] of this.runs) {
      if (run.next === run.written) continue;
      run.written = run.next;
      progress.push({ do: "progress", workspaceId, nextOrdinal: run.next });
    }
    return { fills, progress, pictures };
  }
}
