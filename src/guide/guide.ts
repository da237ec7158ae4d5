import { pathOfPage } from "./links.ts";
import { CHAPTERS, type GuidePage, PAGES } from "./pages.ts";
import { type RenderedText, renderText } from "./render.ts";

export { PICTURES, STYLE } from "./pages.ts";

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

/** Links to the page before and the page after. */
function neighbours(page: GuidePage): string {
  const index = PAGES.indexOf(page);
  const link = (other: GuidePage | undefined, relation: "prev" | "next") =>
    other === undefined
      ? ""
      : `<a rel="${relation}" href="${pathOfPage(other.name)}">${TITLES.get(other)}</a>`;
  return `<p class="guide-neighbours">${link(PAGES[index - 1], "prev")}${link(PAGES[index + 1], "next")}</p>`;
}

function frame(title: string, text: string, navigation: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title.replaceAll(/<[^>]*>/g, "")} · Tillroll guide</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/tillroll.css">
<link rel="stylesheet" href="/guide/guide.css">
</head>
<body class="guide">
<header class="top">
<a class="brand" href="/guide"><img src="/assets/icon.svg" alt="" width="24" height="24">Guide</a>
<span class="top-space"></span>
<a class="top-link guide-to-contents" href="#contents">Contents</a>
<a class="top-link" href="/docs">API</a>
<a class="top-link" href="/">Dashboard</a>
</header>
<div class="guide-columns">
<main class="guide-text">
${text}
</main>
<nav class="guide-contents" id="contents" aria-label="Contents">
${navigation}
</nav>
</div>
</body>
</html>
`;
}
