import { cardsInPrint } from "../cards/cards-in-print.ts";
import { withCodes } from "../fiscal/code-finder.ts";
import { NO_TEXT, ruleText } from "../rules/receipt-text.ts";
import { giftOf, type RuleEngine, type RuleWrites } from "../rules/rule-engine.ts";
import type { RuleSet } from "../rules/rule-set.ts";
import type { ContentRow } from "../search/index-connection.ts";
import type { PrintListener } from "../search/indexer/print-listener.ts";
import type { ReceiptWords } from "../search/text/receipt-lines.ts";
import type { PrintCodes } from "../storage/fiscal-writer.ts";
import type { CardNote } from "../storage/card-store.ts";
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

/** Applies rules to new prints, and finds their fiscal codes and card numbers, while these are decoded for the text index. */
export class NewPrints implements PrintListener {
  private readonly runs = new Map<number, Run>();
  private fills: PrintUpdate[] = [];
  private pictures: number[] = [];
  private cards: CardNote[] = [];
  private codes: PrintCodes[] = [];
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
    this.cards = [];
    this.codes = [];
  }

  onPrint(workspaceId: number, print: ContentRow, words: ReceiptWords | null): void {
    if (words?.hasPictures === true && print.deletedAt === null) this.pictures.push(print.id);
    const cards = cardsInPrint(words, print);
    if (cards !== null) this.cards.push({ workspaceId, printId: print.id, ...cards });
    const isLeft = words === null || print.deletedAt !== null;
    const found = isLeft ? null : this.engine.codes.find(workspaceId, print.id, words.symbols, words.written);
    if (found !== null) this.codes.push(found.codes);
    const gift = this.giftOf(workspaceId, print, words);
    const update = withCodes({ workspaceId, printId: print.id }, gift, found);
    if (update !== null) this.fills.push(update);
  }

  /** What rules give a print, where they have got as far. */
  private giftOf(workspaceId: number, print: ContentRow, words: ReceiptWords | null) {
    const run = this.runs.get(workspaceId);
    if (run === undefined || run.next !== print.ordinal || this.leftMilliseconds <= 0) return null;
    const began = workedMilliseconds();
    const gift =
      print.deletedAt === null
        ? giftOf(print, run.rules, () => (words === null ? NO_TEXT : ruleText(words)))
        : null;
    run.next++;
    this.leftMilliseconds -= workedMilliseconds() - began;
    return gift;
  }

  async afterPrints(): Promise<void> {
    if (this.found >= WAITING_FILLS) await this.write(this.take());
  }

  async end(): Promise<void> {
    const writes = this.take();
    const { progress, pictures = [], codes = [], cards = [] } = writes;
    if (progress.length + pictures.length + codes.length + cards.length > 0) await this.write(writes);
  }

  private get found(): number {
    return this.fills.length + this.pictures.length + this.codes.length + this.cards.length;
  }

  settledTo(workspaceId: number): number {
    return this.runs.get(workspaceId)?.next ?? Infinity;
  }

  /** What is to be written with the next thing that is. */
  take(): RuleWrites {
    const { fills, pictures, codes, cards } = this;
    this.fills = [];
    this.pictures = [];
    this.codes = [];
    this.cards = [];
    const progress: RuleProgress[] = [];
    for (const [workspaceId, run] of this.runs) {
      if (run.next === run.written) continue;
      run.written = run.next;
      progress.push({ do: "progress", workspaceId, nextOrdinal: run.next });
    }
    return { fills, progress, pictures, codes, cards };
  }
}
