import type { ChangedPages } from "../storage/changed-pages.ts";
import type { StateFacts } from "./backup-layout.ts";
import { BACKUP_LIMITS } from "./backup-limits.ts";
import type { LiveDatabase } from "./live-database.ts";
import type { Pace } from "./pace.ts";
import { FIRST_PAGE, lockedPage, PageHashes } from "./page-hashes.ts";
import { PageSet } from "./page-set.ts";
import type { PageBuffer } from "./segment-file.ts";

/** What was collected of a database's state. */
export interface Collected {
  readonly facts: Omit<StateFacts, "takenAt" | "pageBytes" | "databasePages" | "checksum">;
  /** Epoch milliseconds: what was acknowledged before is in it. */
  readonly takenAt: number;
  readonly databasePages: number;
  /** Whether all pages that have changed were collected: with them the copy is the state. */
  readonly isConsistent: boolean;
}

/** A copy of the database that is to follow it: what it has, and which pages may be others by now. */
export class PageTracker {
  /** Pages that may have changed since they were collected; all that have are among them while {@link isComplete}. */
  changed = new PageSet();

  constructor(
    readonly hashes = new PageHashes(),
    /** Whether it is known which pages have changed: if not, all are to be compared. */
    public isComplete = true,
  ) {}

  /** Notes what {@link ChangeFeed.collect} has put into a buffer as in the copy. */
  confirm(
    pages: Iterable<{ readonly number: number; readonly page: Uint8Array }>,
    collected: Collected,
  ): void {
    for (const { number, page } of pages) this.hashes.set(number, page);
    if (collected.isConsistent) this.hashes.truncate(collected.databasePages);
  }

  /** Notes that what was collected has not come into the copy. */
  giveBack(pages: Iterable<{ readonly number: number }>): void {
    for (const { number } of pages) this.changed.add(number);
  }
}

/** Tells those who follow the database which pages have changed. */
export class ChangeFeed {
  private readonly trackers = new Set<PageTracker>();

  /** @param noted where the writer notes pages; `null` where nothing writes but what a view holds back */
  constructor(
    private readonly live: LiveDatabase,
    private readonly noted: ChangedPages | null,
  ) {
    noted?.watch();
    // What happened before anybody follows is of no use.
    noted?.take(0, () => {});
  }

  /** From now on the tracker is told; until {@link remove}. */
  add(tracker: PageTracker): void {
    // With what is noted already: a page of it may not have come into the file yet.
    this.trackers.add(tracker);
  }

  remove(tracker: PageTracker): void {
    this.trackers.delete(tracker);
  }

  /**
   * Compares all pages with the copy, after what happened while nothing was noted.
   * @throws what ends the pace
   */
  async compareAll(tracker: PageTracker, pace: Pace): Promise<void> {
    tracker.isComplete = true;
    try {
      await readAll(this.live, pace, (number, page) => {
        if (!tracker.hashes.has(number, page)) tracker.changed.add(number);
      });
    } catch (error) {
      tracker.isComplete = false;
      throw error;
    }
  }

  /**
   * Collects the pages that differ from the copy, as they are this moment, until the buffer is full.
   * @param clock tells the moment
   */
  collect(tracker: PageTracker, buffer: PageBuffer, clock: () => number): Collected {
    this.pull();
    const takenAt = clock();
    using view = this.live.view();
    const candidates = tracker.changed;
    tracker.changed = new PageSet();
    // What was folded before the state was held is asked for. What is noted after it may be newer: it is looked at again.
    this.pull();
    for (const page of tracker.changed) candidates.add(page);
    for (const page of view.logPages) candidates.add(page);
    // Pages that were never written are none of those.
    for (let page = tracker.hashes.pages + FIRST_PAGE; page <= view.pages; page++) candidates.add(page);
    const locked = lockedPage(this.live.pageBytes);
    let isAll = true;
    for (const number of candidates) {
      if (number < FIRST_PAGE || number > view.pages || number === locked) continue;
      if (!isAll) {
        tracker.changed.add(number);
        continue;
      }
      const page = view.page(number);
      if (tracker.hashes.has(number, page)) continue;
      if (buffer.isFull) {
        isAll = false;
        tracker.changed.add(number);
      } else buffer.add(number, page);
    }
    const isConsistent = isAll && tracker.isComplete;
    return { facts: view.facts(), takenAt, databasePages: view.pages, isConsistent };
  }

  private pull(): void {
    if (this.noted === null) return;
    const isKnown = this.noted.take(this.live.filePages, (page) => {
      for (const { changed } of this.trackers) changed.add(page);
    });
    if (!isKnown) for (const tracker of this.trackers) tracker.isComplete = false;
  }
}

/** Reads all pages of the file once, each as it is that moment. */
export async function readAll(
  live: LiveDatabase,
  pace: Pick<Pace, "spend">,
  visit: (number: number, page: Uint8Array) => void,
  onPiece: (first: number, piece: Uint8Array) => void = () => {},
): Promise<void> {
  const { pageBytes } = live;
  const locked = lockedPage(pageBytes);
  const buffer = new Uint8Array(Math.floor(BACKUP_LIMITS.pieceBytes / pageBytes) * pageBytes);
  for (let first = FIRST_PAGE; first <= live.filePages;) {
    const room =
      first < locked ? Math.min(buffer.byteLength, (locked - first) * pageBytes) : buffer.byteLength;
    const pages = live.readFile(first, buffer.subarray(0, room));
    if (pages === 0) return;
    for (let index = 0; index < pages; index++)
      visit(first + index, buffer.subarray(index * pageBytes, (index + 1) * pageBytes));
    onPiece(first, buffer.subarray(0, pages * pageBytes));
    first += pages;
    if (first === locked) first++;
    await pace.spend(pages * pageBytes);
  }
}
