import { svgElement } from "../../../element.ts";

/** Boxes drawn at one time: a command that made more of the paper than this is seen anyway. */
const MAXIMUM_BOXES = 200;

/** Dots around a piece. */
const MARGIN = 3;

/** Pixels of paper left around a piece that is scrolled into view. */
const SCROLL_MARGIN = 48;

/** Bytes of a print. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** Shows which pieces of a drawn receipt some bytes made, and which bytes a piece is made of. */
export class PaperHighlight {
  private readonly overlay = svgElement("g", { class: "highlight", "aria-hidden": "true" });
  private readonly groups: readonly SVGGraphicsElement[];
  /** Of each group. */
  private readonly ranges: readonly ByteRange[];

  /** @param scroller the element that the paper is scrolled in */
  constructor(
    private readonly scroller: HTMLElement,
    drawing: SVGSVGElement,
    events: { onHover(range: ByteRange | null): void; onChoose(range: ByteRange): void },
  ) {
    this.groups = [...drawing.querySelectorAll<SVGGraphicsElement>("g[data-from]")];
    this.ranges = this.groups.map(rangeOf);
    drawing.append(this.overlay);
    let hovered: ByteRange | null = null;
    const hover = (range: ByteRange | null): void => {
      if (range?.from === hovered?.from && range?.to === hovered?.to) return;
      hovered = range;
      events.onHover(range);
    };
    // Not "pointerover", which comes as well when the paper is scrolled under a pointer that rests.
    drawing.addEventListener("pointermove", (event) => hover(rangeAt(event.target)));
    drawing.addEventListener("pointerleave", () => hover(null));
    drawing.addEventListener("click", (event) => {
      const range = rangeAt(event.target);
      if (range !== null) events.onChoose(range);
    });
  }

  /**
   * Marks the pieces that some bytes made.
   * @param isPart whether the bytes may have made a part of a piece; false for those that only stand between its parts
   * @param headY where the print head stood, in dots: shown where nothing was printed
   * @param scrolls whether to bring them into view
   */
  show({ from, to }: ByteRange, isPart: boolean, headY: number | null, scrolls: boolean): void {
    const boxes: SVGElement[] = [];
    for (const [index, group] of this.groups.entries()) {
      const range = this.ranges[index];
      if (range === undefined || boxes.length >= MAXIMUM_BOXES) continue;
      if (range.from >= to || range.to <= from || (!isPart && range.from < from)) continue;
      const { x, y, width, height } = group.getBBox();
      // Spaces draw nothing.
      if (width === 0 && height === 0) continue;
      const size = { width: width + 2 * MARGIN, height: height + 2 * MARGIN, rx: MARGIN };
      boxes.push(svgElement("rect", { x: x - MARGIN, y: y - MARGIN, ...size }));
    }
    if (boxes.length === 0 && headY !== null)
      boxes.push(svgElement("path", { d: `M-22 ${headY - 7}l12 7l-12 7z`, class: "highlight-head" }));
    this.overlay.replaceChildren(...boxes);
    const [first] = boxes;
    if (scrolls && first !== undefined) this.reveal(first);
  }

  clear(): void {
    this.overlay.replaceChildren();
  }

  private reveal(box: SVGElement): void {
    const view = this.scroller.getBoundingClientRect();
    const { top, bottom } = box.getBoundingClientRect();
    if (top >= view.top && bottom <= view.bottom) return;
    const isAbove = top < view.top || bottom - top > view.height - SCROLL_MARGIN;
    const by = isAbove ? top - view.top - SCROLL_MARGIN : bottom - view.bottom + SCROLL_MARGIN;
    this.scroller.scrollBy({ top: by });
  }
}

function rangeAt(target: EventTarget | null): ByteRange | null {
  const group = target instanceof Element ? target.closest("g[data-from]") : null;
  return group === null ? null : rangeOf(group);
}

function rangeOf(group: Element): ByteRange {
  return { from: Number(group.getAttribute("data-from")), to: Number(group.getAttribute("data-to")) };
}
