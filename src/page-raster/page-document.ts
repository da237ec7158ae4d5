import { TillrollError } from "../domain/errors.ts";
import { PAGE_LIMITS } from "./page-limits.ts";

/** The size of a page. */
export interface PageSize {
  /** Pixels across and along. */
  readonly columns: number;
  readonly rows: number;
  /** Pixels an inch. */
  readonly acrossInch: number;
  readonly alongInch: number;
}

/** What is told of a document's pages, from the top of the first on. */
export interface PageListener {
  /** A page begins. */
  page(size: PageSize): void;
  /**
   * Equal rows follow.
   * @param ink of each pixel, 0 white to 255 black; the array is used again afterwards
   */
  rows(ink: Uint8Array, count: number): void;
}

/** A document of pages. It is read as often as it is called, a row at a time. @throws TillrollError BAD_REQUEST */
export type PageDocument = (listener: PageListener) => void;

/** A document ends in the middle of a page. */
export class CutShort extends Error {}

/** A document that is not what its format says. */
export function malformed(message: string): TillrollError {
  return new TillrollError("BAD_REQUEST", message);
}

/** Counts what pages ask for, before anything is done for them. */
export class PageBudget {
  private pages = 0;
  private pixels = 0;

  /** @throws TillrollError BAD_REQUEST where a page, or all together, are more than is worked on */
  take({ columns, rows, acrossInch, alongInch }: PageSize): void {
    if (columns === 0 || rows === 0) throw malformed("A page has no pixels.");
    if (columns > PAGE_LIMITS.columns) throw malformed(`A page is wider than ${PAGE_LIMITS.columns} pixels.`);
    const { leastInch, mostInch } = PAGE_LIMITS;
    if (Math.min(acrossInch, alongInch) < leastInch || Math.max(acrossInch, alongInch) > mostInch)
      throw malformed(`A page's resolution is not from ${leastInch} to ${mostInch} pixels an inch.`);
    this.pixels += columns * rows;
    if (this.pixels > PAGE_LIMITS.pixels) throw malformed("The pages have more pixels than are worked on.");
    if (++this.pages > PAGE_LIMITS.pages) throw malformed(`There are more than ${PAGE_LIMITS.pages} pages.`);
  }
}
