import { element } from "./element.ts";
import { nameOf, type Print } from "./print.ts";
import { writeRoute } from "./route.ts";
import { shortTime } from "./time-format.ts";

/** Tags beyond these are only counted, so that all rows have one height. */
const MAXIMUM_CHIPS = 3;

/** A row of the list: a link to the print. */
export class PrintRow {
  readonly item = element("li");
  readonly link = element("a", { class: "row", tabindex: -1 });
  private drawn = "";

  constructor(
    readonly id: number,
    slug: string,
  ) {
    this.link.href = writeRoute({ slug, printId: id });
    this.item.append(this.link);
  }

  /** Draws the print unless the row shows just that already; a row that is left alone keeps its selection and focus. */
  draw(print: Print, now: Date): void {
    const time = shortTime(print.createdAt, now);
    const drawing = JSON.stringify([time, print]);
    if (drawing === this.drawn) return;
    this.drawn = drawing;
    this.link.classList.toggle("row-deleted", print.deleted);
    this.link.replaceChildren(
      element("span", { class: "row-name" }, nameOf(print)),
      element("time", { class: "row-time", datetime: print.createdAt, title: print.createdAt }, time),
      element("span", { class: "row-about" }, ...about(print)),
    );
  }
}

function about(print: Print): HTMLElement[] {
  const tags = Object.entries(print.tag).toSorted(([left], [right]) => rank(left) - rank(right));
  const parts = badges(print);
  if (print.deviceId !== null) parts.push(element("span", { class: "row-device" }, print.deviceId));
  for (const [key, value] of tags.slice(0, MAXIMUM_CHIPS)) parts.push(chip(key, value));
  if (tags.length > MAXIMUM_CHIPS)
    parts.push(element("span", { class: "row-more" }, `+${tags.length - MAXIMUM_CHIPS}`));
  return parts;
}

/** How a print came in is worth knowing, but last of all: it is on every print of a printer. */
function rank(key: string): number {
  return key === "protocol" || key === "client" ? 1 : 0;
}

/** What there is to know of a print at a glance. */
export function badges({
  testPrint,
  deleted,
  recognised,
}: Pick<Print, "testPrint" | "deleted" | "recognised">): HTMLElement[] {
  const words = [
    ...(testPrint ? ["test"] : []),
    ...(deleted ? ["deleted"] : []),
    ...(recognised === null ? [] : ["recognised"]),
  ];
  const title = recognised === null ? {} : { title: recognisedWords(recognised) };
  return words.map((word) =>
    element("span", { class: `badge badge-${word}`, ...(word === "recognised" && title) }, word),
  );
}

/** What was recognised in the pictures of a print, and how surely, in words. */
export function recognisedWords({
  words,
  codes,
  confidence,
  notes,
}: NonNullable<Print["recognised"]>): string {
  const found = [
    ...(words > 0 ? [words === 1 ? "1 word" : `${words.toLocaleString()} words`] : []),
    ...(codes > 0 ? [codes === 1 ? "1 code" : `${codes.toLocaleString()} codes`] : []),
    ...(confidence === null ? [] : [`${confidence} % sure`]),
    ...notes,
  ];
  return found.length === 0 ? "nothing in its pictures" : `${found.join(", ")}; read in its pictures`;
}

/** A tag as a small chip. */
export function chip(key: string, value: string): HTMLElement {
  return element(
    "span",
    { class: "chip", title: `${key}=${value}` },
    element("span", { class: "chip-key" }, key),
    element("span", { class: "chip-value" }, value),
  );
}
