import { element } from "./element.ts";

/** All that a drawn receipt is made of. Whatever else a document holds is left out, so that nothing in it can act. */
const ELEMENTS = new Set(["svg", "g", "rect", "path", "text", "image"]);

/** Dots of the white border between what a printer can reach and the edge of the paper. */
const BORDER_DOTS = 28;

const DOTS_PER_COLUMN = 12;

/**
 * A receipt's SVG document as paper: the drawing on the sheet, its marks (cuts, drawer kicks) beside the sheet, and
 * the decoder's notes as text below. @throws Error when the document is not SVG
 */
export function paperOf(svg: string): HTMLElement {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  if (parsed.documentElement.localName !== "svg" || parsed.querySelector("parsererror") !== null)
    throw new Error("The preview is not a drawing.");
  // Before it becomes part of the page: in the parsed document nothing runs and nothing is loaded.
  makeInert(parsed.documentElement);
  const drawing = document.importNode(parsed.documentElement, true);
  const sheet = drawing.querySelector(":scope > rect");
  const width = Number(sheet?.getAttribute("width"));
  const height = Number(sheet?.getAttribute("height"));
  const { notes, hasMarks } = moveMargin(drawing, width);
  // The sheet is an element of the page, and the drawing only as large as the sheet: marks stand out over its edge.
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  for (const name of ["width", "height"]) drawing.removeAttribute(name);
  // Not "img", which would hide the text from screen readers.
  drawing.setAttribute("role", "group");
  drawing.setAttribute("aria-label", "Receipt");
  const paper = layOn(drawing, width / DOTS_PER_COLUMN);
  paper.classList.toggle("paper-marked", hasMarks);
  if (notes.length > 0)
    paper.append(element("ul", { class: "paper-notes" }, ...notes.map((note) => element("li", {}, note))));
  return paper;
}

/** A receipt as text on the same paper. */
export function textPaperOf(text: string, columns: number): HTMLElement {
  return layOn(element("pre", { tabindex: 0 }, text), columns);
}

function layOn(content: Element, columns: number): HTMLElement {
  const paper = element("div", { class: "paper" }, element("div", { class: "sheet" }, content));
  paper.style.setProperty("--columns", String(columns));
  return paper;
}

function makeInert(drawing: Element): void {
  for (const part of [drawing, ...drawing.querySelectorAll("*")]) {
    if (!ELEMENTS.has(part.localName)) part.remove();
    for (const { name, value } of Array.from(part.attributes)) {
      const isLink = name === "href" || name.endsWith(":href");
      if (name.startsWith("on") || name === "style" || (isLink && !value.startsWith("data:image/png;")))
        part.removeAttribute(name);
    }
  }
}

/** Moves marks off the sheet's white border, and takes the notes out of the drawing. */
function moveMargin(drawing: Element, width: number): { notes: string[]; hasMarks: boolean } {
  const margin = drawing.querySelector(":scope > g:nth-of-type(2)");
  const notes: string[] = [];
  let hasMarks = false;
  for (const text of margin?.querySelectorAll("text") ?? []) {
    const x = Number(text.getAttribute("x"));
    if (x > width) {
      text.setAttribute("x", String(x + BORDER_DOTS));
      hasMarks = true;
    } else {
      notes.push(text.textContent);
      text.remove();
    }
  }
  margin?.setAttribute("class", "marks");
  return { notes, hasMarks };
}
