import type { ChainPageAnswer, ChainTotalAnswer } from "../../../contract/chain-search.ts";
import type { SearchBody } from "../../../contract/search.ts";
import { isAbort } from "./errors.ts";
import { askPage, PAGE_SIZE, type PageBody } from "./early-search.ts";
import { post, printsPath } from "./request.ts";

/** A count that took long is not made again at once: only after so many times as long as it took. */
const COUNT_REST = 20;

/** The most prints that a page without a total can be counted by: there may be more behind it. */
export interface ShopsPage extends Omit<ChainPageAnswer, "total"> {
  readonly total: number;
  /** Whether that is the number of all prints that match; else it is being counted. */
  readonly isCounted: boolean;
}

/** What was counted. */
interface Total {
  /** Of which slug and filters. */
  readonly of: string;
  value: number;
  /** The newest print then, and each time since that more were found in front of it. */
  newest: string;
  readonly countedAt: number;
  readonly milliseconds: number;
}

/**
 * Pages of the prints of all shops. A page is there at once, while what matches in all may take seconds to be counted where a
 * word is on every receipt: so it is counted apart, and not again as long as nothing new is found.
 */
export class ShopsPages {
  private total: Total | null = null;
  private counting = "";

  /** @param onCounted told when pages have another total than they said @param onError told when it cannot be counted */
  constructor(
    private readonly onCounted: () => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Asks for a page, as {@link askPage} does. */
  async ask(slug: string, body: PageBody, end: AbortSignal): Promise<ShopsPage> {
    const { page, pageSize: _, ...filters } = body;
    const answer = (await askPage(slug, body, end)) as ChainPageAnswer;
    const of = JSON.stringify([slug, filters]);
    if (page === 1 && !answer.hasNext) return { ...answer, total: answer.items.length, isCounted: true };
    const known = this.total?.of === of ? this.total : null;
    if (page === 1) {
      const isSame = known !== null && this.addNewer(known, answer);
      const age = performance.now() - (known?.countedAt ?? 0);
      if (!isSame || age > known.milliseconds * COUNT_REST) void this.count(slug, of, filters, answer, end);
    }
    // Until it is known the list ends with the first page: where others stand is counted from the other end.
    return { ...answer, total: known?.value ?? PAGE_SIZE, isCounted: known !== null };
  }

  /** Adds what is in front of the print that was the newest. @returns `false` when that is not on the first page */
  private addNewer(known: Total, { items }: ChainPageAnswer): boolean {
    const newer = items.findIndex((print) => nameOf(print) === known.newest);
    if (newer < 0) return false;
    known.value += newer;
    known.newest = nameOf(items[0]);
    return true;
  }

  private async count(
    slug: string,
    of: string,
    filters: SearchBody,
    { items }: ChainPageAnswer,
    end: AbortSignal,
  ): Promise<void> {
    if (this.counting === of) return;
    this.counting = of;
    const countedAt = performance.now();
    try {
      const { total } = await post<ChainTotalAnswer>(printsPath(slug, "count"), filters, end);
      const before = this.total;
      const milliseconds = performance.now() - countedAt;
      this.total = { of, value: total, newest: nameOf(items[0]), countedAt, milliseconds };
      if (before?.of !== of || before.value !== total) this.onCounted();
    } catch (error) {
      if (!isAbort(error)) this.onError(error);
    } finally {
      if (this.counting === of) this.counting = "";
    }
  }
}

function nameOf(print: ChainPageAnswer["items"][number] | undefined): string {
  return print === undefined ? "" : `${print.workspace}/${print.id}`;
}
