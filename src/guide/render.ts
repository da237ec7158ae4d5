import { resolveLink } from "./links.ts";
import type { GuidePage } from "./pages.ts";

/** A heading of a page that can be linked to. */
export interface Section {
  readonly id: string;
  /** Its text as HTML. */
  readonly title: string;
}

/** A page as HTML, without what is around it. */
export interface RenderedText {
  readonly title: string;
  /** The headings of the second level, in order. */
  readonly sections: readonly Section[];
  readonly html: string;
}

// HTML in the text is shown as text: the pages have none.
const OPTIONS = { headings: { ids: true }, noHtmlBlocks: true, noHtmlSpans: true } as const;

/** The text of a page as HTML. Its links lead to the service's own pages; what only the source tree has is no link. */
export function renderText({ file, markdown }: GuidePage): RenderedText {
  const plain = Bun.markdown.html(markdown, OPTIONS);
  const html = new HTMLRewriter()
    .on("a", {
      element(link) {
        const target = resolveLink(file, link.getAttribute("href") ?? "");
        if (target === null) link.removeAndKeepContent();
        else link.setAttribute("href", target);
      },
    })
    .on("img", {
      element(image) {
        image.setAttribute("src", resolveLink(file, image.getAttribute("src") ?? "") ?? "");
      },
    })
    // What is wider than a phone scrolls by itself, with the keyboard too.
    .on("table", {
      element(table) {
        table.before(`<div class="guide-wide" tabindex="0">`, { html: true });
        table.after("</div>", { html: true });
      },
    })
    .on("pre", {
      element(block) {
        block.setAttribute("tabindex", "0");
      },
    })
    .transform(plain);
  const sections = [...plain.matchAll(/<h2 id="([^"]*)">(.*)<\/h2>/g)].map(([, id = "", title = ""]) => ({
    id,
    title,
  }));
  return { title: /<h1[^>]*>(.*)<\/h1>/.exec(plain)?.[1] ?? "", sections, html };
}
