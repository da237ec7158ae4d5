import { find } from "./element.ts";
import type { Feed } from "./print-feed.ts";
import { PrintRow } from "./print-row.ts";
import { countOfPrints, stillReading } from "./time-format.ts";

interface PrintListEvents {
  /** The end of the list is near. */
  onMore(): void;
  /** The reader wants to see what is new. */
  onNewest(): void;
  onTestPrint(): void;
}

/** Farther down than this the reader has a place in the list that must not move. */
const TOP_PIXELS = 24;

/** The list of prints. Rows are kept and only changed where the result changed. */
export class PrintList {
  private readonly scroller = find("#list", HTMLElement);
  private readonly list = find("#prints", HTMLUListElement);
  private readonly count = find("#count", HTMLElement);
  private readonly pending = find("#text-pending", HTMLElement);
  private readonly announcement = find("#announcement", HTMLElement);
  private readonly more = find("#more", HTMLButtonElement);
  private readonly newest = find("#newest", HTMLButtonElement);
  private readonly nothing = find("#nothing", HTMLElement);
  private readonly empty = find("#empty", HTMLElement);
  private readonly rows = new Map<number, PrintRow>();
  private search = -1;
  private selected: number | null = null;

  constructor(events: PrintListEvents, canWrite: boolean) {
    this.more.addEventListener("click", () => events.onMore());
    this.newest.addEventListener("click", () => {
      this.scroller.scrollTop = 0;
      this.newest.hidden = true;
      events.onNewest();
    });
    this.scroller.addEventListener("scroll", () => {
      if (this.isAtTop()) this.newest.hidden = true;
    });
    find("#test-print", HTMLButtonElement).addEventListener("click", () => events.onTestPrint());
    find("#test-print", HTMLButtonElement).hidden = !canWrite;
    new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) events.onMore();
    }).observe(this.more);
  }

  isAtTop(): boolean {
    return this.scroller.scrollTop <= TOP_PIXELS;
  }

  render(feed: Feed): void {
    const isOther = feed.search !== this.search;
    if (isOther) this.begin(feed.search);
    const anchor = this.isAtTop() ? null : this.anchor();
    const grew = this.drawRows(feed, isOther);
    if (anchor !== null) this.scroller.scrollTop += anchor.row.item.offsetTop - anchor.top;
    if (!isOther && !this.isAtTop() && (grew || feed.behind)) this.newest.hidden = false;
    this.more.hidden = feed.cursor === null;
    this.count.textContent = countOfPrints(feed.total);
    this.pending.textContent = feed.textPending > 0 ? stillReading(feed.textPending) : "";
    // Announced for each search but not for each print that comes, which would never be quiet in a busy shop.
    if (isOther) this.announcement.textContent = countOfPrints(feed.total);
    const isUnfiltered = Object.keys(feed.wanted).length === 0;
    this.empty.hidden = feed.total > 0 || !isUnfiltered;
    this.nothing.hidden = feed.total > 0 || isUnfiltered;
    this.makeReachable();
  }

  /** Shows nothing: what was shown is of another workspace. */
  clear(): void {
    this.begin(-1);
    this.count.textContent = "";
    this.pending.textContent = "";
    for (const part of [this.more, this.empty, this.nothing]) part.hidden = true;
  }

  /** Marks the print that is open. */
  select(printId: number | null): void {
    this.selected = printId;
    for (const row of this.rows.values()) this.markSelected(row);
    if (printId !== null) this.rows.get(printId)?.item.scrollIntoView({ block: "nearest" });
    this.makeReachable();
  }

  /** Moves the focus by rows; into the list when it is elsewhere. */
  move(by: 1 | -1): void {
    const links = [...this.list.querySelectorAll<HTMLAnchorElement>("a.row")];
    const focused = links.findIndex((link) => link === document.activeElement);
    const start = focused >= 0 ? focused : links.findIndex((link) => link.hasAttribute("aria-current"));
    const target = links[start < 0 ? 0 : Math.min(Math.max(start + by, 0), links.length - 1)];
    if (target === undefined) return;
    for (const link of links) link.tabIndex = link === target ? 0 : -1;
    target.focus();
    target.scrollIntoView({ block: "nearest" });
  }

  focus(printId: number): void {
    this.rows.get(printId)?.link.focus();
  }

  private begin(search: number): void {
    this.search = search;
    this.rows.clear();
    this.list.replaceChildren();
    this.scroller.scrollTop = 0;
    this.newest.hidden = true;
  }

  /** Brings the rows in line with the prints. @returns whether a row came on top */
  private drawRows(feed: Feed, isOther: boolean): boolean {
    const now = new Date();
    const wanted = new Set(feed.prints.map(({ id }) => id));
    const newestId = this.rows.keys().reduce((a, b) => Math.max(a, b), 0);
    for (const [id, row] of this.rows) {
      if (wanted.has(id)) continue;
      row.item.remove();
      this.rows.delete(id);
    }
    let grew = false;
    let next: Element | null = this.list.firstElementChild;
    for (const print of feed.prints) {
      let row = this.rows.get(print.id);
      if (row === undefined) {
        row = new PrintRow(print.id, feed.slug);
        this.rows.set(print.id, row);
        this.markSelected(row);
        if (!isOther && print.id > newestId) {
          row.item.classList.add("arrived");
          grew = true;
        }
      }
      row.draw(print, now);
      if (row.item === next) next = next.nextElementSibling;
      else this.list.insertBefore(row.item, next);
    }
    return grew;
  }

  private markSelected(row: PrintRow): void {
    if (row.id === this.selected) row.link.setAttribute("aria-current", "true");
    else row.link.removeAttribute("aria-current");
  }

  /** The first row in sight, which must stay where it is. */
  private anchor(): { row: PrintRow; top: number } | null {
    const { scrollTop } = this.scroller;
    for (const row of this.rows.values()) {
      const { offsetTop, offsetHeight } = row.item;
      if (offsetTop + offsetHeight > scrollTop) return { row, top: offsetTop };
    }
    return null;
  }

  /** The list is one stop of the Tab key: the focused row, else the open one, else the first. */
  private makeReachable(): void {
    const focused = document.activeElement;
    const links = [...this.list.querySelectorAll<HTMLAnchorElement>("a.row")];
    const stop =
      links.find((link) => link === focused) ??
      links.find((link) => link.hasAttribute("aria-current")) ??
      links[0];
    for (const link of links) link.tabIndex = link === stop ? 0 : -1;
  }
}
