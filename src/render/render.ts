import type { Receipt } from "../escpos/receipt.ts";
import { renderCommands } from "./commands.ts";
import { renderHtml } from "./html.ts";
import { renderJson } from "./json.ts";
import { renderSvg } from "./svg.ts";
import { renderText } from "./text.ts";

export { HTML_STYLE } from "./html.ts";
export { renderCommands, renderHtml, renderJson, renderSvg, renderText };

/** The forms a print can be shown in. */
export const PREVIEW_FORMATS = ["html", "svg", "text", "json", "commands"] as const;

export type PreviewFormat = (typeof PREVIEW_FORMATS)[number];

const RENDERERS: Readonly<Record<PreviewFormat, (receipt: Receipt, options: { title: string }) => string>> = {
  html: renderHtml,
  svg: renderSvg,
  text: renderText,
  json: renderJson,
  commands: (receipt) => renderCommands(receipt.source),
};

/**
 * A receipt in the format wanted. Pure; never throws.
 *
 * @param options.title title of the HTML page; the other formats have none
 */
export function render(receipt: Receipt, format: PreviewFormat, options: { title: string }): string {
  return RENDERERS[format](receipt, options);
}
