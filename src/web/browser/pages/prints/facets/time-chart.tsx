import { useRef, useState } from "preact/hooks";
import type { FacetsAnswer } from "../../../../../contract/facets.ts";
import { isoDayOf, wallTimeOf } from "../../../../../search-language/calendar.ts";
import { withTimes } from "../../../../../search-language/edits.ts";
import { setQuery } from "../../../app/router.ts";
import { formatNumber } from "../../../texts/format.ts";
import { locale, t } from "../../../texts/texts.ts";
import { TIME_ZONE } from "../finder/search-context.ts";
import { type Bar, barsOf, type Interval, topOf, valueOf } from "./chart-scale.ts";

/** The drawing's own size; it is as wide as its place. */
const WIDTH = 1000;
const HEIGHT = 120;

interface TimeChartProps {
  readonly time: FacetsAnswer["time"];
  readonly q: string;
  /** The tag whose numbers the bars show; empty for how many prints there are. */
  readonly sum: string;
}

/** Some bars, the first and the last one. */
interface Range {
  readonly anchor: number;
  readonly focus: number;
}

/** How many prints there are over time. Dragging over it, or choosing by keys, shows those of that time. */
export function TimeChart({ time, q, sum }: TimeChartProps) {
  if (time === undefined || time.buckets.length === 0) return null;
  const { interval } = time;
  const bars = barsOf(time);
  return (
    <div class="facet chart">
      <h3 class="facet-title">
        {t("finder.chart.title")} <span class="chart-interval">{t(`finder.chart.${interval}`)}</span>
      </h3>
      <Bars bars={bars} interval={interval} q={q} sum={sum} />
    </div>
  );
}

interface BarsProps extends Pick<TimeChartProps, "q" | "sum"> {
  readonly bars: readonly Bar[];
  readonly interval: Interval;
}

function Bars({ bars, interval, q, sum }: BarsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const last = bars.length - 1;
  const show = ([first, end]: readonly [number, number]) =>
    setQuery(withTimes(q, boundsOf(bars[first] as Bar, bars[end] as Bar, interval)));
  const { range, focus, handlers } = useRange(frame, bars.length, show);
  const [first, end] = range ?? [focus, focus];
  const words = rangeWords(bars.slice(first, end + 1), interval, sum);
  return (
    <>
      <div
        ref={frame}
        class="chart-frame"
        role="slider"
        tabIndex={0}
        aria-label={t("finder.chart.title")}
        aria-description={t("finder.chart.help")}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={focus}
        aria-valuetext={words}
        title={t("finder.chart.help")}
        {...handlers}
      >
        <svg
          class="chart-bars"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {range === null ? null : (
            <rect class="chart-range" {...placeOf(first, end, bars.length)} y={0} height={HEIGHT} />
          )}
          <path class="chart-shape" d={shapeOf(bars, topOf(bars))} />
        </svg>
      </div>
      <p class="chart-axis" aria-hidden="true">
        <span>{timeWords(bars[0]?.from ?? 0, interval)}</span>
        {last === 0 ? null : <span>{timeWords(bars[last]?.from ?? 0, interval)}</span>}
      </p>
      <p class="chart-words" aria-hidden="true">
        {range === null ? "" : words}
      </p>
    </>
  );
}

/** Choosing some of the bars, by dragging or by keys. @param onShow told of the first and the last bar that are chosen */
function useRange(
  frame: { readonly current: HTMLElement | null },
  bars: number,
  onShow: (range: readonly [first: number, last: number]) => void,
) {
  const [range, setRange] = useState<Range | null>(null);
  const isDragged = useRef(false);
  const last = bars - 1;
  const focus = Math.min(range?.focus ?? last, last);
  const at = ({ clientX }: PointerEvent) => {
    const { left = 0, width = 0 } = frame.current?.getBoundingClientRect() ?? {};
    const share = width === 0 ? 0 : (clientX - left) / width;
    return Math.min(last, Math.max(0, Math.floor(share * bars)));
  };
  const show = (chosen: Range) => {
    setRange(null);
    onShow(inOrder(chosen, last));
  };
  const handlers = {
    onKeyDown(event: KeyboardEvent) {
      const moved = movedBy(event.key, focus, last);
      if (moved !== null)
        setRange({ focus: moved, anchor: event.shiftKey ? (range?.anchor ?? focus) : moved });
      else if (event.key === "Enter" || event.key === " ") show(range ?? { anchor: focus, focus });
      else if (event.key === "Escape" && range !== null) setRange(null);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    onPointerDown(event: PointerEvent) {
      isDragged.current = true;
      frame.current?.setPointerCapture(event.pointerId);
      setRange({ anchor: at(event), focus: at(event) });
    },
    onPointerMove(event: PointerEvent) {
      if (isDragged.current) setRange({ anchor: range?.anchor ?? at(event), focus: at(event) });
    },
    onPointerUp(event: PointerEvent) {
      if (isDragged.current && range !== null) show({ anchor: range.anchor, focus: at(event) });
      isDragged.current = false;
    },
    onPointerCancel() {
      isDragged.current = false;
      setRange(null);
    },
  };
  return { range: range === null ? null : inOrder(range, last), focus, handlers };
}

/** @param most the last bar that there is: there may be fewer now */
function inOrder({ anchor, focus }: Range, most: number): [first: number, last: number] {
  return [Math.min(anchor, focus, most), Math.min(Math.max(anchor, focus), most)];
}

function movedBy(key: string, focus: number, last: number): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: focus - 1,
    ArrowRight: focus + 1,
    ArrowDown: focus - 1,
    ArrowUp: focus + 1,
    PageDown: focus - 7,
    PageUp: focus + 7,
    Home: 0,
    End: last,
  };
  const moved = moves[key];
  return moved === undefined ? null : Math.min(last, Math.max(0, moved));
}

function placeOf(first: number, last: number, bars: number): { readonly x: number; readonly width: number } {
  return { x: (first / bars) * WIDTH, width: ((last - first + 1) / bars) * WIDTH };
}

/** All bars as one shape: a thousand elements would be a thousand times as slow. */
function shapeOf(bars: readonly Bar[], top: number): string {
  const width = WIDTH / bars.length;
  const gap = Math.min(2, width / 5);
  return bars
    .flatMap((bar, index) => {
      const value = Math.max(0, valueOf(bar));
      // What is there is seen, however little it is.
      const height = value === 0 ? 0 : Math.max(1.5, (value / top) * HEIGHT);
      const x = (index * width + gap / 2).toFixed(2);
      return height === 0
        ? []
        : [`M${x} ${HEIGHT}v${(-height).toFixed(2)}h${(width - gap).toFixed(2)}V${HEIGHT}z`];
    })
    .join("");
}

/** The bounds of some bars as a search writes them. */
function boundsOf(
  first: Bar,
  last: Bar,
  interval: Interval,
): { readonly on?: string; readonly from?: string; readonly to?: string } {
  const begin = wallTimeOf(first.from, TIME_ZONE);
  if (interval === "hour") {
    const end = wallTimeOf(last.end, TIME_ZONE);
    const time = (wall: typeof end) => `${isoDayOf(wall)}T${String(wall.hour).padStart(2, "0")}:00`;
    return { from: time(begin), to: time(end) };
  }
  const letters = interval === "month" ? "2026-01".length : "2026-01-01".length;
  const from = isoDayOf(begin).slice(0, letters);
  const to = isoDayOf(wallTimeOf(last.from, TIME_ZONE)).slice(0, letters);
  return from === to ? { on: from } : { from, to };
}

function rangeWords(bars: readonly Bar[], interval: Interval, sum: string): string {
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return "";
  const count = t("finder.prints", { n: bars.reduce((all, bar) => all + bar.count, 0) });
  const added = bars.reduce((all, bar) => all + (bar.sum ?? 0), 0);
  const value = sum === "" ? count : `${sum} ${formatNumber(added, { maximumFractionDigits: 2 })} · ${count}`;
  const from = timeWords(first.from, interval);
  return first === last
    ? t("finder.chart.bar", { time: from, value })
    : t("finder.chart.range", { from, to: timeWords(last.from, interval), value });
}

const FORMATS: Readonly<Record<Interval, Intl.DateTimeFormatOptions>> = {
  hour: { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" },
  day: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  month: { month: "long", year: "numeric" },
};

function timeWords(moment: number, interval: Interval): string {
  return new Date(moment).toLocaleString(locale(), { ...FORMATS[interval], timeZone: TIME_ZONE });
}
