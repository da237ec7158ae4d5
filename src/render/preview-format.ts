import type { Recognition } from "../recognition/recognised.ts";

/** The forms a print can be shown in. */
export const PREVIEW_FORMATS = ["html", "svg", "text", "png", "pdf", "json", "commands", "explain"] as const;

export type PreviewFormat = (typeof PREVIEW_FORMATS)[number];

/** What can be made of a print: its previews, and what a printer would not print of it as it was meant. */
export type RenderFormat = PreviewFormat | "lint";

/** What a preview says about the print besides what is on the paper. */
export interface RenderOptions {
  /** Title of the HTML page and the PDF; the other formats have none. */
  readonly title: string;
  /** When it was printed, in epoch milliseconds, for the PDF. */
  readonly createdAt?: number;
  /** HTML: the paper alone, without a title above it and room around it. */
  readonly bare?: boolean;
  /** SVG: each group tells the bytes that made it, as `data-from` and `data-to`. */
  readonly origins?: boolean;
  /** What was recognised in its pictures, where something was. PNG and the commands do not show it. */
  readonly recognition?: Recognition | undefined;
}

/** How the page of `renderHtml` looks, besides its fonts. */
export const HTML_STYLE =
  ":root{color-scheme:light dark}" +
  "body{margin:0;padding:24px;background:#e8e8e8;color:#222;font-family:system-ui,sans-serif}" +
  "figure{margin:0 auto;width:fit-content;max-width:100%}" +
  "svg{display:block;max-width:100%;height:auto}" +
  "figcaption{margin-bottom:16px}" +
  "@media(prefers-color-scheme:dark){body{background:#1c1c1c;color:#ddd}}" +
  // On paper the true size: a dot is 1/203 inch, a CSS pixel 1/96. The drawing has the margin of roll paper.
  "@page{margin:0}" +
  "@media print{body{padding:0;background:#fff}figcaption{display:none}" +
  "figure{margin:0;overflow:hidden}svg{zoom:.472906;max-width:none}}";

/** How the page of a bare receipt looks: what is around the paper is none of a picture that a test takes of it. */
export const BARE_STYLE =
  ":root{color-scheme:light}body{margin:0;background:#fff}figure{margin:0;overflow:hidden}svg{display:block}" +
  "@page{margin:0}@media print{figure{zoom:.472906}}";

/** What stands in the one `<style>` of a page of `renderHtml`, so that a Content-Security-Policy can allow it by its SHA-256. */
export function styleOf(html: string): string {
  const start = html.indexOf("<style>") + "<style>".length;
  return html.slice(start, html.indexOf("</style>", start));
}
