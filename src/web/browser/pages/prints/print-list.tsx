import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { isDamaged } from "../../../../domain/damaged-print.ts";
import { printsAddress } from "../../app/route.ts";
import { isArchive } from "../../app/session.ts";
import { addressOf } from "../../base-path.ts";
import { Button } from "../../design/button.tsx";
import { formatShortTime } from "../../texts/format.ts";
import { rich, t } from "../../texts/texts.ts";
import { FirstTill } from "../start/first-till.tsx";
import { type ListMotion, useListMotion } from "./list-motion.ts";
import type { PrintFeed } from "./print-feed.ts";
import { DamagedRow, PrintRow, type View } from "./print-row.tsx";
import { ScaledScroll } from "./scaled-scroll.ts";
import type { Narrowing } from "./wanted.ts";

/** Pixels of a row in each view; all have the same height, so that only those in view need to exist. */
const ROW_PIXELS = { rows: 62, columns: 38, cards: 300 } as const;

/** What the line of the receipt takes, pixels. */
const LINE_PIXELS = 20;

/** The least width of a card, pixels. */
const CARD_PIXELS = 230;

/** Rows kept above and below those in view, so that scrolling shows no gaps. */
const SPARE_ROWS = { rows: 12, columns: 16, cards: 2 } as const;

/** Farther down than this the reader has a place in the list that must not move. */
const TOP_PIXELS = 24;

/** Scrolling farther than this many views at once is a jump, whose time is told while it lasts. */
const JUMP_VIEWS = 1;

/** How long the time of a jump is told after its end, milliseconds. */
const TELL_MILLISECONDS = 900;

interface PrintListProps {
  readonly feed: PrintFeed;
  readonly slug: string;
  readonly q: string;
  readonly words: readonly string[];
  readonly view: View;
  readonly openId: number | null;
  readonly onNarrow: (narrowing: Narrowing) => void;
  /** Given the ways in which keys move in the list. */
  readonly onMotion: (motion: ListMotion) => void;
}

/** A list of any number of prints, of which only the rows in view are elements. */
export function PrintList(props: PrintListProps) {
  const { feed, words, view, openId, onMotion } = props;
  const { shown, total, search, isKnown } = feed.state.value;
  const scroller = useRef<HTMLDivElement>(null);
  const [scroll] = useState(() => new ScaledScroll());
  const [, draw] = useReducer<number, void>((count) => count + 1, 0);
  const size = useSize(scroller);
  const perRow = view === "cards" ? Math.max(1, Math.floor(size.width / CARD_PIXELS)) : 1;
  const rowPixels = ROW_PIXELS[view] + (words.length > 0 ? LINE_PIXELS : 0);
  scroll.resize(Math.ceil(shown / perRow) * rowPixels, size.height);
  const spare = SPARE_ROWS[view];
  const firstRow = Math.max(0, Math.floor(scroll.top / rowPixels) - spare);
  const lastRow = Math.ceil((scroll.top + size.height) / rowPixels) + spare;
  const first = firstRow * perRow;
  const last = Math.min(shown, lastRow * perRow);

  const goTo = (pixels: number) => {
    if (scroller.current !== null) scroller.current.scrollTop = scroll.goTo(pixels);
    feed.follow(scroll.top <= TOP_PIXELS);
    draw();
  };
  const motion = useListMotion({ feed, scroller, scroll, goTo, perRow, rowPixels, openId });
  useEffect(() => onMotion(motion), [motion]);
  useEffect(() => feed.need(first, last), [feed, first, last, feed.state.value]);
  // Another result begins at its top.
  const shownSearch = useRef(search);
  useLayoutEffect(() => {
    if (!isKnown || shownSearch.current === search) return;
    shownSearch.current = search;
    goTo(0);
  }, [search, isKnown]);
  const jump = useJump();
  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    const before = scroll.top;
    const right = scroll.moved(element.scrollTop);
    if (right !== null) element.scrollTop = right;
    if (Math.abs(scroll.top - before) > size.height * JUMP_VIEWS) jump.begin();
    feed.follow(scroll.top <= TOP_PIXELS);
    draw();
  };
  const stop = motion.stopIndex(Math.floor(scroll.top / rowPixels) * perRow, last);
  const topPrint = feed.at(Math.floor(scroll.top / rowPixels) * perRow);
  return (
    <div class="list-frame">
      {total > shown ? <Newer count={total - shown} onShow={() => goTo(0)} /> : null}
      {jump.isTold && topPrint !== undefined && !isDamaged(topPrint) ? (
        <span class="list-time" aria-hidden="true">
          {formatShortTime(topPrint.createdAt)}
        </span>
      ) : null}
      <div id="list" class={`list list-${view}`} ref={scroller} onScroll={onScroll}>
        <div class="list-space" style={{ height: `${scroll.height}px` }}>
          <Rows
            {...props}
            first={first}
            last={last}
            stop={stop}
            top={scroll.placeOf(firstRow * rowPixels)}
            perRow={perRow}
            rowPixels={rowPixels}
          />
        </div>
      </div>
    </div>
  );
}

/** How many prints came while something else was read, with a way to them. */
function Newer({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  return (
    <button id="newest" class="newest" type="button" onClick={onShow}>
      {t("prints.newer", { n: count })}
    </button>
  );
}

interface RowsProps extends PrintListProps {
  /** Rows that are drawn, from the first up to before the last. */
  readonly first: number;
  readonly last: number;
  /** The row that the Tab key stops at. */
  readonly stop: number;
  /** Where the first stands, pixels. */
  readonly top: number;
  readonly perRow: number;
  readonly rowPixels: number;
}

function Rows(props: RowsProps) {
  const { feed, slug, q, words, view, openId, onNarrow, first, last, stop, top, perRow, rowPixels } = props;
  const { shown } = feed.state.value;
  const style = {
    transform: `translateY(${top}px)`,
    gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))`,
    gridAutoRows: `${rowPixels}px`,
  };
  return (
    <ul id="prints" role="list" class="list-rows" aria-label={t("prints.list")} style={style}>
      {Array.from({ length: Math.max(last - first, 0) }, (_, offset) => {
        const index = first + offset;
        const print = feed.at(index);
        if (print === undefined) return <li key={`place ${index}`} class="row-waiting" />;
        const own = print.workspace ?? slug;
        return (
          <li
            key={print.id}
            data-index={index}
            aria-setsize={shown}
            aria-posinset={index + 1}
            class={feed.isNew(print) ? "arrived" : undefined}
          >
            {isDamaged(print) ? (
              <DamagedRow
                id={print.id}
                address={printsAddress(own, print.id, q)}
                view={view}
                isOpen={print.id === openId}
                isStop={index === stop}
              />
            ) : (
              <PrintRow
                slug={own}
                isOfSeveral={print.workspace !== undefined}
                print={print}
                address={printsAddress(own, print.id, q)}
                view={view}
                words={words}
                isOpen={print.id === openId}
                isStop={index === stop}
                onNarrow={onNarrow}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What is shown where there are no prints. */
export function NoPrints({
  isFiltered,
  onTest,
}: {
  readonly isFiltered: boolean;
  readonly onTest: (() => void) | null;
}) {
  if (isFiltered)
    return (
      <div id="nothing" class="empty">
        <h2>{t("prints.nothing")}</h2>
        <p>{t("prints.nothingAbout")}</p>
      </div>
    );
  // Where nobody stores prints here, they are the shops' that send them.
  const isFromShops = isArchive() && onTest === null;
  return (
    <div id="empty" class="empty">
      <h2>{t("prints.none")}</h2>
      <p>{t(isFromShops ? "prints.noneFromShops" : "prints.noneAbout")}</p>
      {onTest === null ? null : (
        <>
          <p>{t("prints.noneTry")}</p>
          <Button id="test-print" kind="main" onClick={onTest}>
            {t("prints.storeTest")}
          </Button>
        </>
      )}
      {isArchive() ? null : <FirstTill />}
      {isFromShops ? null : (
        <p>
          {rich("prints.noneDevelopers", {
            link: <a href={addressOf("/docs")}>{t("prints.apiReference")}</a>,
          })}
        </p>
      )}
    </div>
  );
}

/** The size of an element as it is now, pixels. */
function useSize(of: { readonly current: HTMLElement | null }) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = of.current;
    if (element === null) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return size;
}

/** Whether the reader has just jumped along the bar. */
function useJump() {
  const [isTold, setTold] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isTold,
    begin() {
      clearTimeout(timer.current);
      setTold(true);
      timer.current = setTimeout(() => setTold(false), TELL_MILLISECONDS);
    },
  };
}
