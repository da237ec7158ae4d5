import type { Rectangle } from "../../escpos/receipt.ts";
import type { Dots } from "./dots.ts";

/** Black dots that touch each other, also by their corners: a letter, a part of it, a rule, a picture. */
export interface Mark extends Rectangle {
  /** Black dots. */
  readonly ink: number;
}

interface GrowingMark {
  left: number;
  top: number;
  right: number;
  bottom: number;
  ink: number;
}

/**
 * The marks of a picture, in no order.
 *
 * @param maximum marks; null if there are more: it is noise
 */
export function findMarks({ columns, rows, ink }: Dots, maximum: number): Mark[] | null {
  const sets = new MarkSets();
  let above = new Int32Array(columns + 2);
  let current = new Int32Array(columns + 2);
  for (let row = 0; row < rows; row++) {
    current.fill(0);
    for (let column = 0; column < columns; column++) {
      if (ink[row * columns + column] === 0) continue;
      // Shifted by one, so that what is left of the first column is there and is 0.
      let mark = current[column] ?? 0;
      for (let at = column; at <= column + 2; at++) {
        const other = above[at] ?? 0;
        if (other !== 0) mark = mark === 0 ? other : sets.join(mark, other);
      }
      if (mark === 0) mark = sets.add(column, row);
      else sets.grow(mark, column, row);
      current[column + 1] = mark;
    }
    if (sets.count > maximum) return null;
    [above, current] = [current, above];
  }
  return sets.marks();
}

/** Marks that grow together while rows are read: each set is known by the number of its first mark. */
class MarkSets {
  private readonly parents: number[] = [0];
  private readonly growing: (GrowingMark | null)[] = [null];

  /** Marks that were begun. */
  get count(): number {
    return this.parents.length - 1;
  }

  add(column: number, row: number): number {
    const mark = this.parents.length;
    this.parents.push(mark);
    this.growing.push({ left: column, top: row, right: column, bottom: row, ink: 1 });
    return mark;
  }

  grow(mark: number, column: number, row: number): void {
    const growing = this.growing[this.first(mark)];
    if (!growing) return;
    if (column < growing.left) growing.left = column;
    if (column > growing.right) growing.right = column;
    growing.bottom = row;
    growing.ink++;
  }

  join(one: number, other: number): number {
    const first = this.first(one);
    const second = this.first(other);
    if (first === second) return first;
    const into = this.growing[first];
    const from = this.growing[second];
    if (into && from) {
      into.left = Math.min(into.left, from.left);
      into.top = Math.min(into.top, from.top);
      into.right = Math.max(into.right, from.right);
      into.bottom = Math.max(into.bottom, from.bottom);
      into.ink += from.ink;
    }
    this.growing[second] = null;
    this.parents[second] = first;
    return first;
  }

  marks(): Mark[] {
    return this.growing.flatMap((mark) =>
      mark === null
        ? []
        : [
            {
              x: mark.left,
              y: mark.top,
              width: mark.right - mark.left + 1,
              height: mark.bottom - mark.top + 1,
              ink: mark.ink,
            },
          ],
    );
  }

  private first(mark: number): number {
    let at = mark;
    for (;;) {
      const parent = this.parents[at] ?? at;
      if (parent === at) return at;
      // Halves the way for those who ask next.
      this.parents[at] = this.parents[parent] ?? parent;
      at = parent;
    }
  }
}
