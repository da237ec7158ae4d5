import {
  type PaperMargin,
  paperMargin,
  type PrintedArea,
  USUAL_DOTS_PER_INCH,
} from "../../../../../render/paper-size.ts";
import { element } from "../../../element.ts";
import { allSentences, said } from "../../../texts/sentences.ts";
import { t } from "../../../texts/texts.ts";

/** All that a drawn receipt is made of. Whatever else a document holds is left out, so that nothing in it can act. */
const ELEMENTS = new Set(["svg", "g", "rect", "path", "text", "tspan", "image"]);

/** The width of font A on most printers, dots. */
const DOTS_PER_COLUMN = 12;

/** Dots of a letter of a mark beside the sheet, and around the mark. */
const MARK_LETTER_DOTS = 10;
const MARK_PADDING_DOTS = 24;

/**
 * A receipt's SVG document as paper: the drawing on the sheet, its marks (cuts, drawer kicks) beside the sheet, and
 * the decoder's notes as text below. @throws Error when the document is not SVG
 */
export async function paperOf(svg: string): Promise<HTMLElement> {
  // Without them the marks are in English.
  await allSentences().catch(() => {});
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  if (parsed.documentElement.localName !== "svg" || parsed.querySelector("parsererror") !== null)
    throw new Error("The preview is not a drawing.");
  // Before it becomes part of the page: in the parsed document nothing runs and nothing is loaded.
  makeInert(parsed.documentElement);
  const drawing = document.importNode(parsed.documentElement, true);
  const sheet = drawing.querySelector(":scope > rect");
  const width = Number(sheet?.getAttribute("width"));
  const height = Number(sheet?.getAttribute("height"));
  const area = printedAreaOf(drawing, width);
  const margin = paperMargin(area);
  const { notes, marks } = moveMargin(drawing, width, margin.sides);
  // The sheet is an element of the page, and the drawing only as large as the sheet: marks stand out over its edge.
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  for (const name of ["width", "height"]) drawing.removeAttribute(name);
  // Not "img", which would hide the text from screen readers.
  drawing.setAttribute("role", "group");
  drawing.setAttribute("aria-label", t("print.receipt"));
  // Dots of impact printers are not square.
  const stretch = area.dotsPerInchAlong / area.dotsPerInch;
  drawing.style.aspectRatio = String((width * stretch) / height);
  const paper = layOn(drawing, area, margin);
  layMarks(paper, marks, width + 2 * margin.sides);
  if (notes.length > 0)
    paper.append(element("ul", { class: "paper-notes" }, ...notes.map((note) => element("li", {}, note))));
  return paper;
}

/** Columns of a receipt that {@link paperOf} has made; `null` where its drawing does not tell. */
export function columnsOf(paper: HTMLElement): number | null {
  const columns = paper.querySelector("svg")?.dataset["columns"];
  return columns === undefined ? null : Number(columns);
}

/** The printer that the receipt is drawn on, such as "Epson TM-T88V"; `null` where its drawing does not tell. */
export function printerOf(paper: HTMLElement): string | null {
  return paper.querySelector("svg")?.dataset["printer"] ?? null;
}

/** A receipt as text on the same paper. */
export function textPaperOf(text: string, columns: number): HTMLElement {
  const area = {
    widthDots: columns * DOTS_PER_COLUMN,
    dotsPerInch: USUAL_DOTS_PER_INCH,
    dotsPerInchAlong: USUAL_DOTS_PER_INCH,
  };
  const paper = layOn(element("pre", { tabindex: 0 }, text), area, paperMargin(area));
  paper.style.setProperty("--columns", String(columns));
  return paper;
}

/** What can be printed on, of a drawing that is as large as its paper at the usual dots an inch. */
function printedAreaOf(drawing: Element, widthDots: number): PrintedArea {
  const [, , width = 1, height = 1] = (drawing.getAttribute("viewBox") ?? "").split(" ").map(Number);
  return {
    widthDots,
    dotsPerInch: (USUAL_DOTS_PER_INCH * width) / Number(drawing.getAttribute("width")),
    dotsPerInchAlong: (USUAL_DOTS_PER_INCH * height) / Number(drawing.getAttribute("height")),
  };
}

/** Paper with something on it. The style sheet is told its size in usual dots, and which parts are white around. */
function layOn(
  content: Element,
  { widthDots, dotsPerInch, dotsPerInchAlong }: PrintedArea,
  margin: PaperMargin,
): HTMLElement {
  const paper = element("div", { class: "paper" }, element("div", { class: "sheet" }, content));
  const across = USUAL_DOTS_PER_INCH / dotsPerInch;
  const along = USUAL_DOTS_PER_INCH / dotsPerInchAlong;
  const whole = (widthDots + 2 * margin.sides) * across;
  const set = (name: string, value: number): void => paper.style.setProperty(name, String(value));
  set("--paper-dots", whole);
  set("--printed-dots", widthDots * across);
  set("--side", (margin.sides * across) / whole);
  set("--end", (margin.ends * along) / whole);
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

/** Tells the style sheet how much room the marks need beside the sheet; where there is none they are a list below it. */
function layMarks(paper: HTMLElement, marks: readonly string[], wholeDots: number): void {
  if (marks.length === 0) return;
  const letters = Math.max(...marks.map((mark) => mark.length));
  const dots = MARK_PADDING_DOTS + MARK_LETTER_DOTS * letters;
  paper.style.setProperty("--marks-part", String(dots / wholeDots));
  const list = [...new Set(marks)].map((mark) => element("li", {}, mark));
  paper.append(element("ul", { class: "paper-marks" }, ...list));
}

/** Moves marks off the sheet's white border, and takes the notes out of the drawing. */
function moveMargin(drawing: Element, width: number, sides: number): { notes: string[]; marks: string[] } {
  const margin = drawing.querySelector(":scope > g:nth-of-type(2)");
  const notes: string[] = [];
  const marks: string[] = [];
  for (const text of margin?.querySelectorAll("text") ?? []) {
    const x = Number(text.getAttribute("x"));
    if (x > width) {
      text.setAttribute("x", String(x + sides));
      text.textContent = said(text.textContent);
      marks.push(text.textContent);
    } else {
      notes.push(text.textContent);
      text.remove();
    }
  }
  margin?.setAttribute("class", "marks");
  return { notes, marks };
}
