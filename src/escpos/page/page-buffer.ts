import type { DisplayList } from "../display-list.ts";
import { MAXIMUM_CANCELLED_MARKS, MAXIMUM_PAGE_MARKS } from "../limits.ts";
import type { LineItem } from "../line-item.ts";
import type { Ink, Rectangle } from "../receipt.ts";
import { onPage, type PageArea } from "./page-area.ts";

/** A mark waiting in the page, its box in the coordinates of its area, in dots. */
export interface PageMark extends LineItem {
  readonly area: PageArea;
  /** Its top. */
  readonly y: number;
  /** From the first line of the area to the foot of the letters, or the lower edge of a picture. */
  readonly foot: number;
  /** Ink of a rule; other marks have none of their own. */
  readonly color: Ink | undefined;
}

/** The marks of a page until it is printed, with the limits that keep them bounded. */
export class PageBuffer {
  private keptMarks: PageMark[] = [];
  /** Pictures stored (GS ( L function 112) and not printed yet by function 50. */
  private held: PageMark[] = [];
  private looks = 0;

  constructor(private readonly list: DisplayList) {}

  get empty(): boolean {
    return this.keptMarks.length === 0 && this.held.length === 0;
  }

  /** The last mark added, which characters that follow may extend. */
  get last(): PageMark | undefined {
    return this.keptMarks.at(-1);
  }

  /** All marks in the order they were made. */
  get marks(): readonly PageMark[] {
    return this.held.length === 0 ? this.keptMarks : [...this.keptMarks, ...this.held];
  }

  /** Adds a mark, if anything of it would show. */
  add(mark: PageMark | undefined): void {
    if (mark !== undefined && this.hasRoom()) this.keptMarks.push(mark);
  }

  /** Keeps a stored picture at its place, in case function 50 never prints it. */
  hold(mark: PageMark | undefined): void {
    if (mark !== undefined && this.hasRoom()) this.held.push(mark);
  }

  /** Function 50 prints what was held. */
  release(): void {
    this.held = [];
  }

  clear(): void {
    this.keptMarks = [];
    this.held = [];
  }

  /** Deletes the marks whose middle is in a part of the page (CAN). */
  cancel({ x, y, width, height }: Rectangle): void {
    this.held = [];
    this.looks += this.keptMarks.length;
    if (this.looks > MAXIMUM_CANCELLED_MARKS) {
      this.list.note("CAN is ignored: the print uses it too often", true);
      return;
    }
    this.keptMarks = this.keptMarks.filter((mark) => {
      const box = onPage(mark.area, mark);
      const middleX = box.x + box.width / 2;
      const middleY = box.y + box.height / 2;
      return middleX < x || middleX > x + width || middleY < y || middleY > y + height;
    });
  }

  private hasRoom(): boolean {
    if (this.keptMarks.length + this.held.length < MAXIMUM_PAGE_MARKS) return true;
    this.list.note(`marks beyond ${MAXIMUM_PAGE_MARKS} on one page are left out`, true);
    return false;
  }
}
