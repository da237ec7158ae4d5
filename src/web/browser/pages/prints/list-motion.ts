import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { PrintFeed } from "./print-feed.ts";
import type { ScaledScroll } from "./scaled-scroll.ts";

/** How keys move in the list. */
export interface ListMotion {
  /** Moves the focus by rows; into the list when it is elsewhere. */
  move(by: 1 | -1): void;
  /** Focuses the row of a print, where it is in view. */
  focus(printId: number): void;
  /** The row that the Tab key stops at: the focused one, else the open one, else the first in view. */
  stopIndex(firstSeen: number, last: number): number;
}

interface Given {
  readonly feed: PrintFeed;
  readonly scroller: { readonly current: HTMLElement | null };
  readonly scroll: ScaledScroll;
  readonly goTo: (pixels: number) => void;
  readonly perRow: number;
  readonly rowPixels: number;
  readonly openId: number | null;
}

/** Moves the focus in the list, and keeps what is read in its place when rows above it come or go. */
export function useListMotion(given: Given): ListMotion {
  const now = useRef(given);
  now.current = given;
  /** The row to focus once it is drawn; -1 for none. */
  const wanted = useRef(-1);
  const focused = useRef(-1);
  const anchor = useRef({ id: 0, index: 0 });

  useLayoutEffect(() => {
    const { feed, scroll, goTo, rowPixels, perRow } = now.current;
    const { id, index } = anchor.current;
    if (id === 0) return;
    const moved = feed.indexOf(id);
    if (moved >= 0 && moved !== index)
      goTo(scroll.top + (Math.floor(moved / perRow) - Math.floor(index / perRow)) * rowPixels);
  }, [given.feed.state.value]);

  useLayoutEffect(() => {
    const { feed, scroll, rowPixels, perRow, scroller } = now.current;
    const first = Math.floor(scroll.top / rowPixels) * perRow;
    anchor.current = { id: first === 0 ? 0 : (feed.at(first)?.id ?? 0), index: first };
    if (wanted.current < 0) return;
    const link = linkAt(scroller.current, wanted.current);
    if (link === null) return;
    wanted.current = -1;
    link.focus({ preventScroll: true });
  });

  return useMemo(() => {
    const currentIndex = () => {
      const row = document.activeElement?.closest<HTMLElement>("[data-index]");
      if (row != null) focused.current = Number(row.dataset["index"]);
      else if (document.activeElement !== document.body) focused.current = -1;
      return focused.current;
    };
    const show = (index: number) => {
      const { scroll, goTo, perRow, rowPixels, scroller } = now.current;
      const top = Math.floor(index / perRow) * rowPixels;
      const height = scroller.current?.clientHeight ?? 0;
      if (top < scroll.top) goTo(top);
      else if (top + rowPixels > scroll.top + height) goTo(top + rowPixels - height);
      const link = linkAt(scroller.current, index);
      if (link === null) wanted.current = index;
      else link.focus({ preventScroll: true });
      focused.current = index;
    };
    return {
      move(by) {
        const { feed, openId } = now.current;
        const current = currentIndex();
        const start = current >= 0 ? current : openId === null ? -1 : feed.indexOf(openId);
        const { shown } = feed.state.peek();
        if (shown > 0) show(start < 0 ? 0 : Math.min(Math.max(start + by, 0), shown - 1));
      },
      focus(printId) {
        const index = now.current.feed.indexOf(printId);
        if (index >= 0) show(index);
      },
      stopIndex(firstSeen, last) {
        const { feed, openId } = now.current;
        const open = openId === null ? -1 : feed.indexOf(openId);
        const index = [focused.current, open].find((each) => each >= firstSeen && each < last);
        return index ?? firstSeen;
      },
    };
  }, []);
}

function linkAt(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-index="${index}"] .row-name`) ?? null;
}
