import { Loading } from "../../design/loading.tsx";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Comparison } from "../../../../compare/comparison.ts";
import { isAbort } from "../../client/errors.ts";
import { t } from "../../texts/texts.ts";
import { drawSide, markPaper, type Side } from "./compared-side.ts";
import { anchorsOf, besideOf } from "./scroll-together.ts";

interface ComparedPapersProps {
  readonly slug: string;
  readonly sides: readonly [Side, Side];
  readonly titles: readonly [ComponentChildren, ComponentChildren];
  readonly names: readonly [string, string];
  readonly comparison: Comparison;
  /** The difference that is looked at, by its place; `null` for none. */
  readonly current: number | null;
}

/** Two papers side by side, with what differs marked. They scroll together, line beside line. */
export function ComparedPapers({ slug, sides, titles, names, comparison, current }: ComparedPapersProps) {
  const panes = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)] as const;
  const anchors = useMemo(() => anchorsOf(comparison), [comparison]);
  /** Where each pane was scrolled by the page itself: what it tells of being there is no wish. */
  const placed = useRef<[number | null, number | null]>([null, null]);
  const placeAt = (index: 0 | 1, place: number) => {
    const pane = panes[index].current;
    if (pane === null) return;
    scrollToPlace(pane, place);
    placed.current[index] = pane.scrollTop;
  };
  const follow = (from: 0 | 1) => {
    const pane = panes[from].current;
    if (pane === null || pane.scrollTop === placed.current[from]) return;
    placed.current[from] = null;
    const middle = placeInMiddle(pane);
    if (middle !== null) placeAt(from === 0 ? 1 : 0, besideOf(anchors, from, middle));
  };
  return (
    <div class="compared-papers">
      {([0, 1] as const).map((index) => (
        <ComparedPaper
          key={index}
          slug={slug}
          side={sides[index]}
          letter={index === 0 ? "a" : "b"}
          title={titles[index]}
          name={names[index]}
          comparison={comparison}
          current={current}
          pane={panes[index]}
          placeAt={(place) => placeAt(index, place)}
          onScroll={() => follow(index)}
        />
      ))}
    </div>
  );
}

interface ComparedPaperProps {
  readonly slug: string;
  readonly side: Side;
  readonly letter: "a" | "b";
  readonly title: ComponentChildren;
  readonly name: string;
  readonly comparison: Comparison;
  readonly current: number | null;
  readonly pane: { readonly current: HTMLDivElement | null };
  /** Scrolls the pane so that a place, dots from the top of the paper, is in its middle. */
  readonly placeAt: (place: number) => void;
  readonly onScroll: () => void;
}

function ComparedPaper(props: ComparedPaperProps) {
  const { slug, side, letter, title, name, comparison, current, pane, placeAt, onScroll } = props;
  const { paper, error, again } = usePaper(slug, side);
  const place = useRef<HTMLDivElement>(null);
  const marks = useRef<SVGElement[]>([]);
  useLayoutEffect(() => {
    if (paper === null) return;
    place.current?.replaceChildren(paper);
    marks.current = markPaper(paper, letter, comparison.differences, comparison.ignored[letter]);
  }, [paper, comparison, letter]);
  // With the words that tell the difference: whoever scrolls on from there is not taken back.
  useLayoutEffect(() => {
    for (const [index, mark] of marks.current.entries())
      mark.classList.toggle("compare-current", index === current);
    const part = current === null ? undefined : comparison.differences[current]?.[letter];
    if (part === undefined || pane.current === null) return;
    if (hasOwnScroll(pane.current)) placeAt(part.y + part.height / 2);
    else if (letter === "a") marks.current[current ?? -1]?.scrollIntoView({ block: "center" });
  }, [paper, comparison, current, letter]);
  return (
    <section class={`compared-side compared-${letter}`} aria-label={name}>
      <h2 class="compared-title">{title}</h2>
      <div
        class="compared-pane"
        ref={pane}
        role="region"
        aria-label={t("compare.paperOf", { name })}
        tabIndex={0}
        onScroll={onScroll}
      >
        <Loading of={{ answer: paper, error, again }} lines={8} />
        <div ref={place} />
      </div>
    </section>
  );
}

/** Draws a side. The paper before it stays until another is drawn. */
function usePaper(slug: string, side: Side) {
  const [paper, setPaper] = useState<HTMLElement | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const asking = new AbortController();
    setError(null);
    drawSide(slug, side, asking.signal).then(
      (drawn) => {
        if (!asking.signal.aborted) setPaper(drawn);
      },
      (problem: unknown) => {
        if (asking.signal.aborted || isAbort(problem)) return;
        setPaper(null);
        setError(problem);
      },
    );
    return () => asking.abort();
  }, [slug, side.kind, side.kind === "print" ? side.printId : side.name, round]);
  return { paper, error, again: () => setRound((value) => value + 1) };
}

/** Whether a pane scrolls by itself; on phones the page does. */
function hasOwnScroll(pane: HTMLElement): boolean {
  return getComputedStyle(pane).overflowY !== "visible";
}

/** A drawing in its pane: where its top is when nothing is scrolled, and pixels of a dot. */
function drawingIn(pane: HTMLElement): { readonly top: number; readonly dot: number } | null {
  const drawing = pane.querySelector<SVGSVGElement>(".sheet svg");
  const height = drawing?.viewBox.baseVal.height ?? 0;
  if (drawing === null || height === 0) return null;
  const box = drawing.getBoundingClientRect();
  return { top: box.top - pane.getBoundingClientRect().top + pane.scrollTop, dot: box.height / height };
}

/** The dots from the top of the paper that are in the middle of its pane. */
function placeInMiddle(pane: HTMLElement): number | null {
  const drawing = drawingIn(pane);
  return drawing === null ? null : (pane.scrollTop + pane.clientHeight / 2 - drawing.top) / drawing.dot;
}

function scrollToPlace(pane: HTMLElement, place: number): void {
  const drawing = drawingIn(pane);
  if (drawing !== null) pane.scrollTop = drawing.top + place * drawing.dot - pane.clientHeight / 2;
}
