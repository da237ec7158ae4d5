import type { ChainPrint } from "../data/chain.ts";
import type { Workload } from "../data/workload.ts";
import { comparisonOf, type Fits, fitsOf } from "./model.ts";
import type { Answer, SearchInstance } from "./search-instance.ts";

/**
 * Prints that each query is asked about in a row, which is quicker than all queries about each print. Between blocks an
 * interruption is noticed.
 */
const BLOCK_PRINTS = 2000;

/** One answer, while all prints go by. */
class AnswerCheck {
  private total = 0;
  /** Matches that come before the page in the order. */
  private before = 0;
  /** Matches from the page's first to its last print; one more than there should be is enough to know. */
  private readonly within: ChainPrint[] = [];
  private readonly fits: Fits;
  private readonly compare: (left: ChainPrint, right: ChainPrint) => number;

  private constructor(
    private readonly instance: SearchInstance,
    private readonly answer: Answer,
    private readonly first: ChainPrint | null,
    private readonly last: ChainPrint | null,
  ) {
    this.fits = fitsOf(instance.query.filter);
    this.compare = comparisonOf(instance.query.orderBy);
  }

  static of(instance: SearchInstance, answer: Answer, workload: Workload): AnswerCheck {
    const print = (id: number | undefined) => (id === undefined ? null : workload.printWithId(id));
    return new AnswerCheck(instance, answer, print(answer.ids[0]), print(answer.ids.at(-1)));
  }

  see(prints: readonly ChainPrint[]): void {
    const { first, last, answer, within } = this;
    for (const print of prints) {
      if (!this.fits(print)) continue;
      this.total++;
      if (first === null || last === null) continue;
      if (this.compare(print, first) < 0) this.before++;
      else if (this.compare(print, last) <= 0 && within.length <= answer.ids.length) within.push(print);
    }
  }

  /** What is wrong with the answer, `null` when nothing is. */
  fault(): string | null {
    const { instance, answer, total } = this;
    const { offset, query } = instance;
    const ids = this.within.toSorted(this.compare).map(({ id }) => id);
    const length = Math.max(0, Math.min(query.pageSize, total - offset));
    const where = `${instance.kind}, ${JSON.stringify(instance.body)}`;
    if (answer.total !== total) return `${where}: a total of ${answer.total}, not ${total}`;
    if (answer.ids.length !== length) return `${where}: ${answer.ids.length} prints, not ${length}`;
    if (length > 0 && this.before !== offset)
      return `${where}: ${this.before} prints are before, not ${offset}`;
    if (answer.ids.join() !== ids.join()) return `${where}: the page has other prints`;
    return null;
  }
}

/**
 * Checks answers against all prints of the workload, generated once more: the total, how many matches come before
 * the page, and that the page is exactly the matches from its first to its last print. Any order is checked so in
 * one pass and in little memory.
 * @returns the faults, in words
 */
export async function checkAnswers(
  workload: Workload,
  answered: readonly (readonly [SearchInstance, Answer])[],
): Promise<string[]> {
  const checks = answered.map(([instance, answer]) => AnswerCheck.of(instance, answer, workload));
  const { chain } = workload;
  for (let from = 0; from < chain.length; from += BLOCK_PRINTS) {
    const length = Math.min(BLOCK_PRINTS, chain.length - from);
    const prints = Array.from({ length }, (_, index) => chain.at(from + index));
    for (const check of checks) check.see(prints);
    await Bun.sleep(0);
  }
  return checks.map((check) => check.fault()).filter((fault) => fault !== null);
}
