import type { Page, Print } from "./print.ts";
import type { Wanted } from "./word-search.ts";

/** Asks for a page of prints. @param cursor `null` for the newest */
export type Search = (slug: string, wanted: Wanted, cursor: string | null) => Promise<Page>;

/** The part of a result that is shown, newest first, and where it goes on. */
interface Shown {
  readonly prints: readonly Print[];
  /** `null` when everything is shown. */
  readonly cursor: string | null;
}

/** What is known of a search's result. */
export interface Feed extends Shown {
  readonly slug: string;
  readonly wanted: Wanted;
  readonly total: number;
  /** Prints whose text cannot be searched yet. */
  readonly textPending: number;
  /** Counts the searches: another number is another search, with another result. */
  readonly search: number;
  /** More is new than one page holds, and nothing of it is shown so as not to lose the reader's place. */
  readonly behind: boolean;
}

interface FeedEvents {
  onChange(feed: Feed): void;
  onError(error: unknown): void;
}

/**
 * The result of the current search: begun anew, continued downwards, and kept up to date at the top. Answers that
 * belong to an earlier search are dropped, in whatever order they come.
 */
export class PrintFeed {
  private feed: Feed | null = null;
  /** The newest search, also while its first answer is awaited. */
  private wanted: Pick<Feed, "slug" | "wanted" | "search"> = { slug: "", wanted: {}, search: 0 };
  private loading = false;
  private refreshing = false;

  constructor(
    private readonly find: Search,
    private readonly events: FeedEvents,
  ) {}

  /** Begins another search; what is shown stays until its answer comes. */
  async start(slug: string, wanted: Wanted): Promise<void> {
    this.wanted = { slug, wanted, search: this.wanted.search + 1 };
    this.loading = false;
    this.refreshing = false;
    await this.refresh(false);
  }

  async more(): Promise<void> {
    const feed = this.current();
    if (feed === null || feed.cursor === null || this.loading) return;
    this.loading = true;
    await this.ask(feed.cursor, (page) => {
      const current = this.current() ?? feed;
      const known = new Set(current.prints.map(({ id }) => id));
      const prints = [...current.prints, ...page.items.filter(({ id }) => !known.has(id))];
      this.publish({ ...current, prints, cursor: page.nextCursor, ...countsOf(page) });
    });
    if (feed.search === this.wanted.search) this.loading = false;
  }

  /**
   * Looks for what is new, or for the first page when that could not be had before.
   * @param keepPlace whether the reader is somewhere down the list, which must then not be replaced
   */
  async refresh(keepPlace: boolean): Promise<void> {
    if (this.wanted.slug === "" || this.refreshing) return;
    const { search } = this.wanted;
    this.refreshing = true;
    await this.ask(null, (page) => {
      const current = this.current();
      const merged = current === null ? null : mergeNewest(current, page);
      if (current === null || (merged === null && !keepPlace)) this.publish(firstOf(page, this.wanted));
      else if (merged === null) this.publish({ ...current, ...countsOf(page), behind: true });
      else this.publish({ ...current, ...merged, ...countsOf(page), behind: false });
    });
    if (search === this.wanted.search) this.refreshing = false;
  }

  /** Shows a print that has just been changed as it is now, without waiting for the next look. */
  replace(print: Print): void {
    const feed = this.feed;
    if (feed === null || !feed.prints.some(({ id }) => id === print.id)) return;
    this.publish({ ...feed, prints: feed.prints.map((shown) => (shown.id === print.id ? print : shown)) });
  }

  /** What is shown, if it is the result of the newest search. */
  private current(): Feed | null {
    return this.feed?.search === this.wanted.search ? this.feed : null;
  }

  private async ask(cursor: string | null, use: (page: Page) => void): Promise<void> {
    const { slug, wanted, search } = this.wanted;
    try {
      const page = await this.find(slug, wanted, cursor);
      if (search === this.wanted.search) use(page);
    } catch (error) {
      if (search === this.wanted.search) this.events.onError(error);
    }
  }

  private publish(feed: Feed): void {
    this.feed = feed;
    this.events.onChange(feed);
  }
}

function firstOf(page: Page, of: Pick<Feed, "slug" | "wanted" | "search">): Feed {
  return { ...of, ...countsOf(page), prints: page.items, cursor: page.nextCursor, behind: false };
}

function countsOf({ total, textPending = 0 }: Page): Pick<Feed, "total" | "textPending"> {
  return { total, textPending };
}

/**
 * Brings what is shown up to date with the newest page: new prints come on top, changed ones are replaced, and those
 * that no longer match go, as far down as the page reaches.
 * @returns `null` when so much is new that the page does not reach what is shown
 */
function mergeNewest(shown: Shown, newest: Page): Shown | null {
  const oldest = newest.items.at(-1);
  const first = shown.prints[0];
  if (newest.nextCursor === null || oldest === undefined || first === undefined)
    return { prints: newest.items, cursor: newest.nextCursor };
  if (first.id < oldest.id) return null;
  const older = shown.prints.filter(({ id }) => id < oldest.id);
  // Nothing older was shown and the page now ends elsewhere: it says itself where it goes on.
  const cursor = older.length > 0 || shown.prints.length === 0 ? shown.cursor : newest.nextCursor;
  return { prints: [...newest.items, ...older], cursor };
}
