import { mergeNewest, type Shown } from "./merge-newest.ts";
import type { Page, Print } from "./print.ts";
import type { SearchBody } from "./search-body.ts";

/** Asks for a page of prints. @param cursor `null` for the newest */
export type Search = (slug: string, body: SearchBody, cursor: string | null) => Promise<Page>;

/** What is known of a search's result. */
export interface Feed extends Shown {
  readonly slug: string;
  readonly body: SearchBody;
  readonly total: number;
  /** Counts the searches: another number is another search, with another result. */
  readonly search: number;
  /** More is new than one page holds, and nothing of it is shown so as not to lose the reader's place. */
  readonly behind: boolean;
}

export interface FeedEvents {
  onChange(feed: Feed): void;
  onError(error: unknown): void;
}

/**
 * The result of the current search: begun anew, continued downwards, and kept up to date at the top. Answers that
 * belong to an earlier search are dropped, in whatever order they come.
 */
export class PrintFeed {
  #feed: Feed | null = null;
  /** The newest search, also while its first answer is awaited. */
  #search = 0;
  #loading = false;
  #refreshing = false;

  constructor(
    private readonly find: Search,
    private readonly events: FeedEvents,
  ) {}

  /** Begins another search; what is shown stays until its answer comes. */
  async start(slug: string, body: SearchBody): Promise<void> {
    const search = ++this.#search;
    this.#loading = false;
    this.#refreshing = false;
    await this.#ask(search, slug, body, null, (page) => this.#publish(firstOf(page, { slug, body, search })));
  }

  /** Continues the result downwards. */
  async more(): Promise<void> {
    const feed = this.#feed;
    if (feed === null || feed.cursor === null || this.#loading || feed.search !== this.#search) return;
    this.#loading = true;
    await this.#ask(feed.search, feed.slug, feed.body, feed.cursor, (page) => {
      const current = this.#feed ?? feed;
      const known = new Set(current.prints.map(({ id }) => id));
      const prints = [...current.prints, ...page.items.filter(({ id }) => !known.has(id))];
      this.#publish({ ...current, prints, cursor: page.nextCursor, total: page.total });
    });
    if (feed.search === this.#search) this.#loading = false;
  }

  /**
   * Looks for what is new.
   * @param keepPlace whether the reader is somewhere down the list, which must then not be replaced
   */
  async refresh(keepPlace: boolean): Promise<void> {
    const feed = this.#feed;
    if (feed === null || feed.search !== this.#search || this.#refreshing) return;
    this.#refreshing = true;
    await this.#ask(feed.search, feed.slug, feed.body, null, (page) => {
      const current = this.#feed ?? feed;
      const merged = mergeNewest(current, page);
      if (merged !== null) this.#publish({ ...current, ...merged, total: page.total, behind: false });
      else if (keepPlace) this.#publish({ ...current, total: page.total, behind: true });
      else this.#publish(firstOf(page, current));
    });
    if (feed.search === this.#search) this.#refreshing = false;
  }

  /** Shows a print that has just been changed as it is now, without waiting for the next look. */
  replace(print: Print): void {
    const feed = this.#feed;
    if (feed === null || !feed.prints.some(({ id }) => id === print.id)) return;
    this.#publish({ ...feed, prints: feed.prints.map((shown) => (shown.id === print.id ? print : shown)) });
  }

  async #ask(
    search: number,
    slug: string,
    body: SearchBody,
    cursor: string | null,
    use: (page: Page) => void,
  ): Promise<void> {
    try {
      const page = await this.find(slug, body, cursor);
      if (search === this.#search) use(page);
    } catch (error) {
      if (search === this.#search) this.events.onError(error);
    }
  }

  #publish(feed: Feed): void {
    this.#feed = feed;
    this.events.onChange(feed);
  }
}

function firstOf(page: Page, of: Pick<Feed, "slug" | "body" | "search">): Feed {
  const { slug, body, search } = of;
  return {
    slug,
    body,
    search,
    prints: page.items,
    cursor: page.nextCursor,
    total: page.total,
    behind: false,
  };
}
