import type { ComparedPart, Difference } from "../../../../compare/comparison.ts";
import type { Rectangle } from "../../../../escpos/receipt.ts";
import { send, withQuery, workspacePath } from "../../client/request.ts";
import { loadFonts } from "../../receipt-fonts.ts";
import { paperOf } from "../prints/print/receipt-paper.ts";

/** What is on one side of the page. */
export type Side =
  | { readonly kind: "print"; readonly printId: number }
  | { readonly kind: "reference"; readonly name: string };

/** The path of what a side looks like. */
function previewPath(slug: string, side: Side): string {
  const path =
    side.kind === "print"
      ? workspacePath(slug, "prints", side.printId, "preview")
      : workspacePath(slug, "references", side.name, "preview");
  return withQuery(path, { format: "svg" });
}

/** Draws a side as paper, with its fonts. */
export async function drawSide(slug: string, side: Side, end: AbortSignal): Promise<HTMLElement> {
  const paper = await paperOf(await (await send("GET", previewPath(slug, side), { end })).text());
  await loadFonts(paper);
  return paper;
}

const SVG = "http://www.w3.org/2000/svg";

/** Dots of white between what differs and the line around it. */
const ROOM = 3;

/**
 * Marks on a drawn paper what differs on it, and what does not count.
 * @returns the mark of each difference, in their order
 */
export function markPaper(
  paper: HTMLElement,
  side: "a" | "b",
  differences: readonly Difference[],
  ignored: readonly Rectangle[],
): SVGElement[] {
  const drawing = paper.querySelector("svg");
  if (drawing === null) return [];
  drawing.querySelector(":scope > .compare-marks")?.remove();
  const marks = document.createElementNS(SVG, "g");
  marks.setAttribute("class", "compare-marks");
  for (const box of ignored) marks.append(boxElement(box, "compare-ignored", 0));
  const width = Number(drawing.getAttribute("viewBox")?.split(" ")[2]);
  const groups = differences.map((difference) => {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", "compare-mark");
    for (const box of boxesOf(difference[side], width)) group.append(boxElement(box, "", ROOM));
    return group;
  });
  marks.append(...groups);
  // Below the ink, which stays as it is.
  drawing.querySelector(":scope > rect")?.after(marks);
  return groups;
}

/** What is marked of a side of a difference: where it has nothing, a line across the paper. */
function boxesOf({ y, height, areas }: ComparedPart, width: number): readonly Rectangle[] {
  return areas.length > 0 ? areas : [{ x: 0, y, width, height }];
}

function boxElement({ x, y, width, height }: Rectangle, name: string, room: number): SVGElement {
  const box = document.createElementNS(SVG, "rect");
  const values = { x: x - room, y: y - room, width: width + 2 * room, height: height + 2 * room, rx: room };
  for (const [attribute, value] of Object.entries(values)) box.setAttribute(attribute, String(value));
  if (name !== "") box.setAttribute("class", name);
  return box;
}
