import pageFile from "./page.html" with { type: "text" };
import { withAssets } from "../web/assets.ts";
import { pathOfPage } from "./links.ts";
import { CHAPTERS, type GuidePage, PAGES } from "./pages.ts";
import { type RenderedText, renderText } from "./render.ts";

export { PICTURES, STYLE } from "./pages.ts";

// Bun's types know imported HTML only as a bundle to serve; with `type: "text"` it is text.
const template = withAssets(pageFile as unknown as string);

/** The titles of all pages as HTML, for the table of contents. */
const TITLES: ReadonlyMap<GuidePage, string> = new Map(PAGES.map((page) => [page, renderText(page).title]));

/** Pages that were asked for, which never change. */
const made = new Map<string, string>();

/** A page of the guide as HTML. @returns `null` when there is no such page */
export function guidePage(name: string): string | null {
  const page = PAGES.find((each) => each.name === name);
  if (page === undefined) return null;
  const known = made.get(name);
  if (known !== undefined) return known;
  const text = renderText(page);
  const html = frame(text.title, text.html + neighbours(page), contents(page, text));
  made.set(name, html);
  return html;
}

/** What is shown where there is no such page. */
export function missingGuidePage(): string {
  const html = `<h1>No such page</h1>\n<p>The guide has these pages. <a href="/guide">Begin at the first</a>.</p>`;
  return frame("No such page", html, contents(null, null));
}

/** The table of contents: every page, and the sections of the one that is shown. */
function contents(shown: GuidePage | null, text: RenderedText | null): string {
  const chapters = Object.entries(CHAPTERS).map(([title, pages]) => {
    const items = pages.map((page) => {
      const current = page === shown ? ` aria-current="page"` : "";
      const sections = page === shown && text !== null ? sectionList(text) : "";
      return `<li><a href="${pathOfPage(page.name)}"${current}>${TITLES.get(page)}</a>${sections}</li>`;
    });
    return `<h2>${title}</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
  });
  return chapters.join("\n");
}

function sectionList({ sections }: RenderedText): string {
  if (sections.length === 0) return "";
  const items = sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`);
  return `\n<ul>\n${items.join("\n")}\n</ul>`;
}

function neighbours(page: GuidePage): string {
  const index = PAGES.indexOf(page);
  const link = (other: GuidePage | undefined, relation: "prev" | "next") =>
    other === undefined
      ? ""
      : `<a rel="${relation}" href="${pathOfPage(other.name)}">${TITLES.get(other)}</a>`;
  return `<p class="guide-neighbours">${link(PAGES[index - 1], "prev")}${link(PAGES[index + 1], "next")}</p>`;
}

function frame(title: string, text: string, navigation: string): string {
  const parts: Readonly<Record<string, string>> = {
    title: title.replaceAll(/<[^>]*>/g, ""),
    text,
    navigation,
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? "");
}
