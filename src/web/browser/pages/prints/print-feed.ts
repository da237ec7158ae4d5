import { signal } from "@preact/signals";
import type { DamagedPrintAnswer, PrintAnswer } from "../../../../contract/print.ts";
import type { PageAnswer, SearchBody } from "../../../../contract/search.ts";
import { PAGE_SIZE, type PageBody } from "../../client/early-search.ts";
import { UnreachableError } from "../../client/errors.ts";
import { isDamaged } from "../../../../domain/damaged-print.ts";

/** Prints that are kept; those far from what is seen are forgotten first. */
const MOST_KEPT = 3000;

/** The shortest time between two looks at a result that may have changed, milliseconds. */
const LOOK_MILLISECONDS = 250;

/** Time after which a page is asked for again whose places were not those that were expected, milliseconds. */
const DRIFT_MILLISECONDS = 100;

/** Prints that come shorter than this behind each other are many, milliseconds: to point at each would be a flicker. */
const MANY_MILLISECONDS = 300;

/** Prints that come shorter than this behind each other pour in, milliseconds: they are drawn by the batch. */
const POUR_MILLISECONDS = 60;

/** The shortest time between two draws while prints pour in, milliseconds: other frames are free for scrolling. */
const DRAW_MILLISECONDS = 100;

/** How often pages are asked for, while the reader scrolls on, before those that have come are shown. */
const MOST_ROUNDS = 3;

/** Time after which is asked again what the service did not answer, milliseconds. */
const RETRY_MILLISECONDS = 2000;

/** Time after which prints whose text was not read yet are looked for again, milliseconds. */
const TEXT_MILLISECONDS = 1000;

/** Asks for a page of a search, by its number from 1. */
export type AskPage = (slug: string, body: PageBody, end: AbortSignal) => Promise<FeedPage>;

/** A page; the total of one that is not counted yet is that of the prints that can be shown. */
export type FeedPage = Pick<PageAnswer, "items" | "total" | "textPending"> & { readonly isCounted?: boolean };

/** What is known of the result of a search. */
export interface FeedState {
  /** Counts the searches: another number is another search, with another result. */
  readonly search: number;
  /** Whether the first answer to the newest search is there. */
  readonly isKnown: boolean;
  /** Whether it is known how many match. */
  readonly isCounted: boolean;
  /** All prints that match. */
  readonly total: number;
  /** Prints that the list has: all but those that came while the reader was not at its top. */
  readonly shown: number;
  /** Prints whose text cannot be searched yet. */
  readonly textPending: number;
}

interface FeedOptions {
  readonly ask: AskPage;
  readonly onError: (error: unknown) => void;
  /** Draws once for all that came meanwhile; by default in the next frame, and less often while prints pour in. */
  readonly schedule?: (draw: () => void) => void;
  /** See {@link LOOK_MILLISECONDS}, which it is by default. */
  readonly lookMilliseconds?: number;
  /** See {@link RETRY_MILLISECONDS}, which it is by default. */
  readonly retryMilliseconds?: number;
}

/** What is in a row of the list; `workspace` where it has those of several. */
export type ListedPrint = (PrintAnswer | DamagedPrintAnswer) & { readonly workspace?: string };

/**
 * The result of the current search, of which any part can be asked for. A print's place is counted from the oldest, since
 * that does not change when prints come; each answer says how many there were when it was made, and so tells its places.
 * Answers that belong to an earlier search are dropped, in whatever order they come.
 */
export class PrintFeed {
  readonly state = signal<FeedState>({
    search: 0,
    isKnown: false,
    isCounted: true,
    total: 0,
    shown: 0,
    textPending: 0,
  });
  private slug = "";
  private body: SearchBody = {};
  /** By their places, the oldest at 0. */
  private rows = new Map<number, ListedPrint>();
  private next: FeedState = this.state.peek();
  /** The newest print that is counted in the total. */
  private newestId = 0;
  private isFollowing = true;
  private seen = { first: 0, last: PAGE_SIZE };
  private asking = new AbortController();
  /** Pages that are on their way. */
  private asked = new Set<number>();
  /** The newest print when the search began; `null` before its first answer. */
  private beganWith: number | null = null;
  /** The last print that came shortly behind another; 0 for none. */
  private lastOfMany = 0;
  private createdAt = Number.NEGATIVE_INFINITY;
  private isPouring = false;
  private drawnAt = Number.NEGATIVE_INFINITY;
  private isScheduled = false;
  private isReading = false;
  /** What was told of while an answer is on its way, and may be newer than it. */
  private arrived: PrintAnswer[] = [];
  /** The newest print that the list has; 0 when that is not known. */
  private shownNewest = 0;
  private look: ReturnType<typeof setTimeout> | undefined;
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: FeedOptions) {}

  /** Begins another search; what is shown stays until its answer comes. */
  start(slug: string, body: SearchBody): void {
    this.stop();
    const isOther = slug !== this.slug;
    this.slug = slug;
    this.body = body;
    this.newestId = 0;
    this.shownNewest = 0;
    this.beganWith = null;
    this.isFollowing = true;
    this.seen = { first: 0, last: PAGE_SIZE };
    if (isOther) this.rows.clear();
    const shown = isOther ? { total: 0, shown: 0, textPending: 0 } : {};
    this.publish({ ...shown, search: this.next.search + 1, isKnown: false });
    void this.read();
  }

  /** Asks for nothing any more. */
  stop(): void {
    this.asking.abort();
    this.asking = new AbortController();
    this.asked = new Set();
    this.isReading = false;
    clearTimeout(this.look);
    this.look = undefined;
    this.lookedAt = Number.NEGATIVE_INFINITY;
  }

  /** The print in a row of the list, from 0 for the top; undefined when it is not there yet. */
  at(index: number): ListedPrint | undefined {
    return this.rows.get(this.state.value.shown - 1 - index);
  }

  /** The row of a print; -1 when it is not there. */
  indexOf(id: number): number {
    for (const [place, print] of this.rows) if (print.id === id) return this.state.peek().shown - 1 - place;
    return -1;
  }

  /** Whether a print came after the search had begun, and not as one of many. */
  isNew({ id, workspace }: ListedPrint): boolean {
    // Of several workspaces a greater id is not a later one.
    return (
      workspace === undefined && this.beganWith !== null && id > Math.max(this.beganWith, this.lastOfMany)
    );
  }

  /** Has the prints of some rows asked for. @param last the one behind the last */
  need(first: number, last: number): void {
    this.seen = { first, last };
    if (!this.next.isKnown) return;
    for (const page of this.pagesOf(first, last)) if (!this.isThere(page)) void this.fetch(page);
  }

  /** Whether new prints are shown as they come: while the reader is at the top. */
  follow(isFollowing: boolean): void {
    this.isFollowing = isFollowing;
    if (isFollowing && this.next.shown !== this.next.total) this.publish({ shown: this.next.total });
  }

  /** A print was stored. */
  created(print: PrintAnswer): void {
    if (print.id <= this.newestId || (print.deleted && this.body.deleted !== "any")) return;
    if (!this.isEverything()) return this.lookSoon();
    this.arrived.push(print);
    if (!this.next.isKnown) return;
    const now = performance.now();
    if (now - this.createdAt < MANY_MILLISECONDS) this.lastOfMany = print.id;
    this.isPouring = now - this.createdAt < POUR_MILLISECONDS;
    this.createdAt = now;
    this.newestId = print.id;
    const total = this.next.total + 1;
    this.rows.set(total - 1, print);
    this.publish({ total, shown: this.isFollowing ? total : this.next.shown });
    this.forget();
  }

  /** A print is otherwise than it was. */
  changed(print: PrintAnswer): void {
    const isThere = this.replace(print);
    // It may match now, or not any more.
    if (!isThere || !this.isEverything() || print.deleted) this.lookSoon();
  }

  /** Prints are gone, or it is not known what changed. */
  lookSoon(wait = 0): void {
    if (this.look !== undefined) return;
    const { lookMilliseconds = LOOK_MILLISECONDS } = this.options;
    const earliest = this.lookedAt + lookMilliseconds - performance.now();
    this.look = setTimeout(
      () => {
        this.look = undefined;
        void this.read();
      },
      Math.max(wait, earliest, 0),
    );
  }

  /** Shows a print as it is now, where it is shown. @returns whether it is */
  replace(print: PrintAnswer): boolean {
    for (const [place, known] of this.rows) {
      if (known.id !== print.id) continue;
      // An answer that was under way is older than what was changed meanwhile.
      if (isDamaged(known) || known.updatedAt <= print.updatedAt) this.rows.set(place, print);
      this.publish({});
      return true;
    }
    return false;
  }

  /** Whether all prints that are created match. */
  private isEverything(): boolean {
    return Object.keys(this.body).every((key) => key === "deleted") && this.body.deleted !== true;
  }

  /** Reads the top and what is seen anew. */
  private async read(): Promise<void> {
    if (this.isReading) return this.lookSoon();
    this.isReading = true;
    this.lookedAt = performance.now();
    this.arrived = [];
    const answers = await this.readPages();
    const top = answers?.get(1);
    if (answers === null || top === undefined) return;
    this.isReading = false;
    const newest = top.items[0]?.id ?? 0;
    this.beganWith ??= newest;
    const later = this.arrived.filter(({ id }) => id > newest);
    this.rows = new Map();
    for (const [page, answer] of answers) this.place(answer, page);
    for (const [index, print] of later.entries()) this.rows.set(top.total + index, print);
    this.newestId = Math.max(this.newestId, newest, later.at(-1)?.id ?? 0);
    const total = top.total + later.length;
    const newer = this.isFollowing || !this.next.isKnown ? 0 : this.newerThanShown(top) + later.length;
    const { textPending = 0, isCounted = true } = top;
    this.publish({ isKnown: true, isCounted, total, shown: Math.max(total - newer, 0), textPending });
    if (textPending > 0) this.lookSoon(TEXT_MILLISECONDS);
    this.need(this.seen.first, this.seen.last);
  }

  /**
   * Asks for the first page and those that are seen. Where others are seen when they come, for those too: what is read
   * does not vanish for a moment.
   * @returns the pages by their numbers; `null` when it failed, or another search has begun
   */
  private async readPages(): Promise<Map<number, FeedPage> | null> {
    const answers = new Map<number, FeedPage>();
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const seen = this.next.isKnown ? this.pagesOf(this.seen.first, this.seen.last) : [];
      const pages = [...new Set([1, ...seen])].filter((page) => !answers.has(page));
      const more = await this.whileWanted((end) =>
        Promise.all(pages.map(async (page) => [page, await this.askPage(page, end)] as const)),
      );
      if (more === null) return null;
      for (const [page, answer] of more) answers.set(page, answer);
      if (more.length === 0) break;
    }
    return answers;
  }

  /** How many of the prints are newer than those that the list has. @param top the first page */
  private newerThanShown(top: FeedPage): number {
    const items: readonly ListedPrint[] = top.items;
    const place = items.findIndex(({ id, workspace }) =>
      workspace === undefined ? id <= this.shownNewest : id === this.shownNewest,
    );
    if (place >= 0) return place;
    // More than a page: as many as there are more than before.
    return Math.max(top.total - this.next.shown, 0);
  }

  private async fetch(page: number): Promise<void> {
    if (this.asked.has(page)) return;
    const { asked } = this;
    asked.add(page);
    const answer = await this.whileWanted((end) => this.askPage(page, end));
    if (answer === null) return void asked.delete(page);
    this.place(answer, page);
    if (answer.total === this.next.total) asked.delete(page);
    else {
      // Prints came or went meanwhile, of which is told soon; then there may be rows that this answer did not have.
      setTimeout(() => {
        asked.delete(page);
        this.publish({});
      }, DRIFT_MILLISECONDS);
      if (!this.isEverything()) this.lookSoon();
    }
    this.publish({});
    this.forget();
  }

  private askPage(page: number, end: AbortSignal): Promise<FeedPage> {
    return this.options.ask(this.slug, { ...this.body, page, pageSize: PAGE_SIZE }, end);
  }

  /** Calls the service for the search of now. @returns `null` when it failed, or another search has begun */
  private async whileWanted<Answer>(call: (end: AbortSignal) => Promise<Answer>): Promise<Answer | null> {
    const { signal: end } = this.asking;
    try {
      const answer = await call(end);
      return end.aborted ? null : answer;
    } catch (error) {
      if (end.aborted) return null;
      this.isReading = false;
      const { onError, retryMilliseconds = RETRY_MILLISECONDS } = this.options;
      onError(error);
      // The stream of events may go on as if nothing had been, and tell of nothing that would have it asked again.
      if (error instanceof UnreachableError) this.lookSoon(retryMilliseconds);
      return null;
    }
  }

  private place({ items, total }: FeedPage, page: number): void {
    const first = total - 1 - (page - 1) * PAGE_SIZE;
    for (const [index, print] of items.entries()) this.rows.set(first - index, print);
  }

  /** The pages in which rows of the list are, as the service numbers them. */
  private pagesOf(first: number, last: number): number[] {
    const { total, shown } = this.next;
    const newer = total - shown;
    const pageAt = (index: number) => Math.floor((Math.max(index, 0) + newer) / PAGE_SIZE) + 1;
    const lastPage = pageAt(Math.min(last, shown) - 1);
    const pages: number[] = [];
    for (let page = pageAt(first); page <= lastPage; page++) pages.push(page);
    return pages;
  }

  private isThere(page: number): boolean {
    const newest = this.next.total - 1 - (page - 1) * PAGE_SIZE;
    const oldest = Math.max(newest - PAGE_SIZE + 1, 0);
    for (let place = newest; place >= oldest; place--) if (!this.rows.has(place)) return false;
    return true;
  }

  private forget(): void {
    if (this.rows.size <= MOST_KEPT) return;
    const { shown } = this.next;
    const newest = shown - 1 - this.seen.first + MOST_KEPT / 4;
    const oldest = shown - this.seen.last - MOST_KEPT / 4;
    for (const place of this.rows.keys()) if (place < oldest || place > newest) this.rows.delete(place);
  }

  private publish(change: Partial<FeedState>): void {
    this.next = { ...this.next, ...change };
    this.shownNewest = this.rows.get(this.next.shown - 1)?.id ?? this.shownNewest;
    if (this.isScheduled) return;
    this.isScheduled = true;
    const { schedule = (draw) => this.schedule(draw) } = this.options;
    schedule(() => {
      this.isScheduled = false;
      this.drawnAt = performance.now();
      this.state.value = this.next;
    });
  }

  private schedule(draw: () => void): void {
    const wait = this.isPouring ? this.drawnAt + DRAW_MILLISECONDS - performance.now() : 0;
    if (wait > 0) setTimeout(() => requestAnimationFrame(draw), wait);
    else requestAnimationFrame(draw);
  }
}
